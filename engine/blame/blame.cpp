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
  const bool all_survived = attempt.survived > 0 && attempt.ranked.empty() && attempt.unranked.empty();
  if (attempt.launcher_failed && !all_survived) return true;
  // Without a rank, an end that the same input reports later may be this process's own.
  const auto ended_well_after = [&](const parse::Failure& failure) {
    return std::any_of(facts.marks.begin(), facts.marks.end(), [&](const parse::Mark& mark) {
      return mark.match.signature->cls == rules::Class::Success && mark.span.input == failure.span.input &&
             mark.order > failure.order && mark.attempt == failure.attempt;
    });
  };
  const auto fatal = [&](const ProcessView& view) {
    return std::any_of(view.failures.begin(), view.failures.end(),
                       [&](auto i) { return view.rank || !ended_well_after(facts.failures[i]); });
  };
  return std::any_of(attempt.ranked.begin(), attempt.ranked.end(), fatal) ||
         std::any_of(attempt.unranked.begin(), attempt.unranked.end(), fatal);
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
