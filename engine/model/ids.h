// The small values that name a place or a process: rank, local rank, input, span. Data only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "support/strong.h"

namespace firstfault {

using Rank = Strong<struct RankTag>;                     // global rank, 0-based
using LocalRank = Strong<struct LocalRankTag>;           // rank within its node, 0-based
using InputId = Strong<struct InputTag, std::uint32_t>;  // index into Report::inputs

/// One whole line of an input (or a run of lines), as bytes of the original: escape codes and prefixes included.
struct SourceSpan {
  InputId input;
  std::uint64_t line = 0;         // 1-based, counts "\n" (grep, vim)
  std::uint64_t editor_line = 0;  // 1-based, a lone "\r" ends a line too (LSP)
  std::uint64_t begin = 0;        // byte offsets in the (expanded) input, end exclusive
  std::uint64_t end = 0;
  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// Who printed or died, as far as it is known.
struct Process {
  std::optional<Rank> rank;
  std::optional<LocalRank> local_rank;
  std::optional<std::string> node;
  std::optional<std::int64_t> pid;
  friend bool operator==(const Process&, const Process&) = default;
};

}  // namespace firstfault
