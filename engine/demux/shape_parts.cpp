#include "demux/shape_parts.h"

#include <algorithm>
#include <array>

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

struct LevelName {
  std::string_view name;
  Level level;
};

constexpr std::array<LevelName, 10> kLevels{{{"DEBUG", Level::Debug},
                                             {"INFO", Level::Info},
                                             {"WARNING", Level::Warning},
                                             {"WARN", Level::Warning},
                                             {"ERROR", Level::Error},
                                             {"CRITICAL", Level::Fatal},
                                             {"FATAL", Level::Fatal},
                                             {"SUCCESS", Level::Info},
                                             {"NOTICE", Level::Info},
                                             {"TRACE", Level::Debug}}};

constexpr int kMaxZoneHours = 14;
constexpr std::size_t kEpochDigits = 10;  // of the seconds since 1970, between 2001 and 2286

// 2026-01-02, 2026/01/02
bool take_date(Cursor& cursor) {
  Cursor c = cursor;
  if (!c.take_digits(4)) return false;
  const char separator = c.peek();
  if (separator != '-' && separator != '/') return false;
  if (!c.take(separator) || !c.take_digits(2) || !c.take(separator) || !c.take_digits(2)) return false;
  cursor = c;
  return true;
}

// "Z", "+08:00", " +0800", " UTC". With a blank between, "+1024 items" is a number.
void take_zone(Cursor& cursor) {
  if (cursor.take('Z')) return;
  Cursor c = cursor;
  const bool apart = c.take(' ');
  if (c.take("UTC") || c.take("GMT")) {
    if (!text::is_word(c.peek())) cursor = c;
    return;
  }
  if (!c.take('+') && !c.take('-')) return;
  const auto hours = c.take_digits(2);
  if (!hours || *hours > kMaxZoneHours) return;
  c.take(':');
  const auto minutes = c.take_digits(2);
  if (!minutes || (apart && *minutes % 15 != 0) || text::is_digit(c.peek())) return;
  cursor = c;
}

// 05/01/24 12:00:00 (rich, Spark), 05/01/2024 12:00:00, 05/01 12:00:00 (mmengine), 05-12 19:01:18,
// 01/02/2024-12:00:00 (TensorRT-LLM)
bool take_short_time(Cursor& cursor) {
  Cursor c = cursor;
  if (!c.take_digits(2)) return false;
  const char separator = c.peek();
  if ((separator != '-' && separator != '/') || !c.take(separator) || !c.take_digits(2)) return false;
  if (separator == '/' && c.take('/'))
    if (!c.take_digits(4) && !c.take_digits(2)) return false;
  if (!c.take(' ') && !c.take('-')) return false;
  if (!take_clock(c)) return false;
  cursor = c;
  return true;
}

bool is_short_name(std::string_view word, std::string_view names) {
  const auto at = names.find(word);
  return word.size() == 3 && at != std::string_view::npos && at % 3 == 0;
}

// May 10 17:16:33 (syslog), Tue Mar  5 10:11:12 2024 (ctime), Fri 2024-05-10 17:16:33 UTC (journalctl -o short-full)
bool take_worded_time(Cursor& cursor) {
  Cursor c = cursor;
  auto word = c.take_while(text::is_alpha);
  const bool weekday = is_short_name(word, "MonTueWedThuFriSatSun");
  if (weekday) {
    if (!c.take(' ')) return false;
    if (take_full_time(c)) {
      cursor = c;
      return true;
    }
    word = c.take_while(text::is_alpha);
  }
  if (!is_month(word) || !c.take(' ')) return false;
  c.skip_blanks();
  if (!c.take_number() || !c.take(' ')) return false;
  c.skip_blanks();
  if (!take_clock(c)) return false;
  if (weekday) {
    Cursor year = c;
    Cursor zone = c;
    if (zone.take(' ') && zone.take_while(text::is_upper).size() > 1) year = zone;
    if (year.take(' ') && year.take_digits(4) && !text::is_digit(year.peek())) c = year;
  }
  cursor = c;
  return true;
}

// 1714557600.123: only with a fraction, since any number may have ten digits.
bool take_epoch(Cursor& cursor) {
  Cursor c = cursor;
  if (c.peek() != '1' || c.take_while(text::is_digit).size() != kEpochDigits || !c.take('.')) return false;
  if (c.take_while(text::is_digit).size() < 3) return false;
  cursor = c;
  return true;
}

Level take_named_level(Cursor& cursor, bool (*same)(std::string_view, std::string_view)) {
  for (const auto& [name, level] : kLevels) {
    const auto word = cursor.rest().substr(0, name.size());
    if (word.size() < name.size() || !same(word, name)) continue;
    Cursor c(cursor.rest().substr(name.size()));
    if (text::is_word(c.peek())) continue;
    cursor = c;
    return level;
  }
  return Level::None;
}

}  // namespace

std::optional<int> take_rank(Cursor& cursor) {
  const auto number = cursor.take_number();
  if (!number || *number > kMaxRank) return std::nullopt;
  return static_cast<int>(*number);
}

std::optional<std::int64_t> take_pid(Cursor& cursor) {
  const auto number = cursor.take_number();
  return number && *number <= kMaxPid ? number : std::nullopt;
}

Level take_level(Cursor& cursor) {
  if (!text::is_upper(cursor.peek())) return Level::None;
  return take_named_level(cursor, [](std::string_view a, std::string_view b) { return a == b; });
}

Level take_level_any_case(Cursor& cursor) {
  if (!text::is_alpha(cursor.peek())) return Level::None;
  return take_named_level(cursor, equals_ignoring_case);
}

Level level_of_letter(char letter) {
  switch (letter) {
    case 'I':
      return Level::Info;
    case 'W':
      return Level::Warning;
    case 'E':
      return Level::Error;
    case 'F':
      return Level::Fatal;
    case 'V':
    case 'D':
      return Level::Debug;
    default:
      return Level::None;
  }
}

bool take_clock(Cursor& cursor) {
  Cursor c = cursor;
  if (!c.take_digits(2) || !c.take(':') || !c.take_digits(2) || !c.take(':') || !c.take_digits(2)) return false;
  if (c.peek() == '.' || c.peek() == ',') {
    Cursor fraction = c;
    fraction.take(c.peek());
    if (!fraction.take_while(text::is_digit).empty()) c = fraction;
  }
  cursor = c;
  return true;
}

bool take_full_time(Cursor& cursor) {
  Cursor c = cursor;
  if (!take_date(c)) return false;
  if (!c.take(' ') && !c.take('T') && !c.take('_') && !c.take('-')) return false;
  c.skip_blanks();
  if (!take_clock(c)) return false;
  take_zone(c);
  cursor = c;
  return true;
}

bool take_time(Cursor& cursor) {
  if (text::is_alpha(cursor.peek())) return take_worded_time(cursor);
  if (!text::is_digit(cursor.peek())) return false;
  if (take_full_time(cursor)) return true;
  if (take_clock(cursor)) {
    if (cursor.peek() != ' ' && cursor.peek() != '-') take_zone(cursor);  // "12:00:00-13:00:00" is a span
    return true;
  }
  return take_short_time(cursor) || take_epoch(cursor);
}

bool is_month(std::string_view word) { return is_short_name(word, "JanFebMarAprMayJunJulAugSepOctNovDec"); }

bool is_name(char c) { return text::is_word(c) || c == '-' || c == '.'; }

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

std::string_view consumed(std::string_view before, const Cursor& after) {
  return before.substr(0, before.size() - after.rest().size());
}

void note_tag(Prefix& prefix, std::string_view tag) {
  if (prefix.tag.empty()) {
    prefix.tag = tag;
  } else if (prefix.shared_tag) {
    const auto begin = prefix.tag.data();
    const auto end = tag.data() + tag.size();
    constexpr std::ptrdiff_t kBetween = 12;  // "<stdout>: "
    if (tag.data() - begin <= static_cast<std::ptrdiff_t>(prefix.tag.size()) + kBetween)
      prefix.tag = std::string_view(begin, static_cast<std::size_t>(end - begin));
    else if (prefix.task)  // a time stands between the two; the task is kept beside
      prefix.tag = tag;
  }
}

void note_time(Prefix& prefix, std::string_view time) {
  if (prefix.time.empty()) prefix.time = time;
}

bool ParallelParts::note(std::string_view word) {
  Cursor c(word);
  const auto name = c.take_while([](char x) { return text::is_alpha(x) || x == '_'; });
  const bool says_rank = equals_ignoring_case(name, "rank");
  if (says_rank && !c.take('=')) c.take(':');
  const auto number = take_rank(c);
  if (!number || !c.done()) return false;
  if (says_rank) {
    rank = number;
  } else if (name == "TP") {
    tensor = number;
  } else if (name == "PP") {
    pipeline = number;
  } else if (name == "DP" || name == "CP" || name == "PCP") {
    replicated = true;
  } else if (name != "EP" && name != "ATTN_CP" && name != "MOE_DP" && name != "DCP") {
    return false;  // those divide the tensor group once more, and leave its numbers as they are
  }
  return true;
}

std::optional<int> ParallelParts::global() const {
  if (rank) return rank;
  if (replicated || pipeline.value_or(0) != 0) return std::nullopt;
  return tensor;
}

}  // namespace firstfault::demux::shapes
