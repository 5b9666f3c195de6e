// Tags of what starts the processes: mpirun, prterun, horovodrun, SageMaker, srun.
#include "demux/shape_parts.h"
#include "demux/shapes.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

constexpr std::size_t kMaxPlace = 256;

bool is_job_name(char c) { return is_name(c) || c == '@'; }

bool take_stream(Cursor& cursor) {
  return cursor.take("<stdout>:") || cursor.take("<stderr>:") || cursor.take("<stddiag>:");
}

// "1,12", "prterun-node01-4711@1,12", "1,mpirank:0,algo-1", "3"
std::optional<int> take_world_rank(Cursor& cursor) {
  Cursor c = cursor;
  const auto first = c.take_while(is_job_name);
  if (first.empty()) return std::nullopt;
  if (!c.take(',')) {
    Cursor alone(first);
    const auto rank = take_rank(alone);
    if (!rank || !alone.done()) return std::nullopt;
    cursor = c;
    return rank;
  }
  c.take("mpirank:");
  const auto rank = take_rank(c);
  if (!rank) return std::nullopt;
  if (c.take(',')) c.take_while(is_name);  // SageMaker computes this host's name from the rank: not evidence
  cursor = c;
  return rank;
}

// PRRTE's detailed form: "[host:pid]", where the host may be an address with colons.
bool take_place(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return true;
  const auto place = c.take_until("]", kMaxPlace);
  const auto colon = place ? place->rfind(':') : std::string_view::npos;
  if (colon == std::string_view::npos) return false;
  Cursor number(place->substr(colon + 1));
  const auto pid = take_pid(number);
  if (!pid || !number.done()) return false;
  prefix.node = place->substr(0, colon);
  prefix.pid = pid;
  cursor = c;
  return true;
}

}  // namespace

bool mpi_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  Prefix said = prefix;
  if (!c.take('[')) return false;
  const auto rank = take_world_rank(c);
  if (!rank || !c.take(']') || !take_place(c, said)) return false;
  const auto tag = consumed(cursor.rest(), c);
  if (!take_stream(c)) return false;
  prefix = said;
  prefix.task = *rank;
  note_tag(prefix, tag);
  prefix.shared_tag = true;
  cursor = c;
  return true;
}

bool stream_mark(Cursor& cursor, Prefix& prefix) { return !prefix.time.empty() && take_stream(cursor); }

bool task_label(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  bool numbered_from_0 = true;
  if (c.take('P')) {  // heterogeneous job: each component counts its tasks from 0
    const auto component = c.take_number();
    if (!component) return false;
    numbered_from_0 = *component == 0;
  }
  c.skip_blanks();
  const auto digits = c.rest();
  const auto task = take_rank(c);
  if (!task || !c.take(':')) return false;
  const auto tag = numbered_from_0 ? consumed(digits, c) : consumed(cursor.rest(), c);
  if (!c.done() && !c.take(' ')) return false;  // "2026:05:10-14:11:09" is a time
  // srun's own messages carry a task number too, but are not said by that task.
  const auto rest = c.rest();
  const bool by_launcher = rest.starts_with("slurmstepd:") || rest.starts_with("srun:");
  if (!by_launcher) {
    if (numbered_from_0) prefix.task = *task;
    note_tag(prefix, tag);
    prefix.shared_tag = true;
  }
  cursor = c;
  return true;
}

}  // namespace firstfault::demux::shapes
