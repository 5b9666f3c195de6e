// Text that rich printed into a column and broke at its width, inside words too: how wide the column is, and its rows
// back to what was printed. Not for lines that a terminal wrapped (demux/layout.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace firstfault::parse {

struct Column {
  std::size_t widest = 0;                                // characters of the longest row
  std::size_t least_pad = static_cast<std::size_t>(-1);  // blanks behind the fullest row
  bool padded = false;                                   // rows are filled up with blanks
};

void note_row(Column& column, std::string_view row);

/// Did `next` stand in one line with `row`?
[[nodiscard]] bool is_broken(const Column& column, std::string_view row, std::string_view next);

/// What the rows, separated by \n, were before they were broken. Line ends that are no breaks stay.
[[nodiscard]] std::string joined_rows(const Column& column, std::string_view rows);

}  // namespace firstfault::parse
