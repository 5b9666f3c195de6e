#include "blame/identity.h"

#include <algorithm>
#include <set>

#include "blame/announced.h"
#include "blame/carriers.h"
#include "blame/labels.h"
#include "blame/numbers.h"
#include "blame/places.h"

namespace firstfault::blame {
namespace {

using parse::Facts;

// The largest world size that several lines agree on, or the only one.
std::optional<int> stated_world(const Facts& facts) {
  std::map<int, int> votes;
  const auto vote = [&](const std::vector<rules::Match>& matches) {
    for (const auto& match : matches)
      if (const auto size = number_in(find_fact(match.facts, Fact::WorldSize)); size && *size > 0) ++votes[*size];
  };
  for (const auto& mark : facts.marks) vote({mark.match});
  for (const auto& failure : facts.failures) vote(failure.matches);
  if (votes.empty()) return std::nullopt;
  return std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

// "rank 3 of 8" said inside a tagged stream says who that stream is; none where two are said.
std::map<parse::StreamIndex, std::optional<Rank>> said_by_marks(const Facts& facts) {
  std::map<parse::StreamIndex, std::optional<Rank>> ranks;
  for (const auto& mark : facts.marks) {
    if (mark.match.signature->cls != rules::Class::Identity) continue;
    const auto said = number_in(find_fact(mark.match.facts, Fact::Rank));
    if (!said) continue;
    const auto [known, fresh] = ranks.try_emplace(mark.stream, Rank{*said});
    if (!fresh && known->second != Rank{*said}) known->second.reset();
  }
  return ranks;
}

std::optional<Rank> said_by_prefixes(const Facts& facts, parse::StreamIndex stream) {
  const auto trails = facts.trails.find(stream);
  if (trails == facts.trails.end()) return std::nullopt;
  std::optional<Rank> rank;
  for (const auto& [said, trail] : trails->second) {
    if (said < 0) continue;
    if (rank) return std::nullopt;
    rank = Rank{said};
  }
  return rank;
}

// "17-rank0-cannot-tokenise/log.txt": a name is a subject, not a speaker, where the text inside shows other ranks.
std::set<std::uint32_t> misleading_names(const Facts& facts) {
  std::set<std::uint32_t> inputs;
  std::map<std::uint32_t, std::set<int>> locals;
  for (parse::StreamIndex i = 0; i < facts.streams.size(); ++i) {
    const auto& stream = facts.streams[i];
    const auto input = stream.input.value;
    if (!stream.tag.empty() && stream.local_rank) locals[input].insert(stream.local_rank->value);
    if (!stream.file.rank) continue;
    if (stream.rank && stream.rank != stream.file.rank) inputs.insert(input);
    if (const auto trails = facts.trails.find(i); trails != facts.trails.end())
      for (const auto& [rank, trail] : trails->second)
        if (rank >= 0 && rank != stream.file.rank->value) inputs.insert(input);
  }
  for (const auto& [input, numbers] : locals)
    if (numbers.size() > 1) inputs.insert(input);
  for (const auto& exit : facts.exits)
    if (exit.rank && exit.rank != facts.inputs[exit.input.value].file.rank) inputs.insert(exit.input.value);
  std::map<std::uint32_t, std::set<int>> announced;  // "rank 3 of 8"
  for (const auto& mark : facts.marks)
    if (mark.match.signature->cls == rules::Class::Identity)
      if (const auto rank = number_in(find_fact(mark.match.facts, Fact::Rank)))
        announced[mark.span.input.value].insert(*rank);
  for (const auto& [input, ranks] : announced) {
    const auto& named = facts.inputs[input].file.rank;
    if (ranks.size() > 1 || (named && !ranks.contains(named->value))) inputs.insert(input);
  }
  return inputs;
}

// A local rank may be read as the global one only where a single node is proven.
bool proves_single_node(const Facts& facts, const Identity& identity) {
  std::map<int, std::set<std::string>> places;  // local rank → inputs or launcher folders that know it
  for (const auto& stream : facts.streams) {
    if (!stream.local_rank) continue;
    const std::string place =
        stream.file.group.empty() ? facts.inputs[stream.input.value].info.path : stream.file.group;
    places[stream.local_rank->value].insert(place + '/' + stream.label);
  }
  auto launchers = places;
  for (const auto& exit : facts.exits)
    if (exit.local_rank && exit.source == parse::ExitSource::ElasticFailed &&
        facts.inputs[exit.input.value].file.group.empty())
      launchers[exit.local_rank->value].insert(facts.inputs[exit.input.value].info.path + '/' + exit.label);
  for (const auto& [local, where] : launchers)
    if (where.size() > 1) return false;
  std::set<std::string> hosts;
  int locals = 0;
  for (const auto& exit : facts.exits) {
    if (exit.rank && exit.local_rank && exit.rank->value != exit.local_rank->value) return false;
    if (exit.source == parse::ExitSource::ElasticTable && !exit.node.empty()) hosts.insert(exit.node);
  }
  for (const auto& [local, global] : facts.local_to_global)
    if (std::get<int>(local) != global) return false;
  for (const auto& [local, where] : places) locals = std::max(locals, local + 1);
  if (hosts.size() > 1 || facts.several_nodes) return false;
  return !identity.world_size || *identity.world_size <= std::max(locals, 1);
}

void learn_locals(const Facts& facts, Identity& identity) {
  for (const auto& [local, global] : facts.local_to_global) identity.by_local[local] = Rank{global};
  for (const auto& exit : facts.exits)
    if (exit.rank && exit.local_rank)
      identity.by_local[{exit.input.value, exit.label, exit.local_rank->value}] = *exit.rank;
}

void note_speakers(const Facts& facts, Identity& identity) {
  for (parse::StreamIndex i = 0; i < facts.streams.size(); ++i) {
    if (identity.of_stream[i] && facts.streams[i].lines > 0) identity.spoke.insert(*identity.of_stream[i]);
    const auto trails = facts.trails.find(i);
    if (trails == facts.trails.end()) continue;
    for (const auto& [rank, trail] : trails->second)
      if (rank >= 0) identity.spoke.insert(Rank{rank});
  }
  identity.known = identity.spoke;
  for (const auto& exit : facts.exits)
    if (const auto rank = rank_of(identity, exit)) identity.known.insert(*rank);
  for (const auto& mark : facts.marks)
    if (mark.match.signature->cls == rules::Class::Identity)
      if (const auto rank = number_in(find_fact(mark.match.facts, Fact::Rank))) identity.known.insert(Rank{*rank});
  identity.any_rank = !identity.known.empty();
}

// One task a host is how torchrun is started under srun: the task number is then a node's, not a rank.
bool one_task_a_host(const Facts& facts) {
  std::map<std::string, std::set<int>> tasks;
  for (const auto& input : facts.inputs)
    if (input.dialect.task_labels) return false;  // labels put the number in front of what the task itself printed
  for (const auto& exit : facts.exits)
    if (exit.source == parse::ExitSource::Srun && exit.rank && !exit.node.empty())
      tasks[exit.node].insert(exit.rank->value);
  return tasks.size() > 1 &&
         std::all_of(tasks.begin(), tasks.end(), [](const auto& host) { return host.second.size() == 1; });
}

// Files rank_0 … rank_{n-1}, all there: n is the world size.
std::optional<int> world_by_files(const Facts& facts) {
  RankSet ranks;
  for (const auto& input : facts.inputs)
    if (input.file.rank) ranks.insert(*input.file.rank);
  if (ranks.size() < 2 || ranks.rbegin()->value + 1 != static_cast<int>(ranks.size())) return std::nullopt;
  return static_cast<int>(ranks.size());
}

// "0: …" from srun --label, "[1,0]<stdout>:" from mpirun, where each task is a launcher of its own.
std::set<std::uint32_t> inputs_of_launchers(const Facts& facts) {
  std::set<std::uint32_t> inputs;
  for (const auto& exit : facts.exits)
    if (exit.source == parse::ExitSource::ElasticFailed || exit.source == parse::ExitSource::ElasticTable)
      inputs.insert(exit.input.value);
  for (const auto& stream : facts.streams)
    if (stream.task && stream.local_rank) inputs.insert(stream.input.value);
  return inputs;
}

// Its number is a node's or a launcher's, not a rank.
bool is_place_label(const Identity& identity, const parse::Stream& stream, parse::StreamIndex index) {
  return (stream.task && identity.of_launchers.contains(stream.input.value)) || identity.carriers.contains(index);
}

std::optional<Rank> rank_of_local(const Identity& identity, const parse::Stream& stream, LocalRank local) {
  const auto known = identity.by_local.find({stream.input.value, stream.label, local.value});
  if (known != identity.by_local.end()) return known->second;
  if (const auto rank = identity.speakers.by_local_rank(stream.node, local)) return rank;
  if (identity.single_node) return Rank{local.value};
  return std::nullopt;
}

// "torchrun[4711]:" in front of every line is the launcher; "python[4711]:", "python[4712]:" … are its processes.
std::set<std::uint32_t> inputs_of_tagged_processes(const Facts& facts, const Identity& identity) {
  std::map<std::uint32_t, std::size_t> tags;
  for (const auto& stream : facts.streams)
    if (stream.shared) ++tags[stream.input.value];
  std::set<std::uint32_t> inputs;
  for (const auto& [input, count] : tags)
    if (count > 1 && static_cast<int>(count) >= identity.world_size.value_or(0)) inputs.insert(input);
  return inputs;
}

// What is looked up for every stream.
struct Hints {
  std::set<std::uint32_t> misled;            // inputs whose names name no speaker
  std::set<std::uint32_t> tagged_processes;  // inputs whose shared tags are processes
  std::map<parse::StreamIndex, std::optional<Rank>> marks;
  std::map<std::uint32_t, Rank> announced;  // whose an input says it is
};

Known who_speaks(const Identity& identity, const Facts& facts, const Hints& hints, parse::StreamIndex i) {
  const auto& stream = facts.streams[i];
  const bool by_name = stream.rank && stream.rank == stream.file.rank;
  const bool misled = by_name && hints.misled.contains(stream.input.value);
  if (stream.rank && !is_place_label(identity, stream, i) && !misled)
    return {stream.rank, by_name ? Road::Name : Road::Prefix};
  const bool own_tag = !stream.tag.empty() && !identity.carriers.contains(i) &&
                       (!stream.shared || hints.tagged_processes.contains(stream.input.value));
  const bool local_by_name = stream.tag.empty() && stream.local_rank && stream.local_rank == stream.file.local_rank;
  if (local_by_name && hints.misled.contains(stream.input.value)) return {};
  const bool own_voice = own_tag || stream.local_rank || (stream.file.rank && !misled);
  if (own_voice) {
    if (const auto rank = said_by_prefixes(facts, i)) return {rank, Road::Speaker};
    if (const auto marks = hints.marks.find(i); marks != hints.marks.end() && marks->second)
      return {marks->second, Road::Speaker};
  }
  if (stream.pid && !identity.carriers.contains(i))
    if (const auto rank = identity.speakers.by_pid(stream.node, *stream.pid)) return {rank, Road::ProcessId};
  if (stream.local_rank)
    if (const auto rank = rank_of_local(identity, stream, *stream.local_rank)) return {rank, Road::LocalRank};
  if (const auto owner = hints.announced.find(stream.input.value); owner != hints.announced.end() && stream.tag.empty())
    return {owner->second, Road::Speaker};
  return {};
}

}  // namespace

Identity identify(const Facts& facts) {
  Identity identity;
  identity.world_size = stated_world(facts);
  if (!identity.world_size) identity.world_size = world_by_files(facts);
  identity.world_stated = identity.world_size.has_value();
  learn_locals(facts, identity);
  identity.speakers = Speakers(facts);
  identity.single_node = proves_single_node(facts, identity);
  const bool told = identity.world_size || !facts.local_to_global.empty() ||
                    std::any_of(facts.exits.begin(), facts.exits.end(),
                                [](const auto& exit) { return exit.rank && exit.local_rank; });
  identity.assumed_local = identity.single_node && !told;
  identity.of_launchers = inputs_of_launchers(facts);
  identity.carriers = find_carriers(facts);
  const Hints hints{misleading_names(facts), inputs_of_tagged_processes(facts, identity), said_by_marks(facts),
                    ranks_announced(facts)};
  for (parse::StreamIndex i = 0; i < facts.streams.size(); ++i) {
    const auto& stream = facts.streams[i];
    const Known known = who_speaks(identity, facts, hints, i);
    identity.of_stream.push_back(known.rank);
    identity.road_of_stream.push_back(known.road);
    if (known.rank && stream.local_rank)
      identity.by_local.try_emplace({stream.input.value, stream.label, stream.local_rank->value}, *known.rank);
  }
  for (const auto& [stream, rank] : ranks_by_label(facts, identity.of_stream, identity.world_size)) {
    identity.of_stream[stream] = rank;
    identity.road_of_stream[stream] = Road::Label;
  }
  for (const auto& [stream, rank] : ranks_by_place(facts, identity.of_stream, identity.world_size)) {
    identity.of_stream[stream] = rank;
    identity.road_of_stream[stream] = Road::Name;
  }
  identity.tasks_are_nodes = one_task_a_host(facts);
  note_speakers(facts, identity);
  return identity;
}

Known who_said(const Identity& identity, const Facts& facts, parse::StreamIndex index, const Said& said) {
  const auto& stream = facts.streams[index];
  const bool label_only = said.rank && said.rank == stream.rank && is_place_label(identity, stream, index);
  if (said.rank && !label_only) return {said.rank, Road::Prefix};
  const bool pid_only = said.pid && said.pid == stream.pid && identity.carriers.contains(index);
  if (said.pid && !pid_only)
    if (const auto rank = identity.speakers.by_pid(said.node, *said.pid)) return {rank, Road::ProcessId};
  if (identity.of_stream[index]) return {identity.of_stream[index], identity.road_of_stream[index]};
  if (said.device)
    if (const auto rank = identity.speakers.by_device(said.node, *said.device)) return {rank, Road::Device};
  if (said.local_rank)
    if (const auto rank = rank_of_local(identity, stream, *said.local_rank)) return {rank, Road::LocalRank};
  return {};
}

std::optional<Rank> rank_of(const Identity& identity, const Facts& facts, const parse::Failure& failure) {
  const Said said{failure.rank, failure.local_rank, failure.pid, failure.device, failure.node};
  if (const auto known = who_said(identity, facts, failure.stream, said); known.rank) return known.rank;
  // Older C++ lines say the rank within the group only; in a job that has no other numbers it is all there is.
  if (failure.group_rank && !identity.any_rank) return Rank{*failure.group_rank};
  if (failure.spawn_index && !facts.streams[failure.stream].local_rank) return Rank{*failure.spawn_index};
  return std::nullopt;
}

std::optional<Rank> rank_of(const Identity& identity, const parse::ProcessExit& process) {
  if (process.source == parse::ExitSource::Srun && identity.tasks_are_nodes) return std::nullopt;
  if (process.rank) return process.rank;
  if (process.pid)
    if (const auto rank = identity.speakers.by_pid(process.node, *process.pid)) return rank;
  if (!process.local_rank) return std::nullopt;
  const auto known = identity.by_local.find({process.input.value, process.label, process.local_rank->value});
  if (known != identity.by_local.end()) return known->second;
  if (const auto rank = identity.speakers.by_local_rank(process.node, *process.local_rank)) return rank;
  if (identity.single_node) return Rank{process.local_rank->value};
  return std::nullopt;
}

}  // namespace firstfault::blame
