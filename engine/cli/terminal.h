// What the terminal and the environment say about width and colours. The only reader of the environment.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "output/colour.h"

namespace firstfault::cli {

struct Terminal {
  bool interactive = false;  // a person sees it at once
  bool no_color = false;     // NO_COLOR is set and not empty
  bool dumb = false;         // TERM=dumb, or no TERM
  std::size_t columns = 0;   // 0 where unknown
};

/// Of the descriptor that the report goes to.
[[nodiscard]] Terminal terminal_of(int fd);

/// `when` is the value of --color: auto, always or never.
[[nodiscard]] output::Colour choose_colour(std::string_view when, const Terminal& terminal);

/// Columns for the report: those of the terminal, within reason, else 110.
[[nodiscard]] std::size_t choose_width(const Terminal& terminal);

}  // namespace firstfault::cli
