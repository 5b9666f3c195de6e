// The guilty rank said nothing of its own: named by how it ended, or by being the one that did not wait.
#include <algorithm>
#include <csignal>

#include "blame/arguments.h"
#include "parse/classify.h"
#include "parse/exit_facts.h"

namespace firstfault::blame {
namespace {

using parse::ProcessExit;
using rules::Class;

constexpr int kSigAbrt = 6;

struct Waiters {
  RankSet ranked;
  std::size_t unranked = 0;
  std::size_t timed_out = 0;  // of both
  std::size_t peer_gone = 0;
  std::optional<std::size_t> first;
};

Waiters waiters_of(const Case& c) {
  Waiters waiters;
  const auto count = [&](const ProcessView& view) {
    const auto index = view.collateral ? view.collateral : view.suspect;
    if (!index) return;
    const auto& failure = c.facts.failures[*index];
    if (view.rank)
      waiters.ranked.insert(*view.rank);
    else if (failure.source == parse::Source::Exception)
      ++waiters.unranked;
    waiters.timed_out += failure.cls == Class::Waited ? 1 : 0;
    waiters.peer_gone += failure.cls == Class::PeerGone ? 1 : 0;
    if (!waiters.first) waiters.first = index;
  };
  for (const auto& view : c.attempt.ranked) count(view);
  for (const auto& view : c.attempt.unranked) count(view);
  return waiters;
}

bool ordinary(const ProcessExit& exit) {
  return exit.exit_code.value_or(1) == 1 && !exit.signal && !exit.out_of_memory;
}

// Died of its own doing: no launcher and no scheduler sends these.
bool crashed(const ProcessExit& exit) {
  const int signal = exit.signal.value_or(0);
  return exit.out_of_memory || signal == 4 || signal == 7 || signal == 8 || signal == 11;
}

struct Dead {
  Rank rank;
  std::size_t exit;
};

// Ranks whose end the launcher saw and whose own text does not explain it.
std::vector<Dead> unexplained(const Case& c) {
  std::vector<Dead> dead;
  for (const auto index : first_exits(c)) {
    const auto& exit = c.facts.exits[index];
    const auto rank = rank_of(c.identity, exit);
    if (!rank) continue;
    const ProcessView* view = find_rank(c.attempt.ranked, *rank);
    if (view != nullptr && (view->explained() || view->disagree)) continue;
    const auto known = std::find_if(dead.begin(), dead.end(), [&](const Dead& d) { return d.rank == *rank; });
    if (known == dead.end())
      dead.push_back({*rank, index});
    else if (ordinary(c.facts.exits[known->exit]) && !ordinary(exit))
      known->exit = index;
  }
  return dead;
}

void show_last_words(Blame& blame, const Case& c, Rank rank) {
  const parse::Trail* best = nullptr;
  for (const auto& [stream, trails] : c.facts.trails)
    for (const auto& [said, trail] : trails) {
      const bool own = said == rank.value || (said < 0 && c.identity.of_stream[stream] == rank);
      if (own && (best == nullptr || trail.last > best->last)) best = &trail;
    }
  if (best != nullptr && best->last_span.end > best->last_span.begin)
    blame.exhibits.push_back(
        {best->last_span, rank, Role::Context, "last-line", best->last_line, best->last_time, false});
}

void hint_cause_of_absence(Blame& blame, const Case& c, const Waiters& waiters, Rank absent) {
  for (const auto index : c.attempt.exits)
    if (rank_of(c.identity, c.facts.exits[index]) == absent) {
      blame.hints.push_back({std::string(cause_of_exit(c.facts.exits[index])), 2, {}});
      return;
    }
  if (waiters.timed_out > waiters.peer_gone) {
    blame.hints.push_back({"collective.timeout_straggler", 2, {}});
    return;
  }
  const bool launcher_counts = !c.facts.closed.empty() || !c.attempt.exits.empty();
  const std::size_t seen = processes_of_launcher(c);
  const bool ended_well = launcher_counts && seen > 0 && c.identity.world_size &&
                          seen + 1 == static_cast<std::size_t>(*c.identity.world_size);
  blame.hints.push_back({ended_well ? "collective.uneven_inputs" : "process.peer_lost", 1.5, {}});
}

RankSet absent_ranks(const Case& c, const Waiters& waiters) {
  RankSet absent;
  RankSet present = waiters.ranked;
  for (const auto& view : c.attempt.ranked)
    if (view.rank && !view.failures.empty()) present.insert(*view.rank);
  if (waiters.unranked > 0) {
    // Texts without a rank: the launcher's list says whose they are, if there are as many.
    RankSet listed = present;
    for (const auto index : c.attempt.exits)
      if (const auto rank = rank_of(c.identity, c.facts.exits[index])) listed.insert(*rank);
    if (listed.size() != present.size() + waiters.unranked) return {};
    present = std::move(listed);
  }
  RankSet seen = c.identity.known;
  seen.insert(present.begin(), present.end());
  const int world = c.identity.world_size ? *c.identity.world_size : seen.empty() ? 0 : seen.rbegin()->value + 1;
  for (int rank = 0; rank < world; ++rank)
    if (!present.contains(Rank{rank})) absent.insert(Rank{rank});
  return absent;
}

}  // namespace

namespace {

// Several processes that all died of SIGTERM, and none of anything else, were told to stop: by whom is not shown.
Blame ended_together(const Case& c, const std::vector<Dead>& dead) {
  Blame blame;
  blame.path = "ended from outside";
  blame.attribution = Attribution::External;
  blame.certainty = Certainty::Possible;
  for (const auto& d : dead)
    if (blame.exhibits.size() < kMostExits) (void)exhibit_exit(blame, c, d.exit, Role::Launcher);
  if (!blame.exhibits.empty()) blame.exhibits.front().key = true;
  blame.hints.push_back({std::string(cause_of_exit(c.facts.exits[dead.front().exit])), 2.5, {0}});
  blame.missing.emplace_back("who ended the job: the scheduler's record of it");
  return blame;
}

}  // namespace

std::optional<Blame> unexplained_exit(const Case& c) {
  auto dead = unexplained(c);
  const Waiters waiters = waiters_of(c);
  if (dead.empty()) return std::nullopt;
  const auto odd =
      std::count_if(dead.begin(), dead.end(), [&](const Dead& d) { return !ordinary(c.facts.exits[d.exit]); });
  if (odd > 0) std::erase_if(dead, [&](const Dead& d) { return ordinary(c.facts.exits[d.exit]); });
  // Nobody waited, and the ends are ordinary: several dead ranks cannot be told apart, one can.
  const bool nobody_waited = waiters.ranked.empty() && waiters.unranked == 0;
  if (odd == 0 && nobody_waited && (dead.size() != 1 || c.attempt.ranked.size() + c.attempt.unranked.size() > 0))
    return std::nullopt;
  // Texts without a rank may be theirs: as many texts as dead ranks explain them all.
  if (odd == 0 && waiters.unranked >= dead.size()) return std::nullopt;
  if (odd == 0 && dead.size() > 1 && waiters.unranked > 0) return std::nullopt;
  const auto terminated = [&](const Dead& d) { return c.facts.exits[d.exit].signal == SIGTERM; };
  if (dead.size() > 1 && std::all_of(dead.begin(), dead.end(), terminated)) return ended_together(c, dead);
  Blame blame;
  blame.path = "ended without a word";
  for (const auto& d : dead) {
    name_rank(blame, c, d.rank, std::nullopt);
    (void)exhibit_exit(blame, c, d.exit, Role::Initiator);
    blame.exhibits.back().role = Role::Initiator;
    blame.exhibits.back().key = true;
    show_last_words(blame, c, d.rank);
  }
  blame.attribution = dead.size() > 1 ? Attribution::Several : Attribution::Single;
  const bool all_spoke =
      std::all_of(dead.begin(), dead.end(), [&](const Dead& d) { return c.identity.spoke.contains(d.rank); });
  // An exit code of 1 with no text is silence only if every other rank's text is here: logs are cut.
  const bool all_told =
      c.identity.world_size && waiters.ranked.size() + dead.size() == static_cast<std::size_t>(*c.identity.world_size);
  blame.certainty = all_spoke && (odd > 0 || (dead.size() == 1 && all_told)) ? Certainty::Likely : Certainty::Possible;
  if (std::any_of(dead.begin(), dead.end(), [&](const Dead& d) { return crashed(c.facts.exits[d.exit]); }))
    blame.certainty = Certainty::Likely;
  // A watchdog that gave up waiting ends its process by SIGABRT: where others timed out, so may this one have.
  const bool only_aborts =
      std::all_of(dead.begin(), dead.end(), [&](const Dead& d) { return c.facts.exits[d.exit].signal == kSigAbrt; });
  if (only_aborts && waiters.timed_out > 0) blame.certainty = Certainty::Possible;
  blame.hints.push_back({std::string(cause_of_exit(c.facts.exits[dead.front().exit])), 2.5, {0}});
  blame.missing.emplace_back("what the process did last: its own output, unbuffered (python -u)");
  return blame;
}

std::optional<Blame> crashed_silently(const Case& c) {
  const auto dead = unexplained(c);
  if (!std::any_of(dead.begin(), dead.end(), [&](const Dead& d) { return crashed(c.facts.exits[d.exit]); }))
    return std::nullopt;
  return unexplained_exit(c);
}

std::optional<Blame> leader_first(const Case& c) {
  // "with main_process_first()": every other rank waits there until rank 0 is through.
  for (const auto* views : {&c.attempt.ranked, &c.attempt.unranked})
    for (const auto& view : *views)
      for (const auto index : view.failures)
        for (const auto& traceback : c.facts.failures[index].chain)
          for (const auto& frame : traceback.frames) {
            if (frame.function != "main_process_first" || view.rank == Rank{0}) continue;
            Blame blame;
            blame.path = "the others wait for rank 0";
            blame.attribution = Attribution::Single;
            blame.certainty = Certainty::Possible;
            blame.leading = index;
            (void)exhibit_failure(blame, c, index, Role::Collateral);
            show_last_words(blame, c, Rank{0});
            name_rank(blame, c, Rank{0}, std::nullopt);
            blame.hints.push_back({"collective.timeout_straggler", 2, {0}});
            blame.missing.emplace_back("what rank 0 was doing: its own log");
            return blame;
          }
  return std::nullopt;
}

std::optional<Blame> absence(const Case& c) {
  const Waiters waiters = waiters_of(c);
  const std::size_t count = waiters.ranked.size() + waiters.unranked;
  if (count == 0) return std::nullopt;
  const RankSet absent = absent_ranks(c, waiters);
  if (absent.size() != 1) return std::nullopt;
  if (count < 2 && c.identity.world_size.value_or(0) != 2) return std::nullopt;
  const Rank rank = *absent.begin();
  Blame blame;
  blame.path = "absence";
  blame.attribution = Attribution::Single;
  const bool stated = count >= 2 && c.identity.world_stated && c.identity.spoke.contains(rank) && waiters.unranked == 0;
  // Where logs end within a traceback, who shows least is only who was cut most.
  const bool cut = std::any_of(c.facts.failures.begin(), c.facts.failures.end(),
                               [&](const auto& failure) { return failure.cut && failure.attempt == c.attempt.number; });
  blame.certainty = stated && !cut ? Certainty::Likely : Certainty::Possible;
  blame.leading = waiters.first;
  (void)exhibit_failure(blame, c, *waiters.first, Role::Collateral);
  show_last_words(blame, c, rank);
  name_rank(blame, c, rank, std::nullopt);
  hint_cause_of_absence(blame, c, waiters, rank);
  blame.missing.emplace_back("what rank " + std::to_string(rank.value) + " was doing");
  return blame;
}

}  // namespace firstfault::blame
