#include "lsp/positions.h"

#include <algorithm>

namespace firstfault::lsp {
namespace {

struct Character {
  std::size_t bytes = 1;
  std::size_t utf16 = 1;
  std::size_t utf8 = 3;  // as the editor would write it back
};

bool continues(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// The character at the start of `text`, which is not empty.
Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const auto second = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0U;
  if (lead < 0x80) return {1, 1, 1};
  if (lead >= 0xC2 && lead <= 0xDF && continues(text, 1)) return {2, 1, 2};
  if (lead >= 0xE0 && lead <= 0xEF && continues(text, 1) && continues(text, 2)) {
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second >= 0xA0;
    if (!overlong && !surrogate) return {3, 1, 3};
  }
  if (lead >= 0xF0 && lead <= 0xF4 && continues(text, 1) && continues(text, 2) && continues(text, 3)) {
    const bool overlong = lead == 0xF0 && second < 0x90;
    const bool beyond = lead == 0xF4 && second >= 0x90;
    if (!overlong && !beyond) return {4, 2, 4};
  }
  return {};
}

std::size_t units_of(const Character& character, Encoding encoding) {
  return encoding == Encoding::Utf8 ? character.utf8 : character.utf16;
}

}  // namespace

std::optional<TextLine> LineWalk::next() {
  if (ended_) return {};
  const std::size_t end = text_.find_first_of("\r\n", at_);
  if (end == std::string_view::npos) {
    ended_ = true;
    return TextLine{at_, text_.substr(at_)};
  }
  const TextLine line{at_, text_.substr(at_, end - at_)};
  const bool pair = text_[end] == '\r' && end + 1 < text_.size() && text_[end + 1] == '\n';
  at_ = end + (pair ? 2 : 1);
  return line;
}

std::optional<TextLine> line_at(std::string_view text, std::size_t line) {
  LineWalk walk(text);
  auto found = walk.next();
  for (; found && line > 0; --line) found = walk.next();
  return found;
}

std::size_t count_units(std::string_view text, Encoding encoding) {
  std::size_t units = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    units += units_of(character, encoding);
    text.remove_prefix(character.bytes);
  }
  return units;
}

Position position_at(std::string_view text, std::size_t offset, Encoding encoding) {
  offset = std::min(offset, text.size());
  LineWalk walk(text);
  TextLine line = *walk.next();
  Position position;
  while (const auto next = walk.next()) {
    if (next->offset > offset) break;
    line = *next;
    ++position.line;
  }
  position.character = count_units(line.text.substr(0, std::min(offset - line.offset, line.text.size())), encoding);
  return position;
}

std::size_t offset_at(std::string_view text, Position position, Encoding encoding) {
  const auto line = line_at(text, position.line);
  if (!line) return text.size();
  std::size_t at = 0;
  std::size_t left = position.character;
  while (at < line->text.size()) {
    const Character character = first_character(line->text.substr(at));
    const std::size_t units = units_of(character, encoding);
    if (units > left) break;
    left -= units;
    at += character.bytes;
  }
  return line->offset + at;
}

}  // namespace firstfault::lsp
