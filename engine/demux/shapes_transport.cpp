// Tags that a launcher or the framework puts in front of every line of one process.
#include <algorithm>
#include <array>

#include "demux/shape_parts.h"
#include "demux/shapes.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

// Users number other things in brackets before a colon, too; and hosts and workers of pytest are no local ranks.
constexpr std::array<std::string_view, 27> kNoRoles{"rank",  "gw",    "step", "epoch", "iter",    "iteration", "batch",
                                                    "layer", "block", "node", "pod",   "host",    "stage",     "phase",
                                                    "fold",  "trial", "run",  "group", "attempt", "restart",   "thread",
                                                    "tp",    "pp",    "dp",   "ep",    "chunk",   "shard"};

bool is_role(std::string_view name) {
  if (name.empty() || !text::is_alpha(name.front())) return false;
  return std::none_of(kNoRoles.begin(), kNoRoles.end(), [&](auto other) { return equals_ignoring_case(name, other); });
}

// "E321 ", "E ", "W1206 " of torch's loggers.
bool begins_glog(std::string_view text) {
  Cursor c(text);
  c.take('[');
  if (level_of_letter(c.peek()) == Level::None || !c.take(c.peek())) return false;
  c.take_while(text::is_digit);
  return c.peek() == ' ';
}

// "[2024-02-23 17:30:35,123] torch._dynamo.convert_frame: [WARNING]" of torch 2.2.
bool begins_torch_record(std::string_view text) {
  Cursor c(text);
  return c.take('[') && take_full_time(c) && c.take("] torch.");
}

// PyTorch writes "[rank3]: text" and "[rank3]:[E321 …"; anything else right after the colon was put there by torchrun
// for a role named "rank", whose number is the local rank.
bool is_torchs_own(std::string_view rest) {
  return rest.empty() || rest.front() == ' ' || begins_glog(rest) || begins_torch_record(rest);
}

// "[rank0]:[rank5]: " and "[3]:[rank3]: ": the number behind the tag that stands in front of PyTorch's.
std::optional<int> rank_in_next_tag(std::string_view rest) {
  Cursor c(rest);
  if (!c.take("[rank")) return std::nullopt;
  const auto rank = take_rank(c);
  return c.take("]:") ? rank : std::nullopt;
}

// What torch's C++ code says with the rank of one of its groups in front.
bool is_group_talk(std::string_view text) {
  static constexpr std::array<std::string_view, 9> kTalk{
      "Watchdog caught", "Caught collective", "NCCL watchdog",    "Process group watchdog", "Some NCCL op",
      "To avoid data",   "Timeout at NCCL",   "ProcessGroupNCCL", "Found key in store"};
  return std::any_of(kTalk.begin(), kTalk.end(), [&](auto talk) { return text.starts_with(talk); });
}

// Local ranks in words: "[local_rank 2]".
enum class Meaning { None, Global, Local };

Meaning meaning_of(std::string_view word) {
  if (equals_ignoring_case(word, "rank") || equals_ignoring_case(word, "global_rank")) return Meaning::Global;
  if (equals_ignoring_case(word, "local_rank") || equals_ignoring_case(word, "localrank")) return Meaning::Local;
  return Meaning::None;
}

struct Numbered {
  std::string_view word;
  int number = 0;
  bool tight = false;  // nothing between word and number, as in "[rank3]"
};

// "[rank3]", "[rank: 3]", "(rank 3)", "<rank 3>", "[RANK=3]"
std::optional<Numbered> take_numbered(Cursor& cursor) {
  Cursor c = cursor;
  const char open = c.peek();
  const char close = open == '(' ? ')' : open == '<' ? '>' : ']';
  if (!c.take(open)) return std::nullopt;
  const auto word = c.take_while([](char x) { return text::is_alpha(x) || x == '_'; });
  if (meaning_of(word) == Meaning::None) return std::nullopt;
  const bool tight = text::is_digit(c.peek());
  if (!c.take(": ") && !c.take('=') && !c.take(':')) c.take(' ');
  const auto number = take_rank(c);
  if (!number || !c.take(close)) return std::nullopt;
  cursor = c;
  return Numbered{word, *number, tight};
}

// "[rank3]:" as the first tag of a line, or behind others.
void note_colon_tag(int rank, std::string_view rest, Prefix& prefix) {
  if (const auto inner = rank_in_next_tag(rest)) {
    if (*inner != rank && !prefix.local_rank) prefix.local_rank = LocalRank{rank};
    return;
  }
  if (prefix.local_rank || prefix.rank || is_torchs_own(rest))
    prefix.rank = Rank{rank};
  else
    prefix.local_rank = LocalRank{rank};
}

// A rank without a colon: a user's or Lightning's global one, or that of a group in torch's C++ records.
void note_plain_tag(const Numbered& tag, std::string_view rest, Prefix& prefix) {
  const bool by_torch = tag.word == "Rank" && (prefix.logger == Logger::Glog || is_group_talk(rest));
  if (by_torch) {
    if (!prefix.group_rank) prefix.group_rank = tag.number;
  } else if (rest.starts_with("Child process with PID ")) {
    if (!prefix.local_rank) prefix.local_rank = LocalRank{tag.number};  // Lightning: of the child it speaks about
  } else {
    prefix.rank = Rank{tag.number};
  }
}

}  // namespace

bool role_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const auto begin = c.rest();
  const auto inside = c.take_while(is_name);
  if (!c.take("]:")) return false;
  auto digits = inside.size();
  while (digits > 0 && text::is_digit(inside[digits - 1])) --digits;
  const auto role = inside.substr(0, digits);
  Cursor number(begin.substr(digits));
  const auto local = take_rank(number);
  // "[worker-1]:" is a pod as well as a role; "[step3]: loss" has the blank that torchrun does not put there.
  if (!local || !is_role(role) || role.ends_with('-') || role.ends_with('.')) return false;
  if (role != "default" && c.peek() == ' ' && !c.rest().starts_with("  ")) return false;
  if (!prefix.local_rank) prefix.local_rank = LocalRank{*local};
  if (prefix.tag.starts_with('(')) prefix.shared_tag = true;  // an actor that runs a launcher speaks for several
  note_tag(prefix, consumed(cursor.rest(), c));
  cursor = c;
  return true;
}

bool rank_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto tag = take_numbered(c);
  if (!tag) return false;
  const bool colon = c.take(':');
  const auto seen = consumed(cursor.rest(), c);
  if (meaning_of(tag->word) == Meaning::Local) {
    if (!prefix.local_rank) prefix.local_rank = LocalRank{tag->number};
    c.take(' ');
  } else if (colon) {
    if (tag->word == "rank" && tag->tight)
      note_colon_tag(tag->number, c.rest(), prefix);
    else
      prefix.rank = Rank{tag->number};
    if (prefix.task != tag->number) note_tag(prefix, seen);
    c.take(' ');
  } else {
    c.take(' ');
    note_plain_tag(*tag, c.rest(), prefix);
  }
  cursor = c;
  return true;
}

bool rank_bar(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!equals_ignoring_case(c.take_while(text::is_alpha), "rank")) return false;
  c.take(' ');
  const auto rank = take_rank(c);
  if (!rank) return false;
  c.skip_blanks();
  if (!c.take("| ")) return false;
  if (!prefix.rank) prefix.rank = Rank{*rank};
  cursor = c;
  return true;
}

bool template_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  if (!c.take('[') || !take_rank(c) || !c.take("]:") || !rank_in_next_tag(c.rest())) return false;
  note_tag(prefix, consumed(cursor.rest(), c));
  cursor = c;
  return true;
}

bool host_before_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto host = c.take_while(is_name);
  const bool named =
      std::any_of(host.begin(), host.end(), text::is_alpha) || std::count(host.begin(), host.end(), '.') == 3;
  if (host.size() < 2 || !named || !c.take(": [")) return false;
  if (!c.rest().starts_with("rank") && !c.rest().starts_with("default")) return false;
  prefix.node = prefix.label = host;
  cursor = Cursor(cursor.rest().substr(host.size() + 2));
  return true;
}

bool bench_tag(Cursor& cursor, Prefix& prefix) {
  Cursor c = cursor;
  const auto name = c.take_while(is_name);
  const auto dot = name.find('.');
  if (dot == std::string_view::npos || dot == 0 || name.back() == '.') return false;
  if (!c.take(" [stderr] ") && !c.take(" [stdout] ")) return false;
  prefix.label = name;
  if (const auto last = name.rfind('.'); last != dot) prefix.node = name.substr(dot + 1, last - dot - 1);
  cursor = c;
  return true;
}

bool colour_rest(Cursor& cursor, Prefix& /*says nothing*/) {
  Cursor c = cursor;
  if (!c.take('[')) return false;
  const auto codes = c.take_while([](char x) { return text::is_digit(x) || x == ';'; });
  if (codes.empty() || !c.take('m')) return false;
  if (codes == "0")
    c.take(' ');
  else if (c.peek() != '(' && c.peek() != '[')
    return false;
  cursor = c;
  return true;
}

}  // namespace firstfault::demux::shapes
