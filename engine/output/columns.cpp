#include "output/columns.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "text/characters.h"

namespace firstfault::output {
namespace {

using text::Character;
using text::columns_of;
using text::first_character;

struct Range {
  char32_t first;
  char32_t last;
};

// Invisible characters that turn the reading direction or hide text.
constexpr std::array<Range, 5> kHidden = {
    {{0x061c, 0x061c}, {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}}};

bool is_hidden(char32_t code) {
  return std::any_of(kHidden.begin(), kHidden.end(),
                     [&](Range range) { return code >= range.first && code <= range.last; });
}

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
    } else if (!is_hidden(next.code)) {
      out.append(text.substr(0, next.bytes));
    }
    text.remove_prefix(next.bytes);
  }
  return out;
}

std::size_t columns(std::string_view text) { return text::columns(text); }

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
