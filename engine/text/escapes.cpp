#include "text/escapes.h"

#include <algorithm>
#include <array>

#include "text/cursor.h"

namespace firstfault::text {
namespace {

using namespace std::string_view_literals;

constexpr char kEscape = '\x1b';
constexpr std::size_t kMostAmount = 1'000;  // no terminal is wider

constexpr bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

// The first bytes of the UTF-8 characters that invisible_size knows.
constexpr bool may_be_invisible(char c) { return c == '\xc2' || c == '\xd8' || c == '\xe2' || c == '\xef'; }

constexpr auto kMayBegin = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = is_control(static_cast<char>(i)) || may_be_invisible(static_cast<char>(i));
  return table;
}();

// Marks of byte order and of writing direction: the latter make a text look like another one.
std::size_t invisible_size(std::string_view raw) {
  const auto third = [&] { return raw.size() > 2 ? static_cast<unsigned char>(raw[2]) : 0U; };
  if (raw.starts_with("\xef\xbb\xbf"sv)) return 3;
  if (raw.starts_with("\xd8\x9c"sv)) return 2;
  if (raw.starts_with("\xe2\x80"sv))
    return third() == 0x8e || third() == 0x8f || (third() >= 0xaa && third() <= 0xae) ? 3 : 0;
  if (raw.starts_with("\xe2\x81"sv)) return third() >= 0xa6 && third() <= 0xa9 ? 3 : 0;
  return 0;
}

struct Parameters {
  std::string_view text;
  bool plain = true;  // no private sequence

  // The one with this index, or `otherwise` where it is not there or 0.
  [[nodiscard]] std::size_t at(std::size_t index, std::size_t otherwise) const {
    std::string_view rest = text;
    for (; index > 0; --index) {
      const auto end = rest.find(';');
      if (end == std::string_view::npos) return otherwise;
      rest.remove_prefix(end + 1);
    }
    Cursor cursor(rest.substr(0, rest.find(';')));
    const auto number = cursor.take_number();
    if (!number) return is_digit(cursor.peek()) ? kMostAmount : otherwise;
    return *number == 0 ? otherwise : std::min(kMostAmount, static_cast<std::size_t>(*number));
  }
};

Sequence effect_of(char final, const Parameters& parameters, std::size_t size) {
  if (!parameters.plain) return {Effect::Nothing, size, 1};
  switch (final) {
    case 'C':
    case 'a':
      return {Effect::Forward, size, parameters.at(0, 1)};
    case 'D':
      return {Effect::Back, size, parameters.at(0, 1)};
    case 'G':
    case '`':
      return {Effect::Column, size, parameters.at(0, 1)};
    case 'H':
    case 'f':
      return {Effect::Position, size, parameters.at(1, 1)};
    case 'A':
    case 'B':
    case 'E':
    case 'F':
    case 'I':
    case 'd':
      return {Effect::Elsewhere, size, 1};
    case 'J':
    case 'K':  // of the whole line or screen, or of what stands before; what follows the cursor is empty here
      return {parameters.at(0, 0) == 0 ? Effect::Nothing : Effect::Elsewhere, size, 1};
    default:
      return {Effect::Nothing, size, 1};
  }
}

// "ESC [", parameters, intermediates, one final byte. A control character ends it before.
Sequence read_csi(std::string_view raw, std::size_t begin) {
  std::size_t at = begin;
  while (at < raw.size() && raw[at] >= ' ' && raw[at] < '@') ++at;
  if (at == raw.size() || raw[at] < '@' || raw[at] > '~') return {Effect::Nothing, at, 1};
  const Parameters parameters{
      raw.substr(begin, at - begin),
      std::all_of(raw.begin() + static_cast<std::ptrdiff_t>(begin), raw.begin() + static_cast<std::ptrdiff_t>(at),
                  [](char c) { return is_digit(c) || c == ';' || c == ':'; })};
  return effect_of(raw[at], parameters, at + 1);
}

// Titles, links, marks of shells, pictures: up to BEL, "ESC \" or U+009C. Another escape or CAN, SUB ends it before.
Sequence read_string(std::string_view raw, std::size_t begin) {
  for (std::size_t at = begin; at < raw.size(); ++at) {
    if (raw[at] == '\x07' || raw[at] == '\x18' || raw[at] == '\x1a') return {Effect::Nothing, at + 1, 1};
    if (raw.substr(at).starts_with("\xc2\x9c"sv)) return {Effect::Nothing, at + 2, 1};
    if (raw[at] == kEscape) return {Effect::Nothing, raw.substr(at).starts_with("\x1b\\"sv) ? at + 2 : at, 1};
  }
  return {Effect::Nothing, raw.size(), 1};
}

// The Linux console sets colours by "ESC ] P" and seven digits, which nothing ends.
bool is_palette(std::string_view raw) {
  constexpr std::string_view kHex = "0123456789abcdefABCDEF";
  return raw.size() >= 10 && raw[2] == 'P' && raw.substr(3, 7).find_first_not_of(kHex) == std::string_view::npos;
}

Sequence read_escape(std::string_view raw) {
  if (raw.size() < 2) return {Effect::Nothing, 1, 1};
  switch (raw[1]) {
    case '[':
      return read_csi(raw, 2);
    case ']':
      if (is_palette(raw)) return {Effect::Nothing, 10, 1};
      return read_string(raw, 2);
    case 'P':
    case 'X':
    case '^':
    case '_':
    case 'k':  // a title, to screen and tmux
      return read_string(raw, 2);
    case 'D':
    case 'E':
    case 'M':
      return {Effect::Elsewhere, 2, 1};
    default:
      break;
  }
  if (is_control(raw[1])) return {Effect::Nothing, 1, 1};  // that character is looked at by itself
  std::size_t at = 1;
  while (at < raw.size() && raw[at] >= ' ' && raw[at] <= '/') ++at;  // charset selection and the like
  return {Effect::Nothing, std::min(at + 1, raw.size()), 1};
}

// U+0080 to U+009F, the controls that other terminals write as one byte.
Sequence read_c1(std::string_view raw) {
  switch (raw[1]) {
    case '\x9b':
      return read_csi(raw, 2);
    case '\x90':
    case '\x98':
    case '\x9d':
    case '\x9e':
    case '\x9f':
      return read_string(raw, 2);
    case '\x84':
    case '\x85':
    case '\x8d':
      return {Effect::Elsewhere, 2, 1};
    default:
      return {Effect::Nothing, 2, 1};
  }
}

}  // namespace

bool may_begin_sequence(char byte) { return kMayBegin[static_cast<unsigned char>(byte)]; }

Sequence read_sequence(std::string_view raw) {
  const char first = raw.front();
  if (first == kEscape) return read_escape(raw);
  if (first == '\b') return {Effect::Back, 1, 1};
  if (first == '\v' || first == '\f') return {Effect::Elsewhere, 1, 1};
  if (is_control(first)) return {Effect::Nothing, 1, 1};
  if (first == '\xc2' && raw.size() > 1 && static_cast<unsigned char>(raw[1]) < 0xa0 &&
      static_cast<unsigned char>(raw[1]) >= 0x80)
    return read_c1(raw);
  const std::size_t size = invisible_size(raw);
  return size == 0 ? Sequence{} : Sequence{Effect::Nothing, size, 1};
}

}  // namespace firstfault::text
