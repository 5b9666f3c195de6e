#include "blame/announced.h"

#include <set>
#include <string_view>

#include "blame/numbers.h"

namespace firstfault::blame {
namespace {

std::map<std::uint32_t, std::set<int>> ranks_by_input(const parse::Facts& facts) {
  std::map<std::uint32_t, std::set<int>> ranks;
  for (const auto& mark : facts.marks) {
    if (mark.match.signature->cls != rules::Class::Identity) continue;
    if (const auto rank = number_in(find_fact(mark.match.facts, Fact::Rank)))
      ranks[mark.span.input.value].insert(*rank);
  }
  for (const auto& [stream, trails] : facts.trails)
    for (const auto& [rank, trail] : trails)
      if (rank >= 0) ranks[facts.streams[stream].input.value].insert(rank);
  for (const auto& exit : facts.exits)
    if (exit.rank) ranks[exit.input.value].insert(exit.rank->value);
  return ranks;
}

// Lines of several hosts or pods in one file.
std::set<std::uint32_t> shared_inputs(const parse::Facts& facts) {
  std::map<std::uint32_t, std::set<std::string_view>> labels;
  std::set<std::uint32_t> shared;
  for (const auto& stream : facts.streams) {
    if (!stream.label.empty()) labels[stream.input.value].insert(stream.label);
    if (labels[stream.input.value].size() > 1) shared.insert(stream.input.value);
  }
  return shared;
}

}  // namespace

std::map<std::uint32_t, Rank> ranks_announced(const parse::Facts& facts) {
  std::map<std::uint32_t, Rank> owners;
  std::set<int> taken;
  const auto shared = shared_inputs(facts);
  for (const auto& [input, ranks] : ranks_by_input(facts)) {
    if (ranks.size() != 1 || shared.contains(input)) continue;
    if (!taken.insert(*ranks.begin()).second) return {};  // two files of one rank: nodes that count alike, or attempts
    owners.emplace(input, Rank{*ranks.begin()});
  }
  if (owners.size() < 2) return {};
  return owners;
}

}  // namespace firstfault::blame
