// UTF-8 text character by character, and how many columns of a terminal it takes. Not for making text safe to print
// (output/columns.h) nor for repairing invalid bytes (clean.h).
#pragma once

#include <cstddef>
#include <string_view>

namespace firstfault::text {

struct Character {
  char32_t code = 0xfffd;  // U+FFFD for a byte that belongs to no character
  std::size_t bytes = 1;
  bool valid = false;
};

/// The first character of `text`, which is not empty.
[[nodiscard]] Character first_character(std::string_view text);

/// Columns of one character: 0 for combining marks, 2 for East Asian wide ones and emoji.
[[nodiscard]] std::size_t columns_of(char32_t code);

/// Columns that `text` takes.
[[nodiscard]] std::size_t columns(std::string_view text);

}  // namespace firstfault::text
