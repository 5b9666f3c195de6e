#include "advice/next_steps.h"

#include <algorithm>

namespace firstfault::advice {
namespace {

constexpr std::size_t kMaxSteps = 6;
constexpr std::size_t kMaxConfirm = 2;
constexpr std::size_t kMaxFix = 3;
constexpr double kWorthAsking = 0.15;  // a rival of at least this weight earns a step that tells it apart

std::string add_step(Incident& incident, NextStep step) {
  const auto known = std::find_if(incident.next.begin(), incident.next.end(),
                                  [&](const auto& s) { return s.title == step.title && s.command == step.command; });
  if (known != incident.next.end()) return known->id;
  if (incident.next.size() >= kMaxSteps) return {};
  step.id = "n" + std::to_string(incident.next.size() + 1);
  incident.next.push_back(std::move(step));
  return incident.next.back().id;
}

NextStep from_confirm(const rules::Confirm& confirm) {
  NextStep step;
  step.kind = StepKind::Verify;
  step.title = std::string(confirm.title);
  step.command = std::string(confirm.command);
  step.why = std::string(confirm.why);
  for (const auto& [cause, condition] : confirm.expect)
    step.expect.push_back({std::string(cause), std::string(condition)});
  return step;
}

// Steps that decide come first where something is open, fixes first where nothing is.
void add_fixes(Incident& incident, const rules::Cause& cause) {
  for (std::size_t i = 0; i < cause.fix.size() && i < kMaxFix; ++i) {
    NextStep step;
    step.kind = StepKind::Fix;
    step.title = std::string(cause.fix[i]);
    (void)add_step(incident, std::move(step));
  }
}

std::string add_confirms(Incident& incident, const rules::Cause& cause, std::size_t limit) {
  std::string first;
  for (std::size_t i = 0; i < cause.confirm.size() && i < limit; ++i) {
    const auto id = add_step(incident, from_confirm(cause.confirm[i]));
    if (first.empty()) first = id;
  }
  return first;
}

}  // namespace

void add_next_steps(Incident& incident, const blame::Blame& blame, const rules::RuleSet& rules) {
  const auto* cause = rules.find_cause(incident.cause.id);
  const bool settled =
      incident.cause.certainty == Certainty::Certain && incident.attribution != Attribution::Undetermined;
  std::string get;
  if (cause != nullptr) {
    if (settled) add_fixes(incident, *cause);
    get = add_confirms(incident, *cause, kMaxConfirm);
    if (!settled) {
      for (std::size_t i = 1; i < incident.hypotheses.size(); ++i)
        if (const auto* rival = rules.find_cause(incident.hypotheses[i].cause);
            rival != nullptr && incident.hypotheses[i].weight >= kWorthAsking)
          (void)add_confirms(incident, *rival, 1);
      add_fixes(incident, *cause);
    }
    incident.retry = cause->retry;
    incident.retry_why = std::string(cause->retry_why);
  }
  for (auto& hypothesis : incident.hypotheses)
    for (const auto& step : incident.next)
      if (std::any_of(step.expect.begin(), step.expect.end(),
                      [&](const auto& e) { return e.cause == hypothesis.cause; }))
        hypothesis.settled_by.push_back(step.id);
  for (const auto& fact : blame.missing) incident.missing.push_back({fact, get});
  if (cause != nullptr && !cause->asks.empty() && incident.missing.size() < 4)
    incident.missing.push_back({std::string(cause->asks), get});
  // A rank or a cause that is not sure must not send anybody to restart elsewhere.
  const bool unsure = incident.certainty == Certainty::Undetermined || incident.certainty == Certainty::Possible ||
                      incident.cause.certainty == Certainty::Undetermined;
  if (unsure && incident.retry == RetryAdvice::ExcludeNode) {
    incident.retry = RetryAdvice::Unknown;
    incident.retry_why = "the node at fault is not certain";
  }
}

}  // namespace firstfault::advice
