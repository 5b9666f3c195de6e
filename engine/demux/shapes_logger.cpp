#include <array>

#include "demux/shapes.h"

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

Level take_level(Cursor& cursor) {
  for (const auto& [name, level] : kLevels) {
    Cursor c = cursor;
    if (c.take(name) && !text::is_word(c.peek())) {
      cursor = c;
      return level;
    }
  }
  return Level::None;
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
      return Level::Debug;
    default:
      return Level::None;
  }
}

// HH:MM:SS with an optional fraction.
bool take_clock(Cursor& cursor) {
  Cursor c = cursor;
  if (!c.take_digits(2) || !c.take(':') || !c.take_digits(2) || !c.take(':') || !c.take_digits(2)) return false;
  if (c.peek() == '.' || c.peek() == ',') {
    Cursor fraction = c;
    fraction.take(c.peek());
    if (fraction.take_number()) c = fraction;
  }
  cursor = c;
  return true;
}

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

void take_zone(Cursor& cursor) {
  if (cursor.take('Z')) return;
  Cursor c = cursor;
  c.take(' ');
  if (!c.take('+') && !c.take('-')) return;
  if (!c.take_digits(2)) return;
  c.take(':');
  if (c.take_digits(2)) cursor = c;
}

// "May 10 17:16:33 " (syslog)
bool take_syslog_time(Cursor& cursor) {
  static constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  Cursor c = cursor;
  const auto month = c.take_while(text::is_alpha);
  if (month.size() != 3 || kMonths.find(month) % 3 != 0) return false;
  c.skip_blanks();
  if (!c.take_number()) return false;
  c.skip_blanks();
  if (!take_clock(c)) return false;
  cursor = c;
  return true;
}

}  // namespace

bool time_stamp(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const bool bracket = c.take('[');
  const auto begin = c.rest();
  bool ok = false;
  if (take_date(c)) {
    ok = (c.take(' ') || c.take('T') || c.take('_') || c.take('-')) && take_clock(c);
    if (ok) take_zone(c);
  } else {
    ok = take_clock(c) || take_syslog_time(c);
  }
  if (!ok) return false;
  const auto stamp = begin.substr(0, begin.size() - c.rest().size());
  if (bracket) {
    if (c.peek() == ' ') {  // SGLang: "[2025-03-17 17:15:55 TP1]"
      Cursor parts = c;
      const auto tail = parts.take_until("]", 48);
      if (!tail) return false;
      const auto tp = tail->find(" TP");
      if (tp != std::string_view::npos && tail->find("DP") == std::string_view::npos) {
        Cursor digits(tail->substr(tp + 3));
        if (const auto rank = digits.take_number(); rank && !prefix.rank) prefix.rank = Rank{static_cast<int>(*rank)};
      }
      c = parts;
    } else if (!c.take(']')) {
      return false;
    }
    prefix.record = true;
  }
  if (!c.done() && c.peek() != ' ' && c.peek() != ':' && c.peek() != '[' && c.peek() != '\t') return false;
  c.take(':');
  if (!c.take(' ')) c.take('\t');
  if (prefix.time.empty()) prefix.time = stamp;
  cursor = c;
  return true;
}

bool glog_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const bool bracket = c.take('[');
  const Level level = level_of_letter(c.peek());
  if (level == Level::None || !c.take(c.peek())) return false;
  const auto date = c.take_while(text::is_digit);
  if (date.empty() && !bracket) return false;
  if (!c.take(' ')) return false;
  const auto clock = c.rest();
  const bool timed = take_clock(c);
  if (!date.empty() && !timed) return false;
  const auto stamp = clock.substr(0, clock.size() - c.rest().size());
  if (timed) c.skip_blanks();
  const auto thread = c.rest();
  if (c.take_number() && !c.take(' ')) c = Cursor(thread);  // the number was the start of a file name
  const auto place = c.take_until("] ", 300);
  const bool at_end = !place && c.rest().ends_with(']');
  if (!place && !at_end) return false;
  const std::string_view file = place ? *place : c.rest();
  if (file.find(':') == std::string_view::npos || file.find(' ') != std::string_view::npos) return false;
  if (at_end) c = Cursor("");
  if (timed && prefix.time.empty()) prefix.time = stamp;
  prefix.level = level;
  prefix.record = true;
  cursor = c;
  return true;
}

bool nccl_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto host = c.take_while([](char x) { return text::is_word(x) || x == '-' || x == '.'; });
  if (host.empty() || !c.take(':')) return false;
  const auto pid = c.take_number();
  if (!pid || !c.take(':') || !c.take_number() || !c.take(" [")) return false;
  const auto device = c.take_number();
  if (!device || !c.take(']')) return false;
  c.take(' ');
  prefix.node = host;
  prefix.pid = *pid;
  prefix.device = static_cast<int>(*device);
  prefix.record = true;
  cursor = c;
  return true;
}

bool vllm_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const Level level = take_level(c);
  if (level == Level::None || !c.take(' ')) return false;
  const auto begin = c.rest();
  if (!c.take_digits(2) || !c.take('-') || !c.take_digits(2) || !c.take(' ') || !take_clock(c)) return false;
  const auto stamp = begin.substr(0, begin.size() - c.rest().size());
  if (!c.take(' ')) return false;
  c.take('[');
  const auto place = c.take_until("]", 200);
  if (!place || place->find(':') == std::string_view::npos || place->find(' ') != std::string_view::npos) return false;
  c.take(' ');
  if (prefix.time.empty()) prefix.time = stamp;
  prefix.level = level;
  prefix.record = true;
  cursor = c;
  return true;
}

bool level_word(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const bool bar = c.take("| ");
  const bool bracket = !bar && c.take('[');
  const bool dash = !bar && !bracket && c.take("- ");
  const Level level = take_level(c);
  if (level == Level::None) return false;
  if (bracket && !c.take(']')) return false;
  if (bar || dash) {
    c.skip_blanks();
    if (!c.take("| ") && !c.take("- ") && !c.take('|')) return false;
  } else if (c.take(':')) {
    Cursor name = c;  // "WARNING:torch.distributed.run:text"
    const auto logger = name.take_while([](char x) { return text::is_word(x) || x == '.' || x == '-'; });
    if (!logger.empty() && name.take(':')) c = name;
    c.take(' ');
  } else if (!bracket && c.peek() != ' ' && !c.done()) {
    return false;
  } else {
    c.skip_blanks();
    if (!c.take("- ")) c.take("| ");
  }
  prefix.level = level;
  prefix.record = true;
  cursor = c;
  return true;
}

bool logger_fields(Cursor& cursor, Prefix& prefix) {
  if (!prefix.record && prefix.time.empty()) return false;
  Cursor c = cursor;
  if (c.take("rank=")) {  // loguru extra: "rank=1 | "
    const auto rank = c.take_number();
    if (!rank || !c.take(" | ")) return false;
    if (!prefix.rank) prefix.rank = Rank{static_cast<int>(*rank)};
    cursor = c;
    return true;
  }
  if (c.take('[')) {  // "[llm]", "[launch.py:428:sigkill_handler]"
    const auto name = c.take_until("]", 120);
    if (!name || name->empty() || name->starts_with("Rank") || name->starts_with("PG ")) return false;
    for (const char x : *name)
      if (!text::is_word(x) && x != '.' && x != ':' && x != '-' && x != '<' && x != '>') return false;
    if (!text::is_alpha(name->front())) return false;
    prefix.record = true;
    c.take(' ');
    c.take("- ");
    cursor = c;
    return true;
  }
  const auto name =
      c.take_while([](char x) { return text::is_word(x) || x == '.' || x == ':' || x == '<' || x == '>'; });
  const bool module_line = name.find(':') != std::string_view::npos && c.take(" - ");  // loguru "llm:fit:185 - "
  const bool logger_name = !module_line && name.size() > 1 && name.back() == ':' && name.find(':') == name.size() - 1 &&
                           prefix.level != Level::None && c.take(' ');
  if (!module_line && !logger_name) return false;
  // "RuntimeError: text" in a record is an error and no logger's name.
  if (logger_name && (name.ends_with("Error:") || name.ends_with("Exception:") || text::is_upper(name.front())))
    return false;
  cursor = c;
  return true;
}

bool composer_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take("rank")) return false;
  const auto rank = c.take_number();
  if (!rank || !c.take('[')) return false;
  const auto pid = c.take_number();
  if (!pid || !c.take("][") || !c.take_until("]: ", 80)) return false;
  prefix.rank = Rank{static_cast<int>(*rank)};
  prefix.pid = *pid;
  prefix.record = true;
  cursor = c;
  return true;
}

}  // namespace firstfault::demux::shapes
