// Says quickly which of many literals may stand in a text, so that only few regular expressions have to be tried.
// Case is folded (ASCII): a hit means "the literal stands there in some case", never less. Not for captures or
// positions, and not for Unicode case. Immutable once built; share it freely between threads.
// Measured with 913 literals on lines of 75 bytes, one thread: 0.9 GB/s over all lines of recorded jobs (a third of
// them with a hit), 1.3 GB/s over those without; built in 0.4 ms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstfault::scan {

struct Literal {
  std::string_view text;
  std::uint32_t id = 0;  // several literals may share an id
};

class LiteralFilter {
 public:
  /// Shorter literals cannot be filtered: their ids are reported for every text.
  static constexpr std::size_t kShortest = 5;

  /// Copies what it needs of `literals`.
  explicit LiteralFilter(std::span<const Literal> literals);

  /// Puts the ids whose literals stand in `text` into `ids`, ascending and each once. Allocates only on a hit.
  void find(std::string_view text, std::vector<std::uint32_t>& ids) const;

 private:
  struct Entry {
    std::uint32_t begin = 0;  // the literal within pool_
    std::uint32_t length = 0;
    std::uint32_t first_id = 0;  // its ids within ids_
    std::uint32_t id_count = 0;
  };
  struct Slot {
    std::uint32_t gram = 0;    // four folded bytes of the literal
    std::uint32_t offset = 0;  // where they stand in it
    std::uint32_t entry = kEmpty;
  };
  static constexpr std::uint32_t kEmpty = 0xffffffff;

  void add_entry(std::string_view folded);
  void add_gram(std::uint32_t entry, std::uint32_t offset);
  void confirm(std::string_view text, std::size_t at, std::uint32_t gram, std::vector<std::uint32_t>& ids) const;

  std::string pool_;  // all literals, folded
  std::vector<std::uint32_t> ids_;
  std::vector<Entry> entries_;
  std::vector<Slot> slots_;            // open addressing, at most half full
  std::vector<std::uint64_t> bits_;    // one bit a hashed gram
  std::vector<std::uint32_t> always_;  // ids of literals that are too short
};

}  // namespace firstfault::scan
