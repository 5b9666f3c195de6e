// What to run next, what is missing, and whether to restart.
#include "advice/next_steps.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace firstfault;
using namespace firstfault::advice;

namespace {

rules::Cause make_cause(std::string_view id) {
  rules::Cause cause;
  cause.id = id;
  cause.title = "Something is wrong";
  cause.asks = "which value";
  cause.confirm.push_back(
      {"Check the values", "python check.py", "It shows them.", {{"data.a", "they are out of range"}}});
  cause.fix = {"Mend the data.", "Mend the model.", "Mend the loader.", "Mend the rest."};
  cause.retry = RetryAdvice::AfterFix;
  cause.retry_why = "It fails again.";
  return cause;
}

rules::RuleSet two_causes() {
  rules::RuleSet rules;
  rules.causes = {make_cause("data.a"), make_cause("hardware.b")};
  rules.causes[1].confirm.front() = {
      "Read the kernel log", "dmesg", "It names the device.", {{"hardware.b", "it names an Xid"}}};
  rules.causes[1].retry = RetryAdvice::ExcludeNode;
  return rules;
}

Incident incident_with(const std::string& cause, Certainty certainty) {
  Incident incident;
  incident.attribution = Attribution::Single;
  incident.certainty = Certainty::Certain;
  incident.cause = {cause, "", certainty};
  incident.hypotheses.push_back({cause, 0.8, {}, {}, {}});
  return incident;
}

std::vector<StepKind> kinds(const Incident& incident) {
  std::vector<StepKind> all;
  for (const auto& step : incident.next) all.push_back(step.kind);
  return all;
}

}  // namespace

TEST_CASE("where the cause is settled the fixes come first") {
  const auto rules = two_causes();
  auto incident = incident_with("data.a", Certainty::Certain);
  add_next_steps(incident, {}, rules);
  REQUIRE_FALSE(incident.next.empty());
  const auto all = kinds(incident);
  CHECK(all.front() == StepKind::Fix);
  CHECK(std::count(all.begin(), all.end(), StepKind::Verify) == 1);
}

TEST_CASE("where the cause is open the step that decides comes first") {
  const auto rules = two_causes();
  auto incident = incident_with("data.a", Certainty::Possible);
  add_next_steps(incident, {}, rules);
  REQUIRE_FALSE(incident.next.empty());
  CHECK(incident.next.front().kind == StepKind::Verify);
  CHECK(incident.next.front().command == "python check.py");
  CHECK(incident.next.front().id == "n1");
}

TEST_CASE("a rival that is likely enough earns a step of its own") {
  const auto rules = two_causes();
  auto incident = incident_with("data.a", Certainty::Possible);
  incident.hypotheses.push_back({"hardware.b", 0.3, {}, {}, {}});
  add_next_steps(incident, {}, rules);
  CHECK(std::any_of(incident.next.begin(), incident.next.end(),
                    [](const auto& step) { return step.command == "dmesg"; }));
  auto unlikely = incident_with("data.a", Certainty::Possible);
  unlikely.hypotheses.push_back({"hardware.b", 0.01, {}, {}, {}});
  add_next_steps(unlikely, {}, rules);
  CHECK(std::none_of(unlikely.next.begin(), unlikely.next.end(),
                     [](const auto& step) { return step.command == "dmesg"; }));
}

TEST_CASE("a hypothesis knows the steps that settle it") {
  const auto rules = two_causes();
  auto incident = incident_with("data.a", Certainty::Possible);
  add_next_steps(incident, {}, rules);
  REQUIRE(incident.hypotheses.front().settled_by.size() == 1);
  const auto id = incident.hypotheses.front().settled_by.front();
  CHECK(std::any_of(incident.next.begin(), incident.next.end(),
                    [&](const auto& step) { return step.id == id && !step.expect.empty(); }));
}

TEST_CASE("what is missing is named, with the step that gets it") {
  const auto rules = two_causes();
  auto incident = incident_with("data.a", Certainty::Possible);
  blame::Blame blame;
  blame.missing = {"the log of the other node"};
  add_next_steps(incident, blame, rules);
  REQUIRE(incident.missing.size() == 2);
  CHECK(incident.missing[0].fact == "the log of the other node");
  CHECK(incident.missing[1].fact == "which value");
  CHECK(incident.missing[1].get == "n1");
}

TEST_CASE("steps are few, and no step stands twice") {
  auto rules = two_causes();
  rules.causes[0].confirm.push_back(rules.causes[0].confirm.front());
  rules.causes[0].confirm.push_back({"Another", "x", "", {}});
  auto incident = incident_with("data.a", Certainty::Possible);
  add_next_steps(incident, {}, rules);
  CHECK(incident.next.size() <= 6);
  for (std::size_t i = 0; i < incident.next.size(); ++i)
    for (std::size_t j = i + 1; j < incident.next.size(); ++j)
      CHECK((incident.next[i].title != incident.next[j].title || incident.next[i].command != incident.next[j].command));
}

TEST_CASE("the cause says whether to restart") {
  const auto rules = two_causes();
  auto incident = incident_with("data.a", Certainty::Certain);
  add_next_steps(incident, {}, rules);
  CHECK(incident.retry == RetryAdvice::AfterFix);
  CHECK(incident.retry_why == "It fails again.");
}

TEST_CASE("nobody is sent to another node on a guess") {
  const auto rules = two_causes();
  auto sure = incident_with("hardware.b", Certainty::Certain);
  add_next_steps(sure, {}, rules);
  CHECK(sure.retry == RetryAdvice::ExcludeNode);
  auto guessed = incident_with("hardware.b", Certainty::Certain);
  guessed.certainty = Certainty::Possible;
  add_next_steps(guessed, {}, rules);
  CHECK(guessed.retry == RetryAdvice::Unknown);
  auto nobody = incident_with("hardware.b", Certainty::Certain);
  nobody.attribution = Attribution::Undetermined;
  nobody.certainty = Certainty::Undetermined;
  add_next_steps(nobody, {}, rules);
  CHECK(nobody.retry == RetryAdvice::Unknown);
}

TEST_CASE("a cause that no rule describes yields no step and no advice") {
  const auto rules = two_causes();
  auto incident = incident_with("unknown", Certainty::Undetermined);
  add_next_steps(incident, {}, rules);
  CHECK(incident.next.empty());
  CHECK(incident.retry == RetryAdvice::Unknown);
}
