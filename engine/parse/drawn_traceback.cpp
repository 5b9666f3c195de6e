#include "parse/drawn_traceback.h"

#include <algorithm>

#include "parse/traceback_parser.h"
#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr std::string_view kHeader = "Traceback (most recent call last)";
constexpr std::string_view kSide = "│";
constexpr std::string_view kArrow = "❱";

bool is_border(std::string_view text) {
  for (const std::string_view corner : {"╭", "╰", "├", "┌", "└", "─"})
    if (text.starts_with(corner)) return true;
  return false;
}

// A row of rich's box without its sides; other rows as they are.
std::string_view inside(std::string_view text) {
  const auto trimmed = text::trim(text);
  if (!trimmed.starts_with(kSide)) return text;
  auto row = trimmed.substr(kSide.size());
  if (row.ends_with(kSide)) row.remove_suffix(kSide.size());
  while (row.ends_with(' ')) row.remove_suffix(1);
  return row.starts_with(' ') ? row.substr(1) : row;
}

bool is_drawn_in_a_box(std::string_view text) { return text::trim(text).starts_with(kSide); }

std::optional<int> small_number(std::string_view text) {
  text::Cursor cursor(text);
  const auto number = cursor.take_number();
  if (!number || *number > 10'000'000) return std::nullopt;
  return static_cast<int>(*number);
}

std::string_view function_in(std::string_view text) { return text.substr(0, text.find('(')); }

TracebackFrame frame_of(std::string_view file, int line, std::string_view function) {
  TracebackFrame frame;
  frame.file = std::string(file.substr(0, 1000));
  frame.line = line;
  frame.function = std::string(function.substr(0, 300));
  return frame;
}

// "Cell In[3], line 10", "Cell In [3], line 10, in <cell line: 9>()", "Input In [5], in <cell line: 10>()"
std::optional<TracebackFrame> cell_frame(std::string_view text) {
  text::Cursor cursor(text);
  if (!cursor.take("Cell ") && !cursor.take("Input ")) return std::nullopt;
  if (!cursor.take("In")) return std::nullopt;
  cursor.skip_blanks();
  if (!cursor.take('[')) return std::nullopt;
  if (!cursor.take_number() || !cursor.take(']')) return std::nullopt;
  const auto cell = text.substr(0, text.size() - cursor.rest().size());
  int line = 0;
  if (cursor.take(", line ")) line = small_number(cursor.rest()).value_or(0);
  const auto in = text.find(", in ");
  return frame_of(cell, line, in == std::string_view::npos ? "<module>" : function_in(text.substr(in + 5)));
}

// "PATH:LINE, in f(args)", "PATH:LINE in f"
std::optional<TracebackFrame> path_and_line(std::string_view text) {
  const auto in = text.find(" in ");
  if (in == std::string_view::npos) return std::nullopt;
  auto place = text.substr(0, in);
  if (place.ends_with(',')) place.remove_suffix(1);
  const auto colon = place.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const auto line = small_number(place.substr(colon + 1));
  if (!line || place.substr(colon + 1).find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return frame_of(place.substr(0, colon), *line, function_in(text.substr(in + 4)));
}

// "PATH:LINE, in f(args)"; of what a module does when it is imported IPython names no function.
std::optional<TracebackFrame> listed_file(std::string_view text) {
  if (auto frame = path_and_line(text)) return frame;
  return path_and_line(std::string(text) + " in <module>");
}

// "<ipython-input-64-6e2614989f78> in <module>()", "/usr/lib/x.py in f(a, b)": the arrow tells the line.
std::optional<TracebackFrame> path_only(std::string_view text) {
  const auto in = text.find(" in ");
  if (in == std::string_view::npos || in == 0) return std::nullopt;
  const auto file = text.substr(0, in);
  const bool cell = file.starts_with("<ipython-input-") && file.ends_with('>');
  const bool path = file.find(' ') == std::string_view::npos && file.find_first_of("/\\") != std::string_view::npos;
  if (!cell && !path) return std::nullopt;
  return frame_of(file, 0, function_in(text.substr(in + 4)));
}

}  // namespace

bool begins_drawn_traceback(std::string_view text) {
  const auto at = text.find(kHeader);
  if (at == std::string_view::npos || at == 0) return false;
  const auto before = text.substr(0, at);
  if (is_border(text::trim(before))) return true;
  const auto type = text::trim(before);
  return before.ends_with("  ") && !type.empty() && !exception_type(type, NameCheck::AnyCapitalised).empty();
}

std::optional<TracebackFrame> parse_drawn_frame(std::string_view text) {
  const bool boxed = is_drawn_in_a_box(text);
  auto row = inside(text);
  if (row.empty() || row.front() == ' ') return std::nullopt;
  if (boxed) return path_and_line(row);
  if (auto cell = cell_frame(row)) return cell;
  if (row.starts_with("File ")) return listed_file(row.substr(5));
  if (auto frame = path_and_line(row); frame && frame->file.find(' ') == std::string::npos) return frame;
  return path_only(row);
}

std::string_view broken_path(std::string_view text) {
  const auto row = inside(text);
  const bool begins = row.starts_with('/') || row.starts_with('~') || row.starts_with('.') || row.find(":\\") == 1;
  return is_drawn_in_a_box(text) && begins ? row : std::string_view{};
}

std::optional<TracebackFrame> parse_broken_frame(std::string_view above, std::string_view text) {
  const auto row = inside(text);
  if (!is_drawn_in_a_box(text) || row.empty() || row.front() == ' ') return std::nullopt;
  std::string whole(above);
  if (auto frame = path_and_line(whole.append(row))) return frame;
  return path_and_line(std::string(above).append(" ").append(row));  // broken at the blank
}

std::optional<DrawnRow> parse_drawn_row(std::string_view text) {
  const auto trimmed = text::trim(text);
  if (trimmed.empty() || is_border(trimmed)) return DrawnRow{};
  const bool boxed = is_drawn_in_a_box(text);
  auto row = text::trim(inside(text));
  DrawnRow drawn;
  if (row.starts_with(kArrow)) {
    drawn.raised = true;
    row = text::trim(row.substr(kArrow.size()));
  } else if (row.starts_with('-')) {  // "---> 10"
    const auto end = row.find_first_not_of('-');
    if (end == std::string_view::npos) return DrawnRow{};
    if (row[end] != '>') return std::nullopt;
    drawn.raised = true;
    row = text::trim(row.substr(end + 1));
  }
  const auto line = small_number(row);
  if (!line) {
    if (boxed) return DrawnRow{};
    return std::nullopt;
  }
  auto source = row.substr(std::min(row.find_first_not_of("0123456789"), row.size()));
  if (source == " frames") return DrawnRow{};  // Colab folds library frames away
  if (!source.empty() && source.front() != ' ') return std::nullopt;
  source = text::trim(source);
  if (boxed && source.starts_with(kSide)) source = text::trim(source.substr(kSide.size()));
  drawn.line = *line;
  drawn.source = source;
  return drawn;
}

}  // namespace firstfault::parse
