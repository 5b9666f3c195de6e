// Escape codes and control characters out, valid UTF-8 in. What remains is what a person would have read.
#pragma once

#include <string>
#include <string_view>

namespace firstfault::text {

/// `raw` without escape sequences, control characters (tab stays), and marks of byte order and writing direction.
/// Blanks stand where the cursor skipped columns, one where it went elsewhere. Returns `raw` itself where there is
/// nothing to remove, else a view of `scratch`.
[[nodiscard]] std::string_view strip_controls(std::string_view raw, std::string& scratch);

/// Where in `raw` the byte at `offset` of strip_controls(raw) came from; the size of `raw` for one beyond its end.
[[nodiscard]] std::size_t offset_in_raw(std::string_view raw, std::size_t offset);

/// Valid UTF-8: every byte that belongs to no character becomes U+FFFD; at most `max_characters` characters, the rest
/// replaced by "…".
[[nodiscard]] std::string to_valid_utf8(std::string_view text, std::size_t max_characters);

/// Byte offset of the character with this index (0-based); the size of `text` for one beyond its end.
[[nodiscard]] std::size_t byte_of_character(std::string_view text, std::size_t character);

/// Blanks and tabs off both ends.
[[nodiscard]] std::string_view trim(std::string_view text);

}  // namespace firstfault::text
