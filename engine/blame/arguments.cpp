#include "blame/arguments.h"

#include <algorithm>
#include <map>
#include <set>

#include "parse/classify.h"
#include "parse/exit_facts.h"
#include "text/words.h"

namespace firstfault::blame {
namespace {

using parse::Failure;
using parse::Order;

constexpr std::size_t kLauncherExhibits = 3;

constexpr Argument kArguments[] = {
    from_outside, own_error_with_rank, own_error_without_rank, odd_fingerprint, crashed_silently, missing_list,
    disagreement, unexplained_exit,    leader_first,           absence,         network_trouble,  launcher_only,
    undetermined};

std::string because(const Failure& failure) {
  if (!failure.matches.empty()) return text::lower_first(failure.matches.front().signature->title);
  return "an error out of a collective call, of unknown wording: " + failure.text.substr(0, 80);
}

// A process without a rank is known by its failure.
bool is_initiator(const std::set<std::size_t>& failures, const ProcessView& view) {
  return !view.rank && std::any_of(view.failures.begin(), view.failures.end(),
                                   [&](std::size_t index) { return failures.contains(index); });
}

void add_collateral(Blame& blame, const Case& c) {
  if (blame.attribution == Attribution::AllRanks) return;
  RankSet ranks;
  std::set<std::size_t> failures;
  for (const auto& initiator : blame.initiators) {
    if (initiator.process.rank) ranks.insert(*initiator.process.rank);
    if (initiator.failure) failures.insert(*initiator.failure);
  }
  std::map<std::string, Collateral> groups;
  const auto add = [&](const ProcessView& view) {
    if (view.rank ? ranks.contains(*view.rank) : is_initiator(failures, view)) return;
    const auto index = view.collateral ? view.collateral : view.suspect ? view.suspect : view.network;
    if (!index) return;
    const std::string why = because(c.facts.failures[*index]);
    auto& group = groups[why];
    group.because = why;
    if (view.rank)
      group.ranks.insert(*view.rank);
    else
      ++group.unranked;
    if (group.exhibits.size() < 3) group.exhibits.push_back(exhibit_failure(blame, c, *index, Role::Collateral));
  };
  for (const auto& view : c.attempt.ranked) add(view);
  for (const auto& view : c.attempt.unranked) add(view);
  for (auto& [why, group] : groups) blame.collateral.push_back(std::move(group));
}

// Texts without a rank belong to whoever is left, where there are exactly as many.
void rank_the_rest(Blame& blame, const Case& c) {
  Collateral* open = nullptr;
  std::size_t count = 0;
  RankSet taken;
  for (auto& group : blame.collateral) {
    if (group.unranked > 0 && open != nullptr) return;
    if (group.unranked > 0) open = &group;
    count += group.ranks.size() + group.unranked;
    taken.insert(group.ranks.begin(), group.ranks.end());
  }
  for (const auto& initiator : blame.initiators) {
    if (!initiator.process.rank) return;
    taken.insert(*initiator.process.rank);
  }
  if (open == nullptr || blame.initiators.empty() || !c.identity.world_size) return;
  if (count + blame.initiators.size() != static_cast<std::size_t>(*c.identity.world_size)) return;
  for (int rank = 0; rank < *c.identity.world_size; ++rank)
    if (!taken.contains(Rank{rank})) open->ranks.insert(Rank{rank});
  open->unranked = 0;
}

// The launcher's own opinion, quoted as one witness; where it names another rank, why it is not followed.
void add_launcher(Blame& blame, const Case& c) {
  for (const auto index : c.attempt.exits) {
    const auto& exit = c.facts.exits[index];
    if (!exit.root_cause) continue;
    const auto rank = rank_of(c.identity, exit);
    (void)exhibit_exit(blame, c, index, Role::Launcher);
    if (!rank || blame.initiators.empty()) continue;
    const bool agrees = std::any_of(blame.initiators.begin(), blame.initiators.end(),
                                    [&](const auto& i) { return i.process.rank == rank; });
    if (agrees || !blame.initiators.front().process.rank) continue;
    const ProcessView* view = find_rank(c.attempt.ranked, *rank);
    blame.launcher_note =
        "torchrun's \"root cause\" names rank " + std::to_string(rank->value) +
        (view != nullptr && view->explained() ? ", which only lost its peer"
                                              : ", which was the first to be seen dead, not the first to fail");
    if (blame.attribution == Attribution::External)
      blame.launcher_note = "torchrun's \"root cause\" names rank " + std::to_string(rank->value) +
                            ", but the job was ended from outside";
  }
  for (const auto index : c.attempt.exits)
    if (blame.exhibits.size() < kMostExits && !c.facts.exits[index].root_cause)
      (void)exhibit_exit(blame, c, index, Role::Launcher);
}

void normalise_candidates(Blame& blame) {
  double sum = 0;
  for (const auto& candidate : blame.candidates) sum += candidate.weight;
  std::stable_sort(blame.candidates.begin(), blame.candidates.end(),
                   [](const auto& a, const auto& b) { return a.weight > b.weight; });
  if (sum > 1)
    for (auto& candidate : blame.candidates) candidate.weight /= sum;
  if (blame.candidates.size() > 16) blame.candidates.resize(16);
}

std::string_view why(const Blame& blame, const Initiator& initiator) {
  if (initiator.failure) return "its own text states a cause";
  if (blame.path == "absence") return "the only rank that did not wait";
  if (blame.path == "ended without a word") return "ended, and its own text does not say that it lost a peer";
  return "does not fit the others";
}

// A document quotes failures of other days.
bool quoted_in_document(const Blame& blame, const Case& c) {
  return c.attempt.exits.empty() &&
         std::all_of(blame.exhibits.begin(), blame.exhibits.end(),
                     [&](const Exhibit& exhibit) { return c.facts.inputs[exhibit.span.input.value].document; });
}

double weight_of(Certainty certainty) {
  switch (certainty) {
    case Certainty::Certain:
      return 0.97;
    case Certainty::Likely:
      return 0.85;
    case Certainty::Possible:
      return 0.5;
    case Certainty::Undetermined:
      return 0.2;
  }
  return 0.2;
}

}  // namespace

Blame argue(const Case& c) {
  for (const auto argument : kArguments) {
    auto answer = argument(c);
    if (!answer) continue;
    answer->failed = true;
    answer->attempt = c.attempt.number;
    answer->world_size = c.identity.world_size;
    add_collateral(*answer, c);
    rank_the_rest(*answer, c);
    add_launcher(*answer, c);
    // No span, no claim: where only the launcher's own error says that the job failed, that line is quoted.
    if (answer->exhibits.empty())
      for (const auto index : c.attempt.launcher)
        if (answer->exhibits.size() < kLauncherExhibits) (void)exhibit_failure(*answer, c, index, Role::Launcher);
    if (quoted_in_document(*answer, c)) answer->certainty = std::max(answer->certainty, Certainty::Possible);
    if (answer->candidates.empty() && !answer->initiators.empty()) {
      const double share = weight_of(answer->certainty) / static_cast<double>(answer->initiators.size());
      for (const auto& initiator : answer->initiators)
        if (initiator.process.rank)
          add_candidate(*answer, *initiator.process.rank, share, std::string(why(*answer, initiator)));
    }
    normalise_candidates(*answer);
    return std::move(*answer);
  }
  return {};
}

std::optional<Blame> from_outside(const Case& c) {
  if (c.attempt.outside.empty()) return std::nullopt;
  const std::size_t first = c.attempt.outside.front();
  const Failure& outside = c.facts.failures[first];
  const auto earlier_error = [&](const ProcessView& view) {
    const auto own = view.own ? view.own : view.sticky;
    if (!own) return false;
    const Failure& failure = c.facts.failures[*own];
    // Across inputs nothing orders the two: a local error then counts as earlier.
    return failure.span.input != outside.span.input || failure.order < outside.order;
  };
  if (std::any_of(c.attempt.ranked.begin(), c.attempt.ranked.end(), earlier_error)) return std::nullopt;
  if (std::any_of(c.attempt.unranked.begin(), c.attempt.unranked.end(), earlier_error)) return std::nullopt;
  for (const auto index : first_exits(c)) {
    const auto& exit = c.facts.exits[index];
    const int signal = exit.signal.value_or(0);
    const bool own_end =
        signal == 0 ? exit.exit_code.value_or(0) != 0 : signal != 15 && signal != 9 && signal != 2 && signal != 1;
    if (own_end && exit.input == outside.span.input && exit.order < outside.order) return std::nullopt;
  }
  Blame blame;
  blame.path = "ended from outside";
  blame.attribution = Attribution::External;
  // Slurm cancels a step also because one of its tasks failed; only a reason, or a whole job, shows another's will.
  const bool step_only =
      outside.line.find("*** STEP ") != std::string::npos && outside.line.find(" DUE TO ") == std::string::npos;
  blame.certainty = step_only ? Certainty::Possible : Certainty::Certain;
  blame.leading = first;
  (void)exhibit_failure(blame, c, first, Role::Initiator);
  return blame;
}

std::optional<Blame> network_trouble(const Case& c) {
  for (const auto* views : {&c.attempt.ranked, &c.attempt.unranked})
    for (const auto& view : *views) {
      if (!view.network) continue;
      Blame blame;
      blame.path = "network trouble";
      blame.leading = view.network;
      (void)exhibit_failure(blame, c, *view.network, Role::Context);
      blame.missing.emplace_back("which side of the connection failed: the peer's own log and its node's kernel log");
      if (view.rank)
        add_candidate(blame, *view.rank, 0.3, "reports the broken connection; the peer may be the one that failed");
      return blame;
    }
  return std::nullopt;
}

std::optional<Blame> launcher_only(const Case& c) {
  const auto exits = first_exits(c);
  if (exits.empty() || c.attempt.ranked.size() + c.attempt.unranked.size() > 0) return std::nullopt;
  Blame blame;
  blame.path = "launcher only";
  RankSet ranks;
  for (const auto index : exits) {
    const auto rank = rank_of(c.identity, c.facts.exits[index]);
    if (rank) ranks.insert(*rank);
    if (blame.exhibits.size() < kMostExits) (void)exhibit_exit(blame, c, index, Role::Launcher);
  }
  for (const Rank rank : ranks)
    add_candidate(blame, rank, 0.6 / static_cast<double>(ranks.size()), "the launcher saw it dead");
  if (ranks.size() == 1) {
    blame.attribution = Attribution::Single;
    blame.certainty = Certainty::Possible;
    name_rank(blame, c, *ranks.begin(), std::nullopt);
  }
  blame.hints.push_back({std::string(cause_of_exit(c.facts.exits[exits.front()])), 1.5, {0}});
  blame.missing.emplace_back("what the process printed before it ended: its own log");
  return blame;
}

std::optional<Blame> undetermined(const Case& c) {
  Blame blame;
  blame.path = "nothing decides";
  // The speakers only waited or lost a peer: whoever did not speak, or one of them, began it.
  RankSet speakers;
  for (const auto& view : c.attempt.ranked) {
    if (view.rank) speakers.insert(*view.rank);
    if (!blame.leading && !view.failures.empty()) blame.leading = view.failures.front();
  }
  for (const auto& view : c.attempt.unranked)
    if (!blame.leading && !view.failures.empty()) blame.leading = view.failures.front();
  if (blame.leading) (void)exhibit_failure(blame, c, *blame.leading, Role::Context);
  RankSet others = c.identity.known;
  for (int rank = 0; rank < std::min(c.identity.world_size.value_or(0), 1024); ++rank) others.insert(Rank{rank});
  for (const Rank rank : others)
    if (!speakers.contains(rank)) add_candidate(blame, rank, 0.5, "no error of its own in this log");
  for (const Rank rank : speakers) add_candidate(blame, rank, 0.1, "reports only that it waited or lost a peer");
  blame.missing.emplace_back(speakers.empty() && !c.identity.any_rank
                                 ? "which rank printed which line: run with --tee 3 or one log file a rank"
                                 : "the logs of the ranks that are not here");
  return blame;
}

}  // namespace firstfault::blame
