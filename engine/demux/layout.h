// How the lines of an input were laid out on their way: hard-wrapped at a terminal's width, exported newest first, with
// the time on a line of its own. Learned from a window of lines. Not for what stands in front of a line (habit.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace firstfault::demux {

enum class LineOrder {
  OldestFirst,
  NewestLinesFirst,    // the last line of a traceback stands above its first
  NewestRecordsFirst,  // records are turned, the lines within a record are not
};

struct Layout {
  std::size_t wrap_columns = 0;  // rows of this width go on in the next row; 0: none do
  LineOrder order = LineOrder::OldestFirst;
  bool doubled = false;       // every line stands there twice
  bool times_at_end = false;  // a time stands behind every line
  bool lone_times = false;    // a time stands on a line of its own, above what it belongs to
};

[[nodiscard]] Layout learn_layout(const std::vector<std::string>& lines);

/// True for a row that a terminal of this width went on with in the next one.
[[nodiscard]] bool is_full_row(std::string_view row, std::size_t wrap_columns);

/// True for a progress bar (tqdm's): it is drawn between other lines, and belongs to none of them.
[[nodiscard]] bool is_bar(std::string_view line);

/// True for a line that begins a record: a time stands in front of it.
[[nodiscard]] bool begins_record(std::string_view line);

}  // namespace firstfault::demux
