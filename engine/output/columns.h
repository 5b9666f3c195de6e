// Text as a terminal shows it: how many columns it takes, shortened or wrapped to fit, and free of anything that could
// move the cursor, change colours or turn the reading direction. Everything a report prints goes through printable().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace firstfault::output {

/// `text` on one line: control characters and line ends become blanks, bidirectional marks vanish, bytes that are no
/// UTF-8 become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// Columns that `text` (printable) takes; East Asian characters and emoji take two.
[[nodiscard]] std::size_t columns(std::string_view text);

/// `text` (printable) in at most `width` columns, the middle replaced by "…": of a message both the start and the end
/// tell.
[[nodiscard]] std::string elide_middle(std::string_view text, std::size_t width);
/// The same with "…" at the start: of a path the end tells.
[[nodiscard]] std::string elide_start(std::string_view text, std::size_t width);

/// `text` and blanks up to `width` columns.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);

/// `text` (printable) in lines of at most `width` columns, broken at blanks; a word that is longer stays whole, so that
/// commands and paths can be copied.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t width);

}  // namespace firstfault::output
