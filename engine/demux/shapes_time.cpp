// Times in front of a line: of collectors, schedulers and loggers, bare or in brackets.
#include <algorithm>

#include "demux/shape_parts.h"
#include "demux/shapes.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

constexpr std::size_t kMaxBracketTail = 96;
constexpr std::size_t kUptimeDigits = 6;  // the kernel prints microseconds
constexpr std::size_t kMaxBracketName = 40;
constexpr std::size_t kLongestTime = 40;

// What stands behind the time in its bracket: SGLang's "TP1", a level, "UTC".
void note_bracket_words(std::string_view tail, Prefix& prefix) {
  ParallelParts parts;
  while (!tail.empty()) {
    const auto word = tail.substr(0, tail.find(' '));
    tail.remove_prefix(std::min(tail.size(), word.size() + 1));
    Cursor c(word);
    if (const Level level = take_level(c); level != Level::None && c.done())
      prefix.level = level;
    else
      parts.note(word);
  }
  if (const auto rank = parts.global(); rank && !prefix.rank) prefix.rank = Rank{*rank};
}

// "]", or " TP1]"
bool close_bracket(Cursor& cursor, Prefix& prefix) {
  if (cursor.take(']')) return true;
  if (cursor.peek() != ' ') return false;
  Cursor c = cursor;
  const auto tail = c.take_until("]", kMaxBracketTail);
  if (!tail || tail->find('[') != std::string_view::npos) return false;
  note_bracket_words(*tail, prefix);
  cursor = c;
  return true;
}

bool ends_time(const Cursor& cursor) {
  switch (cursor.peek()) {
    case ' ':
    case ':':
    case '[':
    case '\t':
      return true;
    case '<':
      return cursor.rest().starts_with("<std");
    default:
      return cursor.done();
  }
}

void take_separator(Cursor& cursor) {
  cursor.take(':');
  if (!cursor.take(' ')) cursor.take('\t');
}

bool bare_time(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!take_time(c)) return false;
  const auto stamp = consumed(cursor.rest(), c);
  if (!ends_time(c)) return false;
  take_separator(c);
  note_time(prefix, stamp);
  cursor = c;
  return true;
}

}  // namespace

bool time_stamp(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (c.peek() == ' ' && c.rest().starts_with(" [")) c.take(' ');  // Megatron's begins with a blank
  if (!c.take('[')) return bare_time(cursor, prefix);
  const auto begin = c.rest();
  if (!take_time(c)) return false;
  const auto stamp = consumed(begin, c);
  if (!close_bracket(c, prefix) || !ends_time(c)) return false;
  // A collector's second time, and the time in front of a launcher's tag, begin no record of the program.
  prefix.record = prefix.record || !(stamp.ends_with("UTC") || c.peek() == '<');
  take_separator(c);
  note_time(prefix, stamp);
  cursor = c;
  return true;
}

bool cjk_time(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take("【")) return false;
  const auto begin = c.rest();
  if (!take_time(c)) return false;
  const auto stamp = consumed(begin, c);
  if (!c.take("】")) return false;
  take_separator(c);
  note_time(prefix, stamp);
  cursor = c;
  return true;
}

bool named_time(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const auto name = c.take_while(is_name);
  if (name.empty() || name.size() > kMaxBracketName || !text::is_alpha(name.front()) || !c.take("] ")) return false;
  Cursor level(name);
  if (equals_ignoring_case(name, "rank") || take_level_any_case(level) != Level::None) return false;
  const auto begin = c.rest();
  if (!take_full_time(c) || !ends_time(c)) return false;
  note_time(prefix, consumed(begin, c));
  take_separator(c);
  prefix.record = true;
  cursor = c;
  return true;
}

bool uptime(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  c.skip_blanks();
  const auto begin = c.rest();
  if (c.take_while(text::is_digit).empty() || !c.take('.')) return false;
  if (c.take_while(text::is_digit).size() != kUptimeDigits) return false;
  const auto stamp = consumed(begin, c);
  if (!c.take("] ")) return false;
  note_time(prefix, stamp);
  cursor = c;
  return true;
}

bool kernel_level(Cursor& cursor, Prefix& /*what alarms the kernel says nothing of the job*/) {
  Cursor c = cursor;
  if (!c.take("kern ")) return false;
  c.skip_blanks();
  if (!c.take(':')) return false;
  const auto level = c.take_while(text::is_alpha);
  c.skip_blanks();
  if (level.empty() || !c.take(": [")) return false;
  cursor = Cursor(cursor.rest().substr(cursor.rest().size() - c.rest().size() - 1));
  return true;
}

bool notebook_time(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (c.take_while(text::is_digit).empty() || !c.take('.') || c.take_while(text::is_digit).empty()) return false;
  if (!c.take('s')) return false;
  const auto stamp = consumed(cursor.rest(), c);
  if (!c.take('\t') || c.take_while(text::is_digit).empty() || !c.take('\t')) return false;
  note_time(prefix, stamp);
  cursor = c;
  return true;
}

std::optional<EndTime> time_at_end(std::string_view line) {
  for (auto at = line.size() > kLongestTime ? line.size() - kLongestTime : 0; at < line.size(); ++at) {
    if (at > 0 && line[at - 1] != ' ' && line[at - 1] != '\t') continue;
    auto stamp = line.substr(at);
    if (stamp.starts_with('[') && stamp.ends_with(']')) stamp = stamp.substr(1, stamp.size() - 2);
    Cursor c(stamp);
    if (!take_time(c) || !c.done()) continue;
    auto text = line.substr(0, at);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return EndTime{text, stamp};
  }
  return std::nullopt;
}

}  // namespace firstfault::demux::shapes
