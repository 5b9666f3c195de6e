#include "output/columns.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace firstfault::output {
namespace {

struct Character {
  char32_t code = 0xfffd;
  std::size_t bytes = 1;
  bool valid = false;
};

struct Range {
  char32_t first;
  char32_t last;
};

// Wide by Unicode's East Asian Width, in the blocks that occur in logs and names.
constexpr std::array<Range, 14> kWide = {{{0x1100, 0x115f},
                                          {0x2e80, 0x303e},
                                          {0x3041, 0x33ff},
                                          {0x3400, 0x4dbf},
                                          {0x4e00, 0x9fff},
                                          {0xa000, 0xa4cf},
                                          {0xac00, 0xd7a3},
                                          {0xf900, 0xfaff},
                                          {0xfe30, 0xfe6f},
                                          {0xff00, 0xff60},
                                          {0xffe0, 0xffe6},
                                          {0x1f300, 0x1f64f},
                                          {0x1f680, 0x1f9ff},
                                          {0x20000, 0x3fffd}}};
constexpr std::array<Range, 5> kNoColumn = {
    {{0x0300, 0x036f}, {0x1ab0, 0x1aff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}}};
// Invisible characters that turn the reading direction or hide text.
constexpr std::array<Range, 5> kHidden = {
    {{0x061c, 0x061c}, {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}}};

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](Range range) { return code >= range.first && code <= range.last; });
}

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

/// The first character of `text`, which is not empty.
Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = sequence_length(lead);
  if (length == 0 || length > text.size()) return {};
  char32_t code = length == 1 ? lead : lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0) != 0x80) return {};
    code = (code << 6) | (byte & 0x3f);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kLeast[length] || surrogate || code > 0x10ffff) return {};
  return {code, length, true};
}

std::size_t columns_of(char32_t code) { return in(kNoColumn, code) ? 0 : in(kWide, code) ? 2 : 1; }

/// The longest start of `text` within `width` columns.
std::string_view head_within(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  for (std::size_t used = 0; at < text.size();) {
    const Character next = first_character(text.substr(at));
    used += columns_of(next.code);
    if (used > width) break;
    at += next.bytes;
  }
  return text.substr(0, at);
}

/// The longest end of `text` within `width` columns.
std::string_view tail_within(std::string_view text, std::size_t width) {
  std::size_t total = columns(text);
  while (total > width && !text.empty()) {
    const Character next = first_character(text);
    total -= columns_of(next.code);
    text.remove_prefix(next.bytes);
  }
  return text;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character next = first_character(text);
    const bool control =
        next.code < 0x20 || (next.code >= 0x7f && next.code < 0xa0) || next.code == 0x2028 || next.code == 0x2029;
    if (!next.valid) {
      out += "\xef\xbf\xbd";
    } else if (control) {
      out += ' ';
    } else if (!in(kHidden, next.code)) {
      out.append(text.substr(0, next.bytes));
    }
    text.remove_prefix(next.bytes);
  }
  return out;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const Character next = first_character(text);
    count += columns_of(next.code);
    text.remove_prefix(next.bytes);
  }
  return count;
}

std::string elide_middle(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  if (width == 0) return "";
  const std::size_t tail = (width - 1) * 2 / 5;
  return std::string(head_within(text, width - 1 - tail)) + "…" + std::string(tail_within(text, tail));
}

std::string elide_start(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  if (width == 0) return "";
  return "…" + std::string(tail_within(text, width - 1));
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return std::string(text) + std::string(width > taken ? width - taken : 0, ' ');
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && columns(line) + 1 + columns(word) > width) lines.push_back(std::exchange(line, ""));
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  if (!line.empty() || lines.empty()) lines.push_back(line);
  return lines;
}

}  // namespace firstfault::output
