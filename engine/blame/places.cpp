#include "blame/places.h"

#include <algorithm>
#include <set>

namespace firstfault::blame {
namespace {

using Kind = demux::Place::Kind;
using parse::Facts;
using parse::StreamIndex;

struct Family {
  std::map<std::uint32_t, int> number_of_input;
  bool sure_tasks = true;
  bool has_follower = false;
  bool has_first = false;  // a node of its own has number 0, so followers begin at 1
};

enum class Group { Tasks, Nodes };

std::map<Group, Family> families_of(const Facts& facts) {
  std::map<Group, Family> families;
  for (std::uint32_t i = 0; i < facts.inputs.size(); ++i) {
    const auto& place = facts.inputs[i].file.place;
    if (!place) continue;
    const bool task = place->kind == Kind::Task || place->kind == Kind::MayBe;
    Family& family = families[task ? Group::Tasks : Group::Nodes];
    family.number_of_input[i] = place->number;
    family.sure_tasks = family.sure_tasks && place->kind == Kind::Task;
    family.has_follower = family.has_follower || place->kind == Kind::Follower;
    family.has_first = family.has_first || place->kind == Kind::Node;
  }
  for (auto& [group, family] : families)
    if (family.has_first && family.has_follower)
      for (auto& [input, number] : family.number_of_input)
        if (facts.inputs[input].file.place->kind == Kind::Follower) ++number;
  return families;
}

// Lines of several processes, or of another rank than the place's number.
bool contradicts(const Facts& facts, StreamIndex i, std::optional<Rank> known, int number) {
  const auto& stream = facts.streams[i];
  if (stream.local_rank && stream.local_rank->value != 0) return true;
  if (known && known->value != number) return true;
  const auto trails = facts.trails.find(i);
  return trails != facts.trails.end() &&
         std::any_of(trails->second.begin(), trails->second.end(),
                     [&](const auto& trail) { return trail.first >= 0 && trail.first != number; });
}

bool launches(const Facts& facts, std::uint32_t input) {
  return std::any_of(facts.exits.begin(), facts.exits.end(), [&](const auto& exit) {
    return exit.input.value == input && (exit.source == parse::ExitSource::ElasticFailed ||
                                         exit.source == parse::ExitSource::ElasticTable || exit.local_rank);
  });
}

// Numbers from 0 without a gap, as many as the job has processes. Nodes and what may be an array of jobs need that
// number stated: they mostly hold several processes, or one job each.
bool is_complete(Group group, const Family& family, std::optional<int> world_size) {
  std::set<int> numbers;
  for (const auto& [input, number] : family.number_of_input) numbers.insert(number);
  const auto count = static_cast<int>(numbers.size());
  if (count < 2 || *numbers.begin() != 0 || *numbers.rbegin() != count - 1) return false;
  if (world_size) return *world_size == count;
  return group == Group::Tasks && family.sure_tasks;
}

}  // namespace

std::map<StreamIndex, Rank> ranks_by_place(const Facts& facts, const std::vector<std::optional<Rank>>& of_stream,
                                           std::optional<int> world_size) {
  std::map<StreamIndex, Rank> ranks;
  for (const auto& [group, family] : families_of(facts)) {
    if (!is_complete(group, family, world_size)) continue;
    std::map<StreamIndex, Rank> found;
    bool holds = true;
    for (StreamIndex i = 0; i < facts.streams.size() && holds; ++i) {
      const auto number = family.number_of_input.find(facts.streams[i].input.value);
      if (number == family.number_of_input.end()) continue;
      holds = !contradicts(facts, i, of_stream[i], number->second);
      if (!of_stream[i]) found.emplace(i, Rank{number->second});
    }
    holds = holds && std::none_of(family.number_of_input.begin(), family.number_of_input.end(),
                                  [&](const auto& input) { return launches(facts, input.first); });
    if (holds) ranks.merge(found);
  }
  return ranks;
}

}  // namespace firstfault::blame
