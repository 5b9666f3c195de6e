// Colours for terminals. A colour never carries a meaning alone: the word stands beside it. Whether a terminal wants
// colours is the command line's question (cli/terminal.h).
#pragma once

#include <string>
#include <string_view>

namespace firstfault::output {

enum class Colour { Off, On };

enum class Style { Plain, Strong, Faint, Guilty, Victim, Link };

[[nodiscard]] constexpr std::string_view escape_of(Style style) {
  switch (style) {
    case Style::Plain:
      return "";
    case Style::Strong:
      return "\x1b[1m";
    case Style::Faint:
      return "\x1b[2m";
    case Style::Guilty:
      return "\x1b[31m";
    case Style::Victim:
      return "\x1b[33m";
    case Style::Link:
      return "\x1b[36m";
  }
  return "";
}

/// `text` in `style`; as it is where colours are off or there is nothing to paint.
[[nodiscard]] inline std::string paint(std::string_view text, Style style, Colour colour) {
  if (colour == Colour::Off || style == Style::Plain || text.empty()) return std::string(text);
  return std::string(escape_of(style)).append(text).append("\x1b[0m");
}

}  // namespace firstfault::output
