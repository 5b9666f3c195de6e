// Labels of whatever carried the line: pods, containers, hosts, the system's journal. Many processes share one; none
// says a rank unless it does so in words.
#include <algorithm>

#include "demux/shape_parts.h"
#include "demux/shapes.h"
#include "text/clean.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

constexpr std::size_t kMaxLabel = 256;
constexpr std::size_t kPodHash = 5;  // of Kubernetes' random suffix

void note_label(Prefix& prefix, std::string_view label) { prefix.node = prefix.label = label; }

bool is_dns_label(std::string_view word) {
  return !word.empty() && text::is_alpha(word.front()) && std::all_of(word.begin(), word.end(), [](char c) {
    return text::is_digit(c) || (text::is_alpha(c) && !text::is_upper(c)) || c == '-';
  });
}

// "train-worker-3", "trainer-7d9f8b6c5-x2x4q": names of pods, not two words of a user's bracket.
bool is_pod(std::string_view word) {
  const auto dash = word.rfind('-');
  if (dash == std::string_view::npos || !is_dns_label(word)) return false;
  const auto last = word.substr(dash + 1);
  if (last.size() == kPodHash && std::any_of(last.begin(), last.end(), text::is_digit)) return true;
  if (last.empty() || !std::all_of(last.begin(), last.end(), text::is_digit)) return false;
  static constexpr std::string_view kWorkers[] = {"worker", "master", "trainer", "launcher", "node"};
  return word.find('-') != dash ||
         std::any_of(std::begin(kWorkers), std::end(kWorkers), [&](auto name) { return word.starts_with(name); });
}

std::string_view take_name(Cursor& cursor) { return cursor.take_while(is_name); }

// "python[4711]: ", "kernel: ", "/usr/bin/srun[12]: "
struct Program {
  std::string_view name;
  std::optional<std::int64_t> pid;
};

std::optional<Program> take_program(Cursor& cursor) {
  Cursor c = cursor;
  Program program{c.take_while([](char x) { return is_name(x) || x == '/' || x == '@'; }), std::nullopt};
  if (program.name.empty()) return std::nullopt;
  if (c.take('[')) {
    program.pid = c.take_number();
    if (!program.pid || !c.take(']')) return std::nullopt;
  }
  if (!c.take(':')) return std::nullopt;
  c.take(' ');
  cursor = c;
  return program;
}

// "1 2003-10-11T22:14:15.003Z host app 4711 ID47 - text"
bool rfc5424(Cursor& cursor, Prefix& prefix) {
  const auto word = [](Cursor& c) {
    const auto taken = c.take_while([](char x) { return x != ' '; });
    return c.take(' ') ? taken : std::string_view{};
  };
  Cursor c = cursor;
  if (!c.take("1 ")) return false;
  const auto begin = c.rest();
  if (!take_full_time(c)) return false;
  const auto stamp = consumed(begin, c);
  if (!c.take(' ')) return false;
  const auto host = word(c);
  const auto program = word(c);
  Cursor pid(word(c));
  if (host.empty() || program.empty() || word(c).empty()) return false;
  if (!c.take("- ") && !(c.take('[') && c.take_until("] ", kMaxLabel))) return false;
  c.take("\xEF\xBB\xBF");
  note_time(prefix, stamp);
  note_label(prefix, host);
  if (const auto number = take_pid(pid); number && pid.done()) prefix.pid = number;
  cursor = c;
  return true;
}

bool is_hex(char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); }

}  // namespace

bool pod_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take("[pod/")) return false;
  const auto pod = c.take_until("/", kMaxLabel);
  if (!pod || !c.take_until("]", kMaxLabel)) return false;
  c.take(' ');
  note_label(prefix, *pod);
  cursor = c;
  return true;
}

bool kubetail_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const auto pod = take_name(c);
  if (!is_pod(pod) || !c.take(' ')) return false;
  const auto container = take_name(c);
  if (!is_dns_label(container) || !c.take("] ")) return false;
  note_label(prefix, pod);
  cursor = c;
  return true;
}

bool compose_bar(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto name = take_name(c);
  if (name.size() < 2 || !text::is_digit(name.back()) || !text::is_alpha(name.front())) return false;
  if (name.find_first_of("-_") == std::string_view::npos) return false;
  c.skip_blanks();
  const bool at_end = c.rest() == "|" && c.take('|');
  if (!at_end && !c.take("| ") && !c.take("⦿ ")) return false;
  note_label(prefix, name);
  cursor = c;
  return true;
}

bool replica_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto begin = c.rest();
  if (!c.take("workerpool") || !c.take_number() || !c.take('-') || !c.take_number()) return false;
  const auto replica = consumed(begin, c);
  c.take(':');
  if (!c.take(' ')) return false;
  note_label(prefix, replica);
  cursor = c;
  return true;
}

bool severity_time(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  Prefix said = prefix;
  if (take_level(c) == Level::None) return false;  // the stream's severity, no logger's level
  c.skip_blanks();
  const auto begin = c.rest();
  if (!take_full_time(c)) return false;
  note_time(said, consumed(begin, c));
  if (!c.take(' ') || !replica_tag(c, said)) return false;
  prefix = said;
  cursor = c;
  return true;
}

bool syslog_tag(Cursor& cursor, Prefix& prefix) {
  // Only right after a time of the journal: elsewhere "word word:" is prose.
  if (prefix.time.empty() || !prefix.label.empty() || prefix.record) return false;
  Cursor c = cursor;
  const auto host = take_name(c);
  if (host.empty() || !c.take(' ')) return false;
  const auto begin = c.rest();
  const auto program = take_program(c);
  if (!program) return false;
  const bool classic = is_month(prefix.time.substr(0, 3));
  if (!classic && !program->pid && program->name != "kernel") return false;
  note_label(prefix, host);
  prefix.pid = program->pid;
  if (program->pid) {
    note_tag(prefix, text::trim(consumed(begin, c)));
    prefix.shared_tag = true;
  }
  cursor = c;
  return true;
}

bool priority_tag(Cursor& cursor, Prefix& prefix) {
  constexpr int kMaxPriority = 191;  // RFC 5424: 23 facilities of 8 severities
  if (!prefix.time.empty()) return false;
  Cursor c = cursor;
  if (!c.take('<')) return false;
  const auto priority = c.take_number();
  if (!priority || *priority > kMaxPriority || !c.take('>')) return false;
  if (!rfc5424(c, prefix)) {
    Cursor behind = c;
    Prefix unused;
    if (!uptime(behind, unused) && !take_time(behind)) return false;
  }
  cursor = c;
  return true;
}

bool cri_tag(Cursor& cursor, Prefix& prefix) {
  if (prefix.time.empty()) return false;
  if (cursor.take("stdout F ") || cursor.take("stderr F ")) return true;
  // Of an empty line the runtime leaves no blank behind.
  for (const std::string_view whole : {"stdout F", "stderr F"})
    if (cursor.rest() == whole) return cursor.take(whole);
  if (!cursor.take("stdout P ") && !cursor.take("stderr P ")) return false;
  prefix.partial = true;
  return true;
}

bool determined_tag(Cursor& cursor, Prefix& prefix) {
  constexpr std::size_t kShortestId = 6;
  if (prefix.time.empty()) return false;
  Cursor c = cursor;
  const auto container = c.take_while(is_hex);
  if (container.size() < kShortestId) return false;
  std::optional<int> rank;
  if (c.take(" [rank=")) {
    rank = take_rank(c);
    if (!rank || !c.take(']')) return false;
  }
  if (!c.take(" || ")) return false;
  note_label(prefix, container);
  if (rank && !prefix.rank) prefix.rank = Rank{*rank};
  cursor = c;
  return true;
}

}  // namespace firstfault::demux::shapes
