#include "blame/blame.h"

#include <algorithm>

#include "blame/arguments.h"
#include "blame/attempts.h"
#include "blame/identity.h"
#include "blame/processes.h"

namespace firstfault::blame {
namespace {

// An attempt failed if a launcher says so, or if an error was not survived.
bool failed(const parse::Facts& facts, const Attempt& attempt) {
  if (attempt.launcher_failed) return true;
  const auto fatal = [&](const ProcessView& view) {
    if (view.failures.empty()) return false;
    // A job that says it ended well did: what stands before that was survived or is noise of the end.
    return !attempt.succeeded || !facts.failures[view.failures.back()].matches.empty();
  };
  if (attempt.succeeded) return false;
  return std::any_of(attempt.ranked.begin(), attempt.ranked.end(), fatal) || std::any_of(attempt.unranked.begin(), attempt.unranked.end(), fatal);
}

}  // namespace

Judgement judge(parse::Facts& facts) {
  Judgement judgement;
  const int attempts = assign_attempts(facts);
  const Identity identity = identify(facts);
  for (int number = attempts; number-- > 0;) {
    const Attempt attempt = collect_attempt(facts, identity, number);
    const bool last = number + 1 == attempts;
    if (last) judgement.job_succeeded = attempt.succeeded && !failed(facts, attempt);
    if (!failed(facts, attempt)) {
      if (last) {
        Blame well;
        well.attempt = number;
        judgement.attempts.push_back(std::move(well));
      }
      continue;
    }
    Blame blame = argue({facts, identity, attempt});
    blame.recovered = !last;
    judgement.attempts.push_back(std::move(blame));
  }
  // Attempts after a failed one that ended well make the failure a recovered one; a last attempt that failed does not.
  if (judgement.attempts.front().failed)
    for (auto& blame : judgement.attempts) blame.recovered = false;
  return judgement;
}

}  // namespace firstfault::blame
