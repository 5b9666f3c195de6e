#include "text/clean.h"

#include <algorithm>
#include <cstdint>

namespace firstfault::text {
namespace {

constexpr char kEscape = '\x1b';

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

// Position after the escape sequence that starts at `at` (an ESC).
std::size_t skip_escape(std::string_view raw, std::size_t at) {
  std::size_t i = at + 1;
  if (i >= raw.size()) return i;
  const char kind = raw[i++];
  if (kind == '[') {  // CSI: parameters, then one final byte
    while (i < raw.size() && (raw[i] < '@' || raw[i] > '~')) {
      if (is_control(raw[i])) return i;
      ++i;
    }
    return i < raw.size() ? i + 1 : i;
  }
  if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {  // OSC, DCS …: up to BEL or ESC "\"
    for (; i < raw.size(); ++i) {
      if (raw[i] == '\x07') return i + 1;
      if (raw[i] == kEscape) return i + 1 < raw.size() && raw[i + 1] == '\\' ? i + 2 : i;
    }
    return i;
  }
  if (kind >= ' ' && kind <= '/') return i < raw.size() ? i + 1 : i;  // charset selection and the like
  return i;
}

// Length of the UTF-8 character at the start of `text`, 0 if it is no valid one.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  const unsigned second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool beyond = first == 0xf4 && second >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

}  // namespace

std::string_view strip_controls(std::string_view raw, std::string& scratch) {
  std::size_t at = 0;
  while (at < raw.size() && !is_control(raw[at])) ++at;
  if (at == raw.size()) return raw;
  scratch.assign(raw.substr(0, at));
  while (at < raw.size()) {
    if (raw[at] == kEscape)
      at = skip_escape(raw, at);
    else {
      if (raw[at] == '\b' && !scratch.empty()) scratch.pop_back();
      if (!is_control(raw[at])) scratch += raw[at];
      ++at;
    }
  }
  return scratch;
}

std::string to_valid_utf8(std::string_view text, std::size_t max_characters) {
  std::string out;
  out.reserve(text.size());
  std::size_t characters = 0;
  while (!text.empty()) {
    if (characters++ == max_characters) return out += "…";
    const std::size_t length = utf8_length(text);
    if (length == 0)
      out += "\xef\xbf\xbd";
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::size_t byte_of_character(std::string_view text, std::size_t character) {
  std::size_t byte = 0;
  for (; character > 0 && byte < text.size(); --character)
    byte += std::max<std::size_t>(1, utf8_length(text.substr(byte)));
  return std::min(byte, text.size());
}

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace firstfault::text
