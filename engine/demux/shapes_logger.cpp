// Headers of Python's loggers: levels, names and places in the orders that people configure.
#include <algorithm>

#include "demux/shape_parts.h"
#include "demux/shapes.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

constexpr std::size_t kMaxName = 120;
constexpr std::size_t kRichColumns = 11;  // of the blank time: "[12:00:00] " is the narrowest
constexpr std::size_t kLevelColumns = 8;  // rich and loguru pad levels to this width

bool is_logger_name(char c) { return text::is_word(c) || c == '.' || c == '-'; }

bool has_time(const Prefix& prefix) { return !prefix.time.empty(); }

void note_level(Prefix& prefix, Level level) {
  prefix.level = level;
  prefix.record = true;
}

// "[INFO]", "[    INFO]", "[info     ]", "[E]"; the last three only behind a time, since users bracket words, too.
Level take_bracketed_level(Cursor& cursor, const Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return Level::None;
  if (has_time(prefix)) c.skip_blanks();
  Level level = has_time(prefix) ? take_level_any_case(c) : take_level(c);
  if (level == Level::None && has_time(prefix) && c.rest().size() > 1 && c.rest()[1] == ']') {
    level = level_of_letter(c.peek());
    if (level != Level::None) c.take(c.peek());
  }
  if (level == Level::None) return level;
  if (has_time(prefix)) c.skip_blanks();
  if (!c.take(']')) return Level::None;
  c.take(' ');
  if (!c.take("- ")) c.take(": ");
  cursor = c;
  return level;
}

// "| INFO     | ", "- INFO - "
bool framed_level(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take("| ") && !c.take("- ")) return false;
  const Level level = take_level(c);
  if (level == Level::None) return false;
  c.skip_blanks();
  if (!c.take("| ") && !c.take("- ") && !c.take(": ") && !c.take('|')) return false;
  note_level(prefix, level);
  cursor = c;
  return true;
}

// "INFO ", "WARNING:torch.distributed.run:text", "INFO     text" (rich, in columns)
bool bare_level(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto begin = c.rest();
  const Level level = take_level(c);
  if (level == Level::None) return false;
  const auto width = consumed(begin, c).size();
  if (c.take(':')) {
    Cursor name = c;
    const auto logger = name.take_while(is_logger_name);
    if (!logger.empty() && name.take(':')) c = name;
    c.take(' ');
  } else if (c.peek() == ' ' || c.done()) {
    const auto pad = c.take_while([](char x) { return x == ' '; }).size();
    const bool columns = width + pad == kLevelColumns + 1;
    // What rich prints stands in brackets: "05/01/24 12:00:00" or the clock alone.
    if (columns && prefix.record && (prefix.time.find('/') == 2 || prefix.time.find(':') == 2))
      prefix.logger = Logger::Rich;
    if (!c.take("- ")) c.take("| ");
  } else {
    return false;
  }
  note_level(prefix, level);
  cursor = c;
  return true;
}

// rich leaves the time blank where it is that of the line before.
bool rich_columns(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (c.take_while([](char x) { return x == ' '; }).size() < kRichColumns) return false;
  const auto begin = c.rest();
  const Level level = take_level(c);
  if (level == Level::None) return false;
  const auto width = consumed(begin, c).size();
  if (width + c.take_while([](char x) { return x == ' '; }).size() != kLevelColumns + 1) return false;
  prefix.logger = Logger::Rich;
  note_level(prefix, level);
  cursor = c;
  return true;
}

// "[llm]", "[launch.py:428:sigkill_handler] - "
bool bracketed_name(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const auto name = c.take_until("]", kMaxName);
  if (!name || name->empty() || name->starts_with("Rank")) return false;
  if (!text::is_alpha(name->front()) && name->front() != '_') return false;
  const bool plain = std::all_of(name->begin(), name->end(), [](char x) {
    return is_logger_name(x) || x == ':' || x == '<' || x == '>' || x == '/';
  });
  if (!plain) return false;
  prefix.record = true;
  c.take(' ');
  c.take("- ");
  cursor = c;
  return true;
}

// "step: 3": what the program counts, and no logger's name.
bool is_quantity(std::string_view word) {
  static constexpr std::string_view kQuantities[] = {"step",  "epoch", "iter", "iteration", "loss", "rank",
                                                     "batch", "train", "eval", "val",       "lr",   "host"};
  return std::find(std::begin(kQuantities), std::end(kQuantities), word) != std::end(kQuantities);
}

// "torch.nn.parallel: " behind a level. "RuntimeError: text" in a record is an error and no logger's name.
bool name_before_colon(Cursor& cursor, Prefix& prefix) {
  if (prefix.level == Level::None) return false;
  Cursor c = cursor;
  const auto name = c.take_while(is_logger_name);
  if (name.empty() || !c.take(": ")) return false;
  if (name.ends_with("Error") || name.ends_with("Exception") || text::is_upper(name.front()) || is_quantity(name))
    return false;
  if (name.starts_with("text_generation_")) prefix.logger = Logger::Tgi;
  cursor = c;
  return true;
}

// "llm:fit:185 - " (loguru), "__main__ - ", "fairseq.trainer | "
bool name_before_dash(Cursor& cursor, const Prefix& prefix) {
  Cursor c = cursor;
  const auto name = c.take_while([](char x) { return is_logger_name(x) || x == ':' || x == '<' || x == '>'; });
  if (name.empty()) return false;
  const bool place = name.find(':') != std::string_view::npos;
  const bool logger = prefix.level != Level::None && prefix.record && !text::is_upper(name.front());
  if (place ? !c.take(" - ") : !logger || (!c.take(" - ") && !c.take(" | "))) return false;
  cursor = c;
  return true;
}

bool begins_with_level(Cursor cursor, Prefix prefix) { return level_word(cursor, prefix); }

// "rank=2 | " (loguru), "rank=2 ERROR " (a format with the rank in it). Elsewhere it is what the text speaks of.
bool rank_field(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  (void)c.take("global_");
  const bool local = c.take("local_");
  if (!c.take("rank=")) return false;
  const auto rank = take_rank(c);
  if (!rank) return false;
  if (!c.take(" | ")) {
    Cursor level = c;
    level.skip_blanks();
    if (prefix.level != Level::None || !has_time(prefix) || !begins_with_level(level, prefix)) return false;
    c.skip_blanks();
  }
  if (local && !prefix.local_rank) prefix.local_rank = LocalRank{*rank};
  if (!local && !prefix.rank) prefix.rank = Rank{*rank};
  cursor = c;
  return true;
}

// "[4711] [INFO] " (gunicorn)
bool pid_before_level(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!prefix.record || !c.take('[')) return false;
  const auto pid = take_pid(c);
  if (!pid || !c.take("] ")) return false;
  Cursor behind = c;
  if (take_bracketed_level(behind, prefix) == Level::None) return false;
  prefix.pid = pid;
  cursor = c;
  return true;
}

}  // namespace

bool level_word(Cursor& cursor, Prefix& prefix) {
  switch (cursor.peek()) {
    case '|':
    case '-':
      return framed_level(cursor, prefix);
    case '[': {
      const bool lower = cursor.rest().size() > 1 && !text::is_upper(cursor.rest()[1]) && cursor.rest()[1] != ' ';
      const Level level = take_bracketed_level(cursor, prefix);
      if (level == Level::None) return false;
      if (lower) prefix.logger = Logger::Structlog;
      note_level(prefix, level);
      return true;
    }
    case ' ': {
      Cursor right_aligned(cursor.rest().substr(1));  // "2023-10-05T23:40:07.398435Z  INFO" (Rust's tracing)
      if (!has_time(prefix) || !bare_level(right_aligned, prefix)) return rich_columns(cursor, prefix);
      cursor = right_aligned;
      return true;
    }
    default:
      return bare_level(cursor, prefix);
  }
}

bool name_then_level(Cursor& cursor, Prefix& prefix) {
  if (!has_time(prefix) || prefix.level != Level::None) return false;
  Cursor c = cursor;
  const bool dash = c.take("- ");
  const auto name = c.take_while(is_logger_name);
  if (name.empty()) return false;
  Level level = Level::None;
  if (dash) {  // "- root - INFO - "
    if (!c.take(" - ")) return false;
    level = take_level(c);
    c.skip_blanks();
    if (!c.take("- ") && !c.take(": ")) return false;
  } else if (c.take(": [")) {  // torchelastic 2.1: "torch.distributed.run: [WARNING] "
    level = take_level(c);
    if (!c.take(']')) return false;
    c.take(' ');
  } else if (name.find('.') != std::string_view::npos || name == "root" || name == "__main__") {
    if (!c.take(' ')) return false;
    level = take_level(c);
    if (!c.take(": ") && !c.take(' ')) return false;
  }
  if (level == Level::None) return false;
  note_level(prefix, level);
  cursor = c;
  return true;
}

bool logger_fields(Cursor& cursor, Prefix& prefix) {
  if (!prefix.record && !has_time(prefix)) return false;
  if (cursor.peek() == '[') return pid_before_level(cursor, prefix) || bracketed_name(cursor, prefix);
  return rank_field(cursor, prefix) || name_before_dash(cursor, prefix) || name_before_colon(cursor, prefix);
}

bool bracketed_name_then_level(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const auto name = c.take_while(is_logger_name);
  if (name.empty() || !text::is_alpha(name.front()) || !c.take(']')) return false;
  c.take(' ');
  const Level level = take_bracketed_level(c, prefix);
  if (level == Level::None) return false;
  note_level(prefix, level);
  cursor = c;
  return true;
}

bool composer_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take("rank")) return false;
  const auto rank = take_rank(c);
  if (!rank || !c.take('[')) return false;
  const auto pid = c.take_number();
  if (!pid || !c.take("][") || !c.take_until("]: ", kMaxName)) return false;
  prefix.rank = Rank{*rank};
  prefix.pid = *pid;
  prefix.record = true;
  cursor = c;
  return true;
}

bool nemo_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take("[NeMo ")) return false;
  const Level level = level_of_letter(c.peek());
  if (level == Level::None || !c.take(c.peek()) || !c.take(' ')) return false;
  const auto begin = c.rest();
  if (!take_full_time(c)) return false;
  const auto stamp = consumed(begin, c);
  const auto place = c.take_until("]", kMaxName);
  if (!place) return false;
  if (const auto at = place->rfind(" rank:"); at != std::string_view::npos) {
    Cursor number(place->substr(at + 6));
    if (const auto rank = take_rank(number); rank && number.done() && !prefix.rank) prefix.rank = Rank{*rank};
  }
  c.take(' ');
  note_time(prefix, stamp);
  note_level(prefix, level);
  cursor = c;
  return true;
}

bool transformers_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const Level level = take_level(c);
  if (level == Level::None || !c.take('|')) return false;
  const auto place = c.take_until("] ", kMaxName);
  if (!place || place->find(' ') != std::string_view::npos) return false;
  const auto begin = c.rest();
  if (take_full_time(c)) {
    note_time(prefix, consumed(begin, c));
    c.take(' ');
  }
  c.take(">> ");
  note_level(prefix, level);
  cursor = c;
  return true;
}

bool submitit_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take("submitit ")) return false;
  const Level level = take_level(c);
  if (level == Level::None || !c.take(" (")) return false;
  const auto begin = c.rest();
  if (!take_full_time(c)) return false;
  const auto stamp = consumed(begin, c);
  if (!c.take(") - ")) return false;
  note_time(prefix, stamp);
  note_level(prefix, level);
  cursor = c;
  return true;
}

}  // namespace firstfault::demux::shapes
