#include <algorithm>

#include "demux/shapes.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

constexpr int kMaxRank = 1 << 20;  // larger numbers in rank position are no ranks

std::optional<int> take_rank(Cursor& cursor) {
  const auto number = cursor.take_number();
  if (!number || *number > kMaxRank) return std::nullopt;
  return static_cast<int>(*number);
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

bool is_name(char c) { return text::is_word(c) || c == '-' || c == '.'; }

// The tag, from where the line began to where the cursor stands, becomes the stream's name if none was taken before.
void note_tag(Prefix& prefix, std::string_view before, const Cursor& after) {
  if (prefix.tag.empty()) prefix.tag = before.substr(0, before.size() - after.rest().size());
}

}  // namespace

bool role_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const auto role = c.take_while([](char x) { return text::is_alpha(x) || x == '_'; });
  if (role.empty() || equals_ignoring_case(role, "rank") || equals_ignoring_case(role, "gw")) return false;
  const auto local = take_rank(c);
  if (!local || !c.take("]:")) return false;
  if (!prefix.local_rank) prefix.local_rank = LocalRank{*local};
  note_tag(prefix, cursor.rest(), c);
  cursor = c;
  return true;
}

bool rank_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const bool round = c.take('(');
  if (!round && !c.take('[')) return false;
  const auto word = c.take_while(text::is_alpha);
  if (!equals_ignoring_case(word, "rank")) return false;
  if (!c.take(": ") && !c.take('=')) c.take(' ');
  const auto rank = take_rank(c);
  if (!rank || !c.take(round ? ')' : ']')) return false;
  const bool excepthook = c.take(':');
  c.take(' ');
  // "[Rank 3]" after a C++ header is the rank within a process group; everywhere else it is the global one.
  const bool inner = word == "Rank" && prefix.record && !excepthook;
  if (inner) {
    if (!prefix.group_rank) prefix.group_rank = *rank;
  } else {
    // Stacked "[rank0]:[rank5]:" comes from a role named "rank": the outer one is then the local rank.
    if (prefix.rank && excepthook && *prefix.rank != Rank{*rank}) prefix.local_rank = LocalRank{prefix.rank->value};
    prefix.rank = Rank{*rank};
    if (excepthook) note_tag(prefix, cursor.rest(), c);
  }
  cursor = c;
  return true;
}

bool mpi_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  auto rank = take_rank(c);
  if (!rank) return false;
  if (c.take(',')) {
    c.take("mpirank:");
    rank = take_rank(c);
    if (!rank) return false;
    if (c.take(',')) c.take_while(is_name);
  }
  if (!c.take(']')) return false;
  if (c.take('[')) {  // PRRTE detailed: [host:pid]
    const auto place = c.take_until("]", 256);
    if (!place) return false;
    prefix.node = place->substr(0, place->find(':'));
  }
  if (!c.take("<stdout>:") && !c.take("<stderr>:") && !c.take("<stddiag>:") && !c.take("<stdout>: ")) return false;
  if (!prefix.rank) prefix.rank = Rank{*rank};
  note_tag(prefix, cursor.rest().substr(0, cursor.rest().find('<')), Cursor{""});
  cursor = c;
  return true;
}

bool task_label(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (c.take('P')) {  // heterogeneous job: "P1  3: "
    if (!c.take_number()) return false;
  }
  c.skip_blanks();
  const auto begin = c.rest();
  const auto task = take_rank(c);
  if (!task || !c.take(':')) return false;
  c.take(' ');
  // srun's own messages carry a task number too, but are not said by that task.
  const auto rest = c.rest();
  const bool by_launcher = rest.starts_with("slurmstepd:") || rest.starts_with("srun:");
  if (!by_launcher) {
    if (!prefix.rank) prefix.rank = Rank{*task};
    if (prefix.tag.empty()) prefix.tag = begin.substr(0, begin.find(':') + 1);
  }
  cursor = c;
  return true;
}

bool pod_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take("[pod/")) return false;
  const auto pod = c.take_until("/", 256);
  if (!pod || !c.take_until("]", 256)) return false;
  c.take(' ');
  prefix.node = prefix.label = *pod;
  cursor = c;
  return true;
}

bool compose_bar(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto name = c.take_while(is_name);
  if (name.size() < 2 || !text::is_digit(name.back()) || name.find('-') == std::string_view::npos) return false;
  c.skip_blanks();
  if (!c.take("| ") && c.rest() != "|") return false;
  prefix.node = prefix.label = name;
  cursor = c;
  return true;
}

namespace {

constexpr int kNoRank = -1;

// Worker_TP3, Worker_DP1_TP0: the TP part is the rank only where there is no other part.
int rank_in_name(std::string_view name) {
  const auto at = name.find("_TP");
  if (at == std::string_view::npos || name.find("_DP") != std::string_view::npos) return kNoRank;
  Cursor digits(name.substr(at + 3));
  const int rank = take_rank(digits).value_or(kNoRank);
  return digits.done() ? rank : kNoRank;
}

}  // namespace

bool actor_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('(')) return false;
  const auto name = c.take_while(is_name);
  if (name.empty()) return false;
  const bool numbered = c.take(" rank=") || c.take(" TP");
  const int rank = numbered ? take_rank(c).value_or(kNoRank) : rank_in_name(name);
  if (!c.take(" pid=")) return false;
  const auto pid = c.take_number();
  if (!pid || !c.take_until(")", 512)) return false;
  c.take(' ');
  if (rank != kNoRank && !prefix.rank) prefix.rank = Rank{rank};
  prefix.pid = *pid;
  note_tag(prefix, cursor.rest(), c);
  cursor = c;
  return true;
}

bool host_before_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto host = c.take_while(is_name);
  if (host.size() < 2 || !c.take(": [")) return false;
  if (!c.rest().starts_with("rank") && !c.rest().starts_with("default")) return false;
  prefix.node = prefix.label = host;
  cursor = Cursor(cursor.rest().substr(host.size() + 2));
  return true;
}

bool syslog_tag(Cursor& cursor, Prefix& prefix) {
  // Only right after a syslog time ("Oct 04 13:19:39"): elsewhere "word word:" is prose.
  if (prefix.time.empty() || !text::is_alpha(prefix.time.front()) || !prefix.label.empty()) return false;
  Cursor c = cursor;
  const auto host = c.take_while(is_name);
  if (host.empty() || !c.take(' ')) return false;
  const auto program = c.take_while([](char x) { return is_name(x) || x == '/'; });
  if (program.empty()) return false;
  std::optional<std::int64_t> pid;
  if (c.take('[')) {
    pid = c.take_number();
    if (!pid || !c.take(']')) return false;
  }
  if (!c.take(':')) return false;
  c.take(' ');
  prefix.node = prefix.label = host;
  prefix.pid = pid;
  cursor = c;
  return true;
}

bool cri_tag(Cursor& cursor, Prefix& prefix) {
  if (prefix.time.empty()) return false;
  return cursor.take("stdout F ") || cursor.take("stderr F ") || cursor.take("stdout P ") || cursor.take("stderr P ");
}

}  // namespace firstfault::demux::shapes
