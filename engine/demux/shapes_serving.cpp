// Tags of actors and of serving engines' processes: Ray, vLLM.
#include <algorithm>

#include "demux/shape_parts.h"
#include "demux/shapes.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

constexpr std::size_t kMaxActor = 200;

// "VllmWorker TP3", "Worker_DP1_TP0_EP4", "VllmWorker-1", "aB3WorkerDict_0:1"
void note_actor(std::string_view name, Prefix& prefix) {
  ParallelParts parts;
  bool any = false;
  for (std::size_t begin = 0; begin < name.size();) {
    const auto end = std::min(name.find_first_of(" _", begin), name.size());
    auto word = name.substr(begin, end - begin);
    if (word == "local") return;  // "local_rank=1" is none of theirs
    any = parts.note(word) || any;
    begin = end + 1;
  }
  if (const auto rank = parts.global(); rank && !prefix.rank) prefix.rank = Rank{*rank};
  if (any) return;
  const auto at = name.find_last_of("-:");
  if (at == std::string_view::npos || at == 0) return;
  const bool indexed = name.substr(0, at) == "VllmWorker" ||
                       (name[at] == ':' && text::is_digit(name[at - 1]) && name.find("WorkerDict_") != name.npos);
  Cursor number(name.substr(at + 1));
  const auto local = take_rank(number);
  if (indexed && local && number.done() && !prefix.local_rank) prefix.local_rank = LocalRank{*local};
}

// ", ip=10.0.0.2)"; with an actor's id it is an error that speaks of an actor.
bool take_actor_end(Cursor& cursor, Prefix& prefix) {
  while (!cursor.take(')')) {
    if (!cursor.take(", ")) return false;
    const auto key = cursor.take_while(text::is_word);
    if (key.empty() || key == "actor_id" || !cursor.take('=')) return false;
    const auto value = cursor.take_while([](char c) { return is_name(c) || c == ':'; });
    if (key == "ip") prefix.node = value;
  }
  return true;
}

// Ray's own processes have no pid: "(raylet)", "(autoscaler +1m2s)".
bool take_daemon(Cursor& cursor) {
  Cursor c = cursor;
  const auto name = c.take_while(text::is_word);
  if (name == "autoscaler" || name == "scheduler") {
    if (!c.take(" +") || c.take_while(text::is_word).empty()) return false;
  } else if (name != "raylet" && name != "gcs_server") {
    return false;
  }
  cursor = c;
  return true;
}

bool take_actor(Cursor& cursor, Prefix& prefix) {
  if (cursor.take("pid=")) {  // Ray before 2.0
    prefix.pid = cursor.take_number();
    return prefix.pid.has_value();
  }
  if (!text::is_alpha(cursor.peek()) && cursor.peek() != '_') return false;
  const auto name = cursor.take_until(" pid=", kMaxActor);
  if (!name || name->find(") ") != std::string_view::npos || std::count(name->begin(), name->end(), ' ') > 6)
    return false;
  prefix.pid = cursor.take_number();
  if (!prefix.pid) return false;
  note_actor(*name, prefix);
  return true;
}

}  // namespace

bool actor_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('(')) return false;
  Prefix said = prefix;
  if (!take_daemon(c) && !take_actor(c, said)) return false;
  if (!take_actor_end(c, said)) return false;
  note_tag(said, consumed(cursor.rest(), c));
  c.take(' ');
  prefix = said;
  cursor = c;
  return true;
}

bool vllm_header(Cursor& cursor, Prefix& prefix) {
  constexpr std::size_t kMaxPlace = 200;
  Cursor c = cursor;
  const Level level = take_level(c);
  if (level == Level::None || !c.take(' ')) return false;
  const auto begin = c.rest();
  if (!c.take_digits(2) || !c.take('-') || !c.take_digits(2) || !c.take(' ') || !take_clock(c)) return false;
  const auto stamp = consumed(begin, c);
  if (!c.take(' ')) return false;
  c.take('[');
  const auto place = c.take_until("]", kMaxPlace);
  if (!place || place->find(':') == std::string_view::npos || place->find(' ') != std::string_view::npos) return false;
  c.take(' ');
  note_time(prefix, stamp);
  prefix.level = level;
  prefix.record = true;
  cursor = c;
  return true;
}

}  // namespace firstfault::demux::shapes
