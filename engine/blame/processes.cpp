#include "blame/processes.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <set>

#include "blame/caught.h"
#include "blame/notices.h"
#include "parse/classify.h"
#include "text/cursor.h"

namespace firstfault::blame {
namespace {

using parse::Facts;
using parse::Failure;
using rules::Class;

constexpr std::size_t kRecentProcesses = 64;  // how far back a line looks for the process it continues

ProcessView view_of(std::optional<Rank> rank, parse::StreamIndex stream) {
  ProcessView view;
  view.rank = rank;
  view.stream = stream;
  return view;
}

bool is_specific(const Failure& failure) { return !failure.matches.empty() || !failure.generic; }

// "aborting because rank 2 reported: …": the speaker passes on what another rank did.
bool blames_another(const Failure& failure, std::optional<Rank> own) {
  static constexpr std::string_view kWords[] = {"fail",        "lost",  "report",     "wait",      "respond",
                                                "died",        "crash", "disconnect", "timed out", "abort",
                                                "unreachable", "gone",  "exited"};
  if (!own || !failure.matches.empty() || failure.source != parse::Source::Exception) return false;
  const std::string& text = failure.text;
  for (auto at = text.find("rank "); at != std::string::npos; at = text.find("rank ", at + 1)) {
    text::Cursor cursor(std::string_view(text).substr(at + 5));
    const auto named = cursor.take_number();
    if (!named || *named == own->value) continue;
    return std::any_of(std::begin(kWords), std::end(kWords),
                       [&](auto word) { return text.find(word) != std::string::npos; });
  }
  return false;
}

// A connection that Python itself found broken, and no signature says whose: in a job of several ranks mostly a peer's.
bool broken_connection(const Failure& failure) {
  static constexpr std::string_view kTypes[] = {"ConnectionResetError", "BrokenPipeError", "EOFError",
                                                "ConnectionRefusedError", "ConnectionAbortedError"};
  if (failure.chain.empty() || !failure.matches.empty()) return false;
  const auto& type = failure.chain.back().type;
  return std::any_of(std::begin(kTypes), std::end(kTypes), [&](auto known) { return type == known; });
}

void place(ProcessView& view, const Facts& facts, std::size_t index) {
  const Failure& failure = facts.failures[index];
  view.failures.push_back(index);
  const auto first = [index](std::optional<std::size_t>& slot) {
    if (!slot) slot = index;
  };
  const bool passes_on = view.rank && (blames_another(failure, view.rank) || broken_connection(failure));
  if (failure.suspect || passes_on) return first(view.suspect);
  // After its peer is lost a process fails in many ways; none of them is why the job failed.
  const bool in_the_wake = view.collateral && facts.failures[*view.collateral].order < failure.order &&
                           facts.failures[*view.collateral].level != demux::Level::Warning;
  // A process that ends on an exception takes its threads down with it.
  const bool taken_down = view.suspect && facts.failures[*view.suspect].order < failure.order &&
                          failure.text.starts_with("terminate called without");
  if (taken_down || (in_the_wake && (failure.cls == Class::Local || failure.cls == Class::Sticky))) return;
  switch (failure.cls) {
    case Class::Local:
      // The first specific error is the cause; what follows in the same process is its wake.
      if (!view.own || (!is_specific(facts.failures[*view.own]) && is_specific(failure)) ||
          (is_hardware_notice(facts.failures[*view.own]) && is_decided_on_cpu(failure)))
        view.own = index;
      return;
    case Class::Sticky:
      return first(view.sticky);
    case Class::Disagree:
      return first(view.disagree);
    case Class::Network:
      return first(view.network);
    case Class::PeerGone:
    case Class::Waited:
      return first(view.collateral);
    case Class::Outside:
      return first(view.outside);
    case Class::Launcher:
    case Class::Teardown:
    case Class::Progress:
    case Class::Success:
    case Class::Identity:
    case Class::Context:
      return;
  }
}

// A launcher's table repeats errors: the copy names the rank, the original has no prefix. One of the two is enough.
std::map<std::string, Rank> ranks_by_copy(const Facts& facts, const Identity& identity, int number) {
  std::map<std::string, Rank> ranks;
  std::set<std::string> twice;
  for (const auto& failure : facts.failures) {
    if (!failure.quoted || failure.attempt != number) continue;
    const auto rank = rank_of(identity, facts, failure);
    if (!rank) continue;
    const auto [it, fresh] = ranks.emplace(failure.text, *rank);
    if (!fresh && it->second != *rank) twice.insert(failure.text);
  }
  for (const auto& text : twice) ranks.erase(text);
  return ranks;
}

// A printed error after which its process counted on, while a launcher saw only other processes die.
bool survived_by_others(const Facts& facts, const Identity& identity, const Failure& failure) {
  if (failure.source != parse::Source::Exception || !went_on_counting(facts, failure)) return false;
  const auto rank = rank_of(identity, facts, failure);
  bool other_died = false;
  for (const auto& exit : facts.exits) {
    if (exit.attempt != failure.attempt) continue;
    const auto dead = rank_of(identity, exit);
    if (!rank || !dead || *dead == *rank) return false;
    other_died = true;
  }
  return other_died;
}

bool same_process(const Facts& facts, const ProcessView& view, const Failure& failure) {
  // In an untagged stream only lines that follow each other closely belong to one process: an assertion and the
  // exception that it causes. Two exceptions are two processes, or one after the other in a single one.
  if (view.stream != failure.stream) return false;
  const Failure& last = facts.failures[view.failures.back()];
  return last.source == parse::Source::Line && last.cls == failure.cls && last.text == failure.text;
}

// A logged error proves nothing by itself: if nothing else failed and the program went on logging, it was handled. Nor
// does a notice of the hardware under which the job counted on.
void drop_survived_records(const Facts& facts, Attempt& attempt) {
  const auto handled = [&](const ProcessView& view) {
    return std::all_of(view.failures.begin(), view.failures.end(), [&](auto i) {
      const Failure& failure = facts.failures[i];
      return went_on_logging(facts, failure) || (is_hardware_notice(failure) && was_borne(facts, failure));
    });
  };
  const bool only_records = std::all_of(attempt.ranked.begin(), attempt.ranked.end(), handled) &&
                            std::all_of(attempt.unranked.begin(), attempt.unranked.end(), handled);
  const bool exits = std::any_of(facts.exits.begin(), facts.exits.end(),
                                 [&](const auto& exit) { return exit.attempt == attempt.number; });
  if (!only_records || exits || attempt.launcher_failed) return;
  attempt.ranked.clear();
  attempt.unranked.clear();
}

}  // namespace

const ProcessView* find_rank(const std::vector<ProcessView>& views, Rank rank) {
  const auto it =
      std::lower_bound(views.begin(), views.end(), rank, [](const auto& view, Rank r) { return view.rank < r; });
  return it == views.end() || it->rank != rank ? nullptr : &*it;
}

namespace {

enum class Which { Whole, Cut };

void collect_failures(Attempt& attempt, const Facts& facts, const Identity& identity, Which which) {
  const auto copies = ranks_by_copy(facts, identity, attempt.number);
  std::map<Rank, std::size_t> by_rank;  // index into attempt.ranked
  for (std::size_t i = 0; i < facts.failures.size(); ++i) {
    const Failure& failure = facts.failures[i];
    if (failure.attempt != attempt.number || failure.cut != (which == Which::Cut) || is_caught(facts, failure))
      continue;
    if (survived_by_others(facts, identity, failure)) continue;
    if (finished_later(facts, failure)) {
      ++attempt.survived;
      continue;
    }
    if (failure.cls == Class::Launcher || failure.cls == Class::Teardown) {
      attempt.launcher_failed = attempt.launcher_failed || failure.cls == Class::Launcher;
      if (failure.cls == Class::Launcher) attempt.launcher.push_back(i);
      continue;
    }
    if (failure.cls == Class::Outside) attempt.outside.push_back(i);
    auto rank = rank_of(identity, facts, failure);
    if (!rank)
      if (const auto copy = copies.find(failure.text); copy != copies.end()) rank = copy->second;
    if (rank) {
      const auto [known, fresh] = by_rank.try_emplace(*rank, attempt.ranked.size());
      if (fresh) attempt.ranked.push_back(view_of(rank, failure.stream));
      place(attempt.ranked[known->second], facts, i);
    } else {
      const auto oldest =
          attempt.unranked.end() - static_cast<std::ptrdiff_t>(std::min(attempt.unranked.size(), kRecentProcesses));
      const auto it = std::find_if(oldest, attempt.unranked.end(),
                                   [&](const auto& view) { return same_process(facts, view, failure); });
      if (it == attempt.unranked.end()) {
        attempt.unranked.push_back(view_of(std::nullopt, failure.stream));
        place(attempt.unranked.back(), facts, i);
      } else {
        place(*it, facts, i);
      }
    }
  }
}

bool ended_by_sigterm(const parse::ProcessExit& exit) {
  return exit.exit_code == -SIGTERM || exit.exit_code == 128 + SIGTERM || exit.signal == SIGTERM;
}

// A launcher ends the others once one has failed. Who it signalled was taken down; where its own lines are lost and
// only its table is left, who died of SIGTERM beside a first failure of another kind.
bool was_taken_down(const Facts& facts, const parse::ProcessExit& exit) {
  if (!ended_by_sigterm(exit) || exit.root_cause) return false;
  // horovodrun and the like list their processes as they end.
  if (exit.source == parse::ExitSource::Other)
    return std::any_of(facts.exits.begin(), facts.exits.end(), [&](const auto& other) {
      return other.input == exit.input && other.attempt == exit.attempt && other.order < exit.order &&
             other.exit_code.value_or(0) != 0 && !ended_by_sigterm(other);
    });
  bool signalled_some = false;
  for (const auto& closed : facts.closed) {
    if (closed.input != exit.input) continue;
    if (closed.pid == exit.pid) return true;
    signalled_some = true;
  }
  const bool lines_lost =
      signalled_some || std::none_of(facts.exits.begin(), facts.exits.end(), [&](const auto& other) {
        return other.source == parse::ExitSource::ElasticFailed && other.input == exit.input;
      });
  return lines_lost && std::any_of(facts.exits.begin(), facts.exits.end(), [&](const auto& other) {
           return other.attempt == exit.attempt && other.root_cause && !ended_by_sigterm(other);
         });
}

}  // namespace

Attempt collect_attempt(const Facts& facts, const Identity& identity, int number) {
  Attempt attempt;
  attempt.number = number;
  collect_failures(attempt, facts, identity, Which::Whole);
  drop_survived_records(facts, attempt);
  std::sort(attempt.ranked.begin(), attempt.ranked.end(),
            [](const auto& a, const auto& b) { return *a.rank < *b.rank; });
  for (std::size_t i = 0; i < facts.exits.size(); ++i) {
    if (facts.exits[i].attempt != number) continue;
    const auto& exit = facts.exits[i];
    if (was_taken_down(facts, exit)) continue;
    const bool bad = exit.exit_code.value_or(0) != 0 || exit.signal || exit.out_of_memory;
    attempt.launcher_failed = attempt.launcher_failed || bad || exit.root_cause;
    if (bad || exit.root_cause) attempt.exits.push_back(i);
  }
  // A traceback without its last line says where a process was, no more: it counts only where there is nothing else.
  if (attempt.ranked.empty() && attempt.unranked.empty() && attempt.exits.empty())
    collect_failures(attempt, facts, identity, Which::Cut);
  for (const auto& mark : facts.marks)
    if (mark.attempt == number && mark.match.signature->cls == Class::Success) attempt.succeeded = true;
  return attempt;
}

}  // namespace firstfault::blame
