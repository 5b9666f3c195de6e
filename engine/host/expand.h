// Expands .gz and .zst streams block by block. Memory is bounded by the format's window (zstd: 128 MB), never by the
// file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "host/files.h"

namespace firstfault::host {

/// Gives the next compressed bytes; an empty view ends the input.
using ByteSource = std::function<std::string_view()>;

struct Expanded {
  std::uint64_t bytes = 0;  // handed to the sink
  std::string trouble;      // "the archive ends early", "the archive is damaged (…)"; empty where all is well
};

/// All members of a gzip file, one after the other.
[[nodiscard]] Expanded expand_gzip(const ByteSource& source, const BlockSink& sink);
/// All frames of a zstd file.
[[nodiscard]] Expanded expand_zstd(const ByteSource& source, const BlockSink& sink);

/// Stops archives that blow up beyond any real log ("zip bombs").
class ExpansionGuard {
 public:
  void took(std::size_t compressed) { compressed_ += compressed; }
  /// True once `expanded` bytes are out of all proportion to what was taken.
  [[nodiscard]] bool too_much(std::uint64_t expanded) const;

 private:
  std::uint64_t compressed_ = 0;
};

inline constexpr std::string_view kEndsEarly = "the archive ends early; what came before the cut was read";
inline constexpr std::string_view kBlowsUp = "the archive expands more than 4,000-fold; the rest was left out";

}  // namespace firstfault::host
