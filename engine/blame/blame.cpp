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

// An attempt that shows no failure went well only if it shows that the job moved on.
bool went_well(const parse::Facts& facts, const Attempt& attempt) {
  return attempt.succeeded || std::any_of(facts.marks.begin(), facts.marks.end(), [&](const parse::Mark& mark) {
           return mark.attempt == attempt.number && mark.match.signature->cls == rules::Class::Progress;
         });
}

}  // namespace

Judgement judge(parse::Facts& facts) {
  Judgement judgement;
  const Identity identity = identify(facts);
  const int attempts = assign_attempts(facts, identity);
  for (int number = attempts; number-- > 0;) {
    const Attempt attempt = collect_attempt(facts, identity, number);
    if (failed(facts, attempt)) {
      Blame blame = argue({facts, identity, attempt});
      blame.recovered = !judgement.attempts.empty() && !judgement.attempts.front().failed;
      judgement.attempts.push_back(std::move(blame));
      continue;
    }
    if (number + 1 == attempts) judgement.job_succeeded = attempt.succeeded;
    // An attempt that only began says nothing; a healthy one before a failed one does not help it.
    if (!judgement.attempts.empty() || (number > 0 && !went_well(facts, attempt))) continue;
    Blame well;
    well.attempt = number;
    judgement.attempts.push_back(std::move(well));
  }
  return judgement;
}

}  // namespace firstfault::blame
