#include "text/encoding.h"

#include <cstdint>

namespace firstfault::text {
namespace {

using namespace std::string_view_literals;

constexpr char32_t kReplacement = 0xfffd;
constexpr std::size_t kSureUnits = 4;       // so many at the start must be plain
constexpr std::size_t kForeignUnitsIn = 8;  // of the rest one in so many may be none
constexpr std::size_t kUnitBytes = 2;

struct Mark {
  std::string_view bytes;
  Encoding encoding;
};
constexpr Mark kMarks[] = {
    {"\xef\xbb\xbf"sv, Encoding::Bytes}, {"\xff\xfe"sv, Encoding::Utf16Little}, {"\xfe\xff"sv, Encoding::Utf16Big}};

char16_t unit_at(std::string_view units, std::size_t at, Encoding encoding) {
  const auto first = static_cast<unsigned char>(units[at]);
  const auto second = static_cast<unsigned char>(units[at + 1]);
  return static_cast<char16_t>(encoding == Encoding::Utf16Little ? first | second << 8U : second | first << 8U);
}

bool is_plain(char16_t unit) {
  return (unit >= 0x20 && unit < 0x7f) || unit == '\n' || unit == '\r' || unit == '\t' || unit == 0x1b;
}

enum class Guess { Yes, No, Open };

// Text without a mark: next to all units are ASCII.
Guess is_unmarked(std::string_view head, Encoding encoding, More more) {
  const std::size_t units = head.size() / kUnitBytes;
  std::size_t foreign = 0;
  for (std::size_t i = 0; i < units; ++i) {
    if (is_plain(unit_at(head, i * kUnitBytes, encoding))) continue;
    if (i < kSureUnits || ++foreign > kEncodingBytes / kUnitBytes / kForeignUnitsIn) return Guess::No;
  }
  if (more == More::MayCome && head.size() < kEncodingBytes) return Guess::Open;
  return units >= kSureUnits && foreign * kForeignUnitsIn <= units ? Guess::Yes : Guess::No;
}

struct Character {
  char32_t code;
  std::size_t bytes;  // of the units
};

Character character_at(std::string_view units, std::size_t at, Encoding encoding) {
  if (at + 1 >= units.size()) return {kReplacement, 1};
  const char16_t first = unit_at(units, at, encoding);
  if (first < 0xd800 || first > 0xdfff) return {first, kUnitBytes};
  if (first > 0xdbff || at + 3 >= units.size()) return {kReplacement, kUnitBytes};
  const char16_t second = unit_at(units, at + kUnitBytes, encoding);
  if (second < 0xdc00 || second > 0xdfff) return {kReplacement, kUnitBytes};
  return {0x10000U + ((first - 0xd800U) << 10U) + (second - 0xdc00U), 2 * kUnitBytes};
}

std::size_t utf8_bytes(char32_t code) { return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4; }

void append_utf8(char32_t code, std::string& out) {
  const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((code >> shift) & 0x3fU)); };
  switch (utf8_bytes(code)) {
    case 1:
      out += static_cast<char>(code);
      return;
    case 2:
      out += static_cast<char>(0xc0U | code >> 6U);
      break;
    case 3:
      out += static_cast<char>(0xe0U | code >> 12U);
      tail(6);
      break;
    default:
      out += static_cast<char>(0xf0U | code >> 18U);
      tail(12);
      tail(6);
  }
  tail(0);
}

}  // namespace

std::optional<Detected> detect_encoding(std::string_view head, More more) {
  for (const Mark& mark : kMarks) {
    if (head.starts_with(mark.bytes)) return Detected{mark.encoding, mark.bytes.size()};
    if (more == More::MayCome && mark.bytes.starts_with(head)) return std::nullopt;
  }
  bool open = false;
  for (const Encoding encoding : {Encoding::Utf16Little, Encoding::Utf16Big}) {
    const Guess guess = is_unmarked(head, encoding, more);
    if (guess == Guess::Yes) return Detected{encoding, 0};
    open = open || guess == Guess::Open;
  }
  return open ? std::nullopt : std::optional(Detected{});
}

void append_utf16(std::string_view units, Encoding encoding, std::string& out) {
  for (std::size_t at = 0; at < units.size();) {
    const Character character = character_at(units, at, encoding);
    append_utf8(character.code, out);
    at += character.bytes;
  }
}

std::size_t utf16_offset(std::string_view units, Encoding encoding, std::size_t decoded) {
  std::size_t at = 0;
  for (std::size_t made = 0; at < units.size();) {
    const Character character = character_at(units, at, encoding);
    made += utf8_bytes(character.code);
    if (made > decoded) break;
    at += character.bytes;
  }
  return at;
}

}  // namespace firstfault::text
