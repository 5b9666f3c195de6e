// The part of the traceback parser that puts rows together again which rich broke at the width of its column.
#include <algorithm>

#include "parse/frame_line.h"
#include "parse/traceback_parser.h"
#include "text/clean.h"

namespace firstfault::parse {
namespace {

constexpr int kMaxFrameRows = 6;           // of one frame
constexpr std::size_t kTimeAndLevel = 20;  // columns in front of what RichHandler logs

}  // namespace

// Below a box of its own, or behind the blanks of time and level.
void TracebackParser::begin_column(std::string_view header) {
  Open& open = open_.back();
  const auto text = text::trim(header);
  const auto begin = header.find_first_not_of(' ');
  const bool columns = begin >= kTimeAndLevel && text.starts_with("Traceback");
  if (open.drawn ? !text.starts_with("╭") : !columns) return;
  open.indent = begin;
  open.column.emplace();
  note_column(header);
}

void TracebackParser::note_column(std::string_view text) {
  if (open_.empty() || !open_.back().column) return;
  const auto indent = open_.back().indent;
  if (text.size() <= indent || text.find_first_not_of(' ') < indent) return;  // a row of something else
  note_row(*open_.back().column, text.substr(indent));
}

// `File` / `"/a/long/path.py",` / `line 3, in f`: rows until they are a frame.
bool TracebackParser::broken_frame(std::string_view text, const LineContext& context) {
  if (open_.empty() || !open_.back().column || open_.back().drawn || open_.back().state != State::Frames) return false;
  Open& open = open_.back();
  auto& rows = open.broken_frame;
  const auto row = text::trim(text);
  if (rows.empty() && row != "File" && !row.starts_with("File \"")) return false;
  const bool over = text.size() <= open.indent || !exception_type(row, NameCheck::Strict).empty() ||
                    std::count(rows.begin(), rows.end(), '\n') >= kMaxFrameRows;
  if (over) {
    rows.clear();
    return false;
  }
  if (!rows.empty()) rows += '\n';
  rows += text.substr(open.indent);
  auto joined = joined_rows(*open.column, rows);
  std::replace(joined.begin(), joined.end(), '\n', ' ');
  const auto parsed = parse_frame_line(joined);
  if (!parsed || parsed->function.empty()) return true;
  rows.clear();
  return frame(joined, context);
}

// Is `next` what the column broke off the message?
bool TracebackParser::goes_on(const Open& open, std::string_view next) {
  const auto at = next.find_first_not_of(' ');
  if (!open.column || at != open.indent) return false;
  const std::string_view full = open.done.chain.back().full;
  return is_broken(*open.column, full.substr(full.rfind('\n') + 1), next);
}

void TracebackParser::join_column(Open& open) {
  auto& traceback = open.done.chain.back();
  if (!open.column || traceback.type.empty()) return;
  traceback.full = joined_rows(*open.column, traceback.full);
  const auto first = std::string_view(traceback.full).substr(0, traceback.full.find('\n'));
  traceback.message = std::string(text::trim(first.substr(std::min(first.size(), traceback.type.size() + 1))));
}

}  // namespace firstfault::parse
