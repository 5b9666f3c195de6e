#include "blame/speakers.h"

#include <set>

#include "blame/numbers.h"
#include "text/cursor.h"

namespace firstfault::blame {
namespace {

// "node03.cluster.local" and "node03" are one host; an address keeps its dots.
std::string short_name(std::string_view node) {
  if (!node.empty() && text::is_digit(node.front())) return std::string(node);
  return std::string(node.substr(0, node.find('.')));
}

}  // namespace

Speakers::Speakers(const parse::Facts& facts) {
  learn_from_tables(facts);
  learn_from_prefixes(facts);
  learn_from_communicators(facts);
}

void Speakers::learn(Names& names, std::string_view node, std::int64_t number, Rank rank) {
  // Under its node, and under no node for lines that do not say theirs.
  for (const auto& place : {short_name(node), std::string()}) {
    const auto [known, fresh] = names.try_emplace({place, number}, rank);
    if (!fresh && known->second != rank) known->second.reset();
    if (node.empty()) return;
  }
}

std::optional<Rank> Speakers::find(const Names& names, std::string_view node, std::int64_t number) {
  if (!node.empty()) {
    const auto known = names.find({short_name(node), number});
    if (known != names.end()) return known->second;
  }
  const auto known = names.find({std::string(), number});
  return known == names.end() ? std::nullopt : known->second;
}

void Speakers::learn_from_tables(const parse::Facts& facts) {
  for (const auto& exit : facts.exits) {
    if (!exit.rank) continue;
    if (exit.pid && *exit.pid > 0) learn(pids_, exit.node, *exit.pid, *exit.rank);
    if (exit.local_rank && !exit.node.empty()) learn(local_ranks_, exit.node, exit.local_rank->value, *exit.rank);
  }
}

void Speakers::learn_from_prefixes(const parse::Facts& facts) {
  for (const auto& mark : facts.marks)
    if (mark.rank && mark.pid && !facts.streams[mark.stream].shared) learn(pids_, mark.node, *mark.pid, *mark.rank);
  for (const auto& failure : facts.failures)
    if (failure.rank && failure.pid && !failure.quoted && !facts.streams[failure.stream].shared)
      learn(pids_, failure.node, *failure.pid, *failure.rank);
}

// NCCL says "comm … rank 5 nranks 8 cudaDev 1" with host and pid in front. The rank is the communicator's: that of the
// job only in the one that holds every process seen.
void Speakers::learn_from_communicators(const parse::Facts& facts) {
  std::set<std::pair<std::string, std::int64_t>> processes;
  int largest = 0;
  for (const auto& mark : facts.marks) {
    if (mark.match.signature->id != "nccl-communicator" || !mark.pid) continue;
    processes.emplace(short_name(mark.node), *mark.pid);
    largest = std::max(largest, number_in(find_fact(mark.match.facts, Fact::Detail)).value_or(0));
  }
  if (static_cast<int>(processes.size()) > largest) return;
  for (const auto& mark : facts.marks) {
    if (mark.match.signature->id != "nccl-communicator" || !mark.pid) continue;
    const auto rank = number_in(find_fact(mark.match.facts, Fact::GroupRank));
    if (!rank || number_in(find_fact(mark.match.facts, Fact::Detail)) != largest) continue;
    learn(pids_, mark.node, *mark.pid, Rank{*rank});
    if (mark.device) learn(devices_, mark.node, *mark.device, Rank{*rank});
  }
}

std::optional<Rank> Speakers::by_pid(std::string_view node, std::int64_t pid) const { return find(pids_, node, pid); }

std::optional<Rank> Speakers::by_device(std::string_view node, int device) const {
  return find(devices_, node, device);
}

std::optional<Rank> Speakers::by_local_rank(std::string_view node, LocalRank local_rank) const {
  if (node.empty()) return std::nullopt;
  const auto known = local_ranks_.find({short_name(node), local_rank.value});
  return known == local_ranks_.end() ? std::nullopt : known->second;
}

}  // namespace firstfault::blame
