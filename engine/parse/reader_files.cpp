// The part of the reader that knows whose a file is which one process wrote: whoever its own lines say.
#include <set>

#include "parse/reader.h"
#include "text/cursor.h"

namespace firstfault::parse {

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
