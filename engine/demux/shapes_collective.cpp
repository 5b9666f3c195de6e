// Headers of communication libraries and of the C++ code around them: glog (torch, absl, TensorFlow), NCCL and RCCL,
// oneCCL, Ascend; and the tag of a process group.
#include "demux/shape_parts.h"
#include "demux/shapes.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

constexpr std::size_t kMaxPlace = 300;
constexpr std::size_t kMaxHost = 256;

// "ProcessGroupNCCL.cpp:607] ", which may end the line.
std::optional<std::string_view> take_place(Cursor& cursor) {
  Cursor c = cursor;
  auto place = c.take_until("] ", kMaxPlace);
  if (!place && c.rest().size() <= kMaxPlace && c.rest().ends_with(']')) {
    place = c.rest().substr(0, c.rest().size() - 1);
    c = Cursor("");
  }
  if (!place || place->find(':') == std::string_view::npos || place->find(' ') != std::string_view::npos)
    return std::nullopt;
  cursor = c;
  return place;
}

// "321 02:07:08.414640780": month and day with the clock. Old torch prints neither, tsl has its time in front.
struct GlogTime {
  std::string_view stamp;
  bool dated = false;
};

std::optional<GlogTime> take_glog_time(Cursor& cursor) {
  Cursor c = cursor;
  const auto date = c.take_while(text::is_digit);
  if (!date.empty() && (date.size() < 3 || date.size() > 8)) return std::nullopt;
  if (!c.take(' ')) return std::nullopt;
  if (date.empty()) {
    cursor = c;
    return GlogTime{};
  }
  if (!take_clock(c)) return std::nullopt;
  const GlogTime time{consumed(cursor.rest(), c), true};
  c.skip_blanks();
  cursor = c;
  return time;
}

// The number before the file: of the worker where torch's Python loggers print it, else of a thread or of the agent.
bool is_workers_pid(std::string_view place, const Prefix& prefix) {
  return !prefix.tag.empty() && prefix.rank && place.find(".py:") != std::string_view::npos &&
         place.find("distributed/elastic") == std::string_view::npos;
}

// "host:pid:tid", where the host may be an IPv6 address.
struct Origin {
  std::string_view host;
  std::int64_t pid = 0;
};

std::optional<Origin> split_origin(std::string_view word) {
  const auto tid = word.rfind(':');
  if (tid == std::string_view::npos || tid == 0) return std::nullopt;
  const auto pid = word.rfind(':', tid - 1);
  if (pid == std::string_view::npos || pid == 0) return std::nullopt;
  Cursor process(word.substr(pid + 1, tid - pid - 1));
  Cursor thread(word.substr(tid + 1));
  const auto number = process.take_number();
  if (!number || !process.done() || !thread.take_number() || !thread.done()) return std::nullopt;
  return Origin{word.substr(0, pid), *number};
}

}  // namespace

bool glog_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const bool bracket = c.take('[');
  const Level level = level_of_letter(c.peek());
  if (level == Level::None || !c.take(c.peek())) return false;
  const auto time = take_glog_time(c);
  if (!time || (!time->dated && !bracket && prefix.time.empty())) return false;
  const auto thread = c.rest();
  auto number = c.take_number();
  if (number && !c.take(' ')) {  // it was the start of a file name
    c = Cursor(thread);
    number.reset();
  }
  const auto place = take_place(c);
  if (!place) return false;
  if (number && *number <= kMaxPid && is_workers_pid(*place, prefix)) prefix.pid = number;
  if (time->dated) note_time(prefix, time->stamp);
  prefix.level = level;
  prefix.record = true;
  prefix.logger = Logger::Glog;
  cursor = c;
  return true;
}

bool nccl_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto word = c.take_until(" ", kMaxHost);
  if (!word || word->empty() || !text::is_digit(word->back())) return false;
  const auto origin = split_origin(*word);
  if (!origin) return false;
  std::optional<int> device;
  if (c.take('[')) {
    device = take_rank(c);
    if (!device || !c.take(']')) return false;
    c.take(' ');
  } else if (!c.rest().starts_with("NCCL ")) {
    return false;
  }
  prefix.node = origin->host;
  prefix.pid = origin->pid;
  if (device) prefix.device = device;
  prefix.record = true;
  cursor = c;
  return true;
}

bool oneccl_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (text::is_digit(c.peek())) {  // "2024:06:20-15:22:17:(3120841) "
    const auto begin = c.rest();
    if (!c.take_digits(4) || !c.take(':') || !c.take_digits(2) || !c.take(':') || !c.take_digits(2) || !c.take('-') ||
        !take_clock(c))
      return false;
    note_time(prefix, consumed(begin, c));
    if (!c.take(":(")) return false;
    c.skip_blanks();
    if (!c.take_number() || !c.take(") ")) return false;
  }
  if (!c.take("|CCL_")) return false;
  const Level level = take_level(c);
  if (level == Level::None || !c.take("| ")) return false;
  prefix.level = level;
  prefix.record = true;
  cursor = c;
  return true;
}

bool ascend_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const Level level = take_level(c);
  if (level == Level::None || !c.take("] ")) return false;
  const auto begin = c.rest();
  if (!take_full_time(c)) return false;
  const auto stamp = consumed(begin, c);
  if (!c.take(" (PID:")) return false;
  const auto pid = c.take_number();
  if (!pid || !c.take(", Device:")) return false;
  const auto device = take_rank(c);
  if (!device && !c.take("-1")) return false;
  if (!c.take(", RankID:")) return false;
  const auto rank = take_rank(c);
  if ((!rank && !c.take("-1")) || !c.take(')')) return false;  // -1: the environment did not say
  c.take(' ');
  if (rank && !prefix.rank) prefix.rank = Rank{*rank};
  prefix.pid = pid;
  if (device) prefix.device = device;
  note_time(prefix, stamp);
  prefix.level = level;
  prefix.record = true;
  cursor = c;
  return true;
}

bool ascend_runtime_header(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const Level level = take_level(c);
  if (level == Level::None || !c.take("] ")) return false;
  const auto module = c.take_while(text::is_word);
  if (module.empty() || !text::is_upper(module.front()) || !c.take('(')) return false;
  const auto pid = c.take_number();
  if (!pid || !c.take(',') || !c.take_until("):", kMaxHost)) return false;
  const auto begin = c.rest();
  if (!take_full_time(c)) return false;
  note_time(prefix, consumed(begin, c));
  if (c.take('.')) c.take_while(text::is_digit);  // milliseconds and microseconds apart
  c.take(' ');
  prefix.pid = pid;
  prefix.level = level;
  prefix.record = true;
  cursor = c;
  return true;
}

void note_group(std::string_view text, Prefix& prefix) {
  Cursor c(text);
  c.skip_blanks();
  if (c.take("what():")) c.skip_blanks();
  if (!c.take("[PG ")) return;
  const auto inside = c.take_until("]", kMaxPlace);
  const auto at = inside ? inside->rfind(" Rank ") : std::string_view::npos;
  if (at == std::string_view::npos) return;
  Cursor number(inside->substr(at + 6));
  const auto rank = take_rank(number);
  if (!rank || !number.done()) return;
  prefix.group_rank = rank;
  // "ID 5 PG GUID 83(TENSOR_MODEL_PARALLEL_GROUP)", "0 (default_pg)", "1"
  Cursor name(inside->substr(0, at));
  if (name.take("ID ")) {
    prefix.group.id = name.take_while(text::is_digit);
    name.take(" PG GUID ");
  }
  prefix.group.guid = name.take_while([](char x) { return x != '(' && x != ' '; });
  name.skip_blanks();
  if (name.take('(') && name.rest().ends_with(')')) prefix.group.name = name.rest().substr(0, name.rest().size() - 1);
}

}  // namespace firstfault::demux::shapes
