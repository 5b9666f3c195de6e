#include "blame/carriers.h"

#include <map>
#include <utility>

#include "blame/numbers.h"

namespace firstfault::blame {
namespace {

using parse::Facts;
using parse::StreamIndex;

// What one tag's lines say of who speaks.
struct Voice {
  std::set<int> ranks;
  std::map<std::string, int> programs;  // main script → its uncaught exceptions
  bool starts_others = false;           // spawn's report on a process of its own
};

// "[rank3]:" is printed by the process itself.
bool is_tagged(const parse::Stream& stream) { return stream.task || stream.shared || stream.tag.starts_with("("); }

void note_ranks(const Facts& facts, std::map<StreamIndex, Voice>& voices) {
  for (const auto& [stream, trails] : facts.trails)
    for (const auto& [rank, trail] : trails)
      if (rank >= 0 && is_tagged(facts.streams[stream])) voices[stream].ranks.insert(rank);
  for (const auto& mark : facts.marks) {
    if (mark.match.signature->cls != rules::Class::Identity || !is_tagged(facts.streams[mark.stream])) continue;
    if (const auto rank = number_in(find_fact(mark.match.facts, Fact::Rank))) voices[mark.stream].ranks.insert(*rank);
  }
}

// One program ends with one exception that nobody catches.
void note_ends(const Facts& facts, std::map<StreamIndex, Voice>& voices) {
  for (const auto& failure : facts.failures) {
    if (!is_tagged(facts.streams[failure.stream])) continue;
    if (failure.spawn_index) voices[failure.stream].starts_others = true;
    if (failure.chain.empty() || failure.logged || failure.record || failure.quoted || failure.ignored) continue;
    const auto& frames = failure.chain.back().frames;
    if (!frames.empty() && frames.front().function == "<module>")
      ++voices[failure.stream].programs[frames.front().file];
  }
}

bool carries_several(const Voice& voice) {
  if (voice.ranks.size() > 1 || voice.starts_others) return true;
  for (const auto& [program, ends] : voice.programs)
    if (ends > 1) return true;
  return false;
}

}  // namespace

std::set<StreamIndex> find_carriers(const Facts& facts) {
  std::map<StreamIndex, Voice> voices;
  note_ranks(facts, voices);
  note_ends(facts, voices);
  std::set<StreamIndex> carriers;
  for (const auto& [stream, voice] : voices)
    if (carries_several(voice)) carriers.insert(stream);
  return carriers;
}

}  // namespace firstfault::blame
