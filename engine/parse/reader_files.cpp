// The part of the reader that looks back on an input as a whole: whose a file is which one process wrote, and whether
// records say whose the tracebacks below them are.
#include <set>

#include "parse/reader.h"
#include "text/cursor.h"

namespace firstfault::parse {

// The record above a traceback may be another process's. It is not where every traceback has one of its own: each
// process prints its record before its traceback, so no two can be crossed.
void Reader::drop_doubtful_ranks() {
  std::set<int> ranks;
  std::size_t tracebacks = 0;
  bool certain = true;
  for (const auto& failure : facts_.failures) {
    if (failure.source != Source::Exception || failure.quoted || failure.cls == rules::Class::Launcher) continue;
    if (failure.rank && !failure.rank_of_record) continue;
    ++tracebacks;
    certain = certain && failure.rank && !failure.woven && ranks.insert(failure.rank->value).second;
  }
  if (certain && tracebacks > 1) return;
  for (auto& failure : facts_.failures)
    if (failure.rank_of_record) failure.rank.reset();
}

// A file that is named by a process id has one rank, where all that its lines say of their speaker is the same.
void Reader::name_process_of_file() {
  const auto& file = facts_.inputs.front().file;
  if (!file.pid || file.rank) return;
  std::set<int> said;
  for (const auto& [stream, trails] : facts_.trails)
    for (const auto& [rank, trail] : trails)
      if (rank >= 0) said.insert(rank);
  for (const auto& mark : facts_.marks) {
    if (mark.match.signature->cls != rules::Class::Identity) continue;
    const auto* text = find_fact(mark.match.facts, Fact::Rank);
    if (text == nullptr) continue;
    text::Cursor cursor(*text);
    if (const auto rank = cursor.take_number()) said.insert(static_cast<int>(*rank));
  }
  if (said.size() != 1) return;
  for (auto& stream : facts_.streams)
    if (stream.tag.empty()) stream.rank = Rank{*said.begin()};
}

}  // namespace firstfault::parse
