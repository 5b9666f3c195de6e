#include <algorithm>
#include <set>

#include "blame/arguments.h"
#include "parse/exit_facts.h"

namespace firstfault::blame {
namespace {

using parse::ProcessExit;

constexpr int kSigKill = 9;
constexpr int kSigTerm = 15;

bool ended_by_teardown(const ProcessExit& process) {
  const int signal = process.signal.value_or(0);
  return !process.out_of_memory && (signal == kSigKill || signal == kSigTerm);
}

}  // namespace

std::size_t exhibit_failure(Blame& blame, const Case& c, std::size_t index, Role role) {
  const auto& failure = c.facts.failures[index];
  for (std::size_t i = 0; i < blame.exhibits.size(); ++i)
    if (blame.exhibits[i].span == failure.span) {
      if (role == Role::Initiator) blame.exhibits[i].role = role;
      return i;
    }
  const std::string rule =
      failure.matches.empty() ? "python-traceback" : std::string(failure.matches.front().signature->id);
  blame.exhibits.push_back({failure.span, rank_of(c.identity, c.facts, failure), role, rule, failure.line, failure.time,
                            role == Role::Initiator});
  return blame.exhibits.size() - 1;
}

std::size_t exhibit_exit(Blame& blame, const Case& c, std::size_t index, Role role) {
  const auto& exit = c.facts.exits[index];
  const std::string rule = exit.source == parse::ExitSource::ElasticTable ? "elastic-table" : "launcher-exit";
  for (std::size_t i = 0; i < blame.exhibits.size(); ++i)
    if (blame.exhibits[i].span == exit.span) return i;
  blame.exhibits.push_back({exit.span, rank_of(c.identity, exit), role, rule, exit.line, {}, false});
  return blame.exhibits.size() - 1;
}

void name_rank(Blame& blame, const Case& c, std::optional<Rank> rank, std::optional<std::size_t> failure) {
  for (auto& known : blame.initiators)
    if (known.process.rank == rank && rank) return;
  Initiator initiator;
  initiator.process.rank = rank;
  initiator.failure = failure;
  const auto fill = [&](const std::optional<LocalRank>& local, const std::string& node,
                        const std::optional<std::int64_t>& pid) {
    if (!initiator.process.local_rank) initiator.process.local_rank = local;
    if (!initiator.process.node && !node.empty()) initiator.process.node = node;
    if (!initiator.process.pid) initiator.process.pid = pid;
  };
  for (const auto& exit : c.facts.exits)
    if (rank && exit.attempt == c.attempt.number && rank_of(c.identity, exit) == rank)
      fill(exit.local_rank, exit.node, exit.pid);
  if (failure) {
    const auto& stream = c.facts.streams[c.facts.failures[*failure].stream];
    if (c.identity.of_stream[c.facts.failures[*failure].stream] == rank)
      fill(stream.local_rank, stream.node, stream.pid);
  }
  if (rank && !initiator.process.node)
    for (const auto& mark : c.facts.marks) {
      const auto* said = find_fact(mark.match.facts, Fact::Rank);
      const auto* host = find_fact(mark.match.facts, Fact::Host);
      if (said != nullptr && host != nullptr && *said == std::to_string(rank->value))
        fill(std::nullopt, *host, std::nullopt);
    }
  blame.initiators.push_back(std::move(initiator));
}

void add_candidate(Blame& blame, Rank rank, double weight, std::string why) {
  for (auto& known : blame.candidates)
    if (known.rank == rank) {
      known.weight = std::max(known.weight, weight);
      return;
    }
  blame.candidates.push_back({rank, weight, std::move(why)});
}

std::string_view cause_of_exit(const ProcessExit& process) {
  if (process.out_of_memory) return "memory.host_oom";
  switch (process.signal.value_or(0)) {
    case 0:
      return "process.exited";
    case 4:
      return "process.signal_ill";
    case 6:
      return "process.abort";
    case 7:
      return "memory.bus_error";
    case kSigKill:
      return "process.killed";
    case 11:
      return "process.signal_segv";
    case 1:
    case 2:
    case kSigTerm:
      return "process.external_signal";
    default:
      return "process.exited";
  }
}

std::vector<std::size_t> first_exits(const Case& c) {
  std::vector<std::size_t> exits;
  for (const auto index : c.attempt.exits) {
    const auto& exit = c.facts.exits[index];
    if (exit.source == parse::ExitSource::Mpirun || exit.exit_code.value_or(0) != 0 || exit.signal ||
        exit.out_of_memory)
      exits.push_back(index);
  }
  const bool any_own =
      std::any_of(exits.begin(), exits.end(), [&](auto i) { return !ended_by_teardown(c.facts.exits[i]); });
  // srun reports every task that it killed after the first one failed; torchelastic's table lists only those already
  // dead.
  if (any_own)
    std::erase_if(exits, [&](auto i) {
      return c.facts.exits[i].source == parse::ExitSource::Srun && ended_by_teardown(c.facts.exits[i]);
    });
  return exits;
}

std::size_t processes_of_launcher(const Case& c) {
  std::set<std::int64_t> pids;
  for (const auto index : c.attempt.exits)
    if (c.facts.exits[index].pid) pids.insert(*c.facts.exits[index].pid);
  for (const auto& closed : c.facts.closed) pids.insert(closed.pid);
  return pids.size();
}

bool all_ranks_of_job(const Case& c, const RankSet& ranks) {
  if (ranks.size() < 2) return false;
  if (c.identity.world_size) return static_cast<int>(ranks.size()) >= *c.identity.world_size;
  // Without a stated world size the ranks that speak are all only if none is missing below the highest.
  if (ranks.begin()->value != 0 || ranks.rbegin()->value + 1 != static_cast<int>(ranks.size())) return false;
  return std::all_of(c.identity.known.begin(), c.identity.known.end(), [&](Rank rank) { return ranks.contains(rank); });
}

}  // namespace firstfault::blame
