// Rows of tracebacks that IPython, Jupyter, Colab and rich draw: frames as "file:line in function", source with line
// numbers, an arrow at the line that raised. Not for Python's own form (frame_line.h).
#pragma once

#include <optional>
#include <string_view>

#include "parse/facts.h"

namespace firstfault::parse {

/// "IndexError      Traceback (most recent call last)", "╭──── Traceback (most recent call last) ────╮"
[[nodiscard]] bool begins_drawn_traceback(std::string_view text);

/// "File ~/x.py:12, in f(a)", "Cell In[3], line 10", "<ipython-input-6-…> in <module>()", "│ /x.py:12 in f   │". The
/// line is 0 where only the arrow tells it.
[[nodiscard]] std::optional<TracebackFrame> parse_drawn_frame(std::string_view text);

/// The start of a path that is too long for rich's box, and goes on in the next row; empty where the row holds none.
[[nodiscard]] std::string_view broken_path(std::string_view text);

/// The frame whose path began above, in rows that broken_path told.
[[nodiscard]] std::optional<TracebackFrame> parse_broken_frame(std::string_view above, std::string_view text);

struct DrawnRow {
  int line = 0;             // of the source; 0 where the row has none
  bool raised = false;      // the arrow stands here
  std::string_view source;  // as drawn, without number and frame
};

/// A row between frames: source, empty, a border, "7 frames". None where the text is no such row.
[[nodiscard]] std::optional<DrawnRow> parse_drawn_row(std::string_view text);

}  // namespace firstfault::parse
