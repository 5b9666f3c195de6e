// Which signatures become alarms for which causes.
#include "rules/fingerprints.h"

#include <doctest/doctest.h>

#include "rules/regex_words.h"

using namespace firstfault;
using namespace firstfault::rules;

namespace {

Signature signature(std::string_view id, Role role, Class cls, std::vector<CauseWeight> evidence,
                    std::string_view regex = "it broke badly") {
  Signature made;
  made.id = id;
  made.role = role;
  made.cls = cls;
  made.evidence = std::move(evidence);
  made.match = {{"one", regex, {}, {}}};
  return made;
}

Cause cause(std::string_view id) {
  Cause made;
  made.id = id;
  return made;
}

RuleSet rules_of(std::vector<Signature> signatures) {
  RuleSet set;
  set.signatures = std::move(signatures);
  set.causes = {cause("hardware.ecc"), cause("hardware.nvlink"), cause("io.disk_full")};
  return set;
}

std::string found(const RuleSet& set, const std::vector<std::string>& wanted) {
  const auto all = fingerprints(set, wanted);
  if (!all) return to_line(all.error());
  std::string text;
  for (const auto& each : all.value()) {
    text += std::string(text.empty() ? "" : " ") + std::string(each.cause->id) + ":";
    for (const auto& fingerprint : each.fingerprints) text += " " + std::string(fingerprint.signature->id);
  }
  return text;
}

}  // namespace

TEST_CASE("a cause is chosen by its id, its family, or with all others") {
  const RuleSet set = rules_of({});
  CHECK(found(set, {"hardware.ecc"}) == "hardware.ecc:");
  CHECK(found(set, {"hardware"}) == "hardware.ecc: hardware.nvlink:");
  CHECK(found(set, {"hardware.ecc", "hardware", "io"}) == "hardware.ecc: hardware.nvlink: io.disk_full:");
  CHECK(found(set, {"all"}) == "hardware.ecc: hardware.nvlink: io.disk_full:");
  CHECK(found(set, {"hardware.eec"}) == "no cause or family is called 'hardware.eec' (did you mean 'hardware.ecc'?)");
  CHECK(found(set, {"zzzzzz"}) == "no cause or family is called 'zzzzzz' (firstfault rules list names them)");
}

TEST_CASE("a signature alarms for what it proves, not for what it hints at") {
  const auto local = [](std::vector<CauseWeight> evidence) {
    return rules_of({signature("s", Role::Initiator, Class::Local, std::move(evidence))});
  };
  CHECK(found(local({{"hardware.ecc", 3}, {"hardware.nvlink", 1.5}}), {"hardware"}) ==
        "hardware.ecc: s hardware.nvlink:");
  CHECK(found(local({{"hardware.ecc", 2}, {"hardware.nvlink", 1.8}}), {"hardware"}) ==
        "hardware.ecc: s hardware.nvlink: s");
  CHECK(found(local({{"hardware.ecc", 0.9}}), {"hardware.ecc"}) == "hardware.ecc:");
}

TEST_CASE("advice, what is taken down, and a good end raise no alarm") {
  const auto alarms = [](Role role, Class cls) {
    return found(rules_of({signature("s", role, cls, {{"hardware.ecc", 3}})}), {"hardware.ecc"}) == "hardware.ecc: s";
  };
  CHECK(alarms(Role::Context, Class::Outside));
  CHECK(alarms(Role::Collateral, Class::Waited));
  CHECK_FALSE(alarms(Role::Advice, Class::Context));
  CHECK_FALSE(alarms(Role::Teardown, Class::Teardown));
  CHECK_FALSE(alarms(Role::Context, Class::Success));
  CHECK_FALSE(alarms(Role::Context, Class::Progress));
}

TEST_CASE("the beginning of a line is also what follows a prefix") {
  const Regex regex = on_raw_line(*parse_regex("^NVRM: Xid"));
  CHECK(to_pattern(regex, {Dialect::Modern, ""}) == "(?:^|[\\x09 ):>\\]|])NVRM: Xid");
}

TEST_CASE("what a single line cannot hold is named") {
  const RuleSet set =
      rules_of({signature("s", Role::Initiator, Class::Local, {{"hardware.ecc", 3}}, "it broke\\nbadly")});
  const auto all = fingerprints(set, {"hardware.ecc"});
  REQUIRE(all);
  REQUIRE(all.value().front().left_out.size() == 1);
  CHECK(all.value().front().left_out.front().signature->id == "s");
  CHECK(all.value().front().left_out.front().why == "hits only text of several lines");
}
