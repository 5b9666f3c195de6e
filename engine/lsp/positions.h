// Byte offsets of a UTF-8 text ↔ LSP positions. The only place where characters are counted in UTF-16.
// Lines end at "\n", "\r\n" and a lone "\r", as LSP says. Bytes that are no UTF-8 count as the U+FFFD that editors
// show.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace firstfault::lsp {

enum class Encoding { Utf8, Utf16 };

struct Position {
  std::size_t line = 0;       // 0-based
  std::size_t character = 0;  // in units of the encoding
  friend bool operator==(const Position&, const Position&) = default;
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct Range {
  Position start;
  Position end;
  friend bool operator==(const Range&, const Range&) = default;
};

/// The length of `text` in units.
[[nodiscard]] std::size_t count_units(std::string_view text, Encoding encoding);

/// `offset` beyond the text is taken as its end.
[[nodiscard]] Position position_at(std::string_view text, std::size_t offset, Encoding encoding);

/// A character beyond its line is the line's end, a line beyond the text the text's end, the middle of a character its
/// start.
[[nodiscard]] std::size_t offset_at(std::string_view text, Position position, Encoding encoding);

struct TextLine {
  std::size_t offset = 0;
  std::string_view text;  // without its ending
};

/// The line with the 0-based number `line`; a text has one line more than line endings.
[[nodiscard]] std::optional<TextLine> line_at(std::string_view text, std::size_t line);

/// Walks the lines of `text` from the first; `next` gives nothing after the last.
class LineWalk {
 public:
  explicit LineWalk(std::string_view text) : text_(text) {}
  [[nodiscard]] std::optional<TextLine> next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace firstfault::lsp
