// The table in this binary against the rule files it was made from.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "rule_texts.h"
#include "rules/loader.h"
#include "rules/matcher.h"
#include "rules/rule.h"

namespace fs = std::filesystem;
using namespace firstfault::rules;

namespace {

LoadedRules load_from_disk() {
  std::vector<RuleSource> sources;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(FIRSTFAULT_ROOT) / "rules")) {
    if (entry.path().extension() != ".jsonc") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    sources.push_back(
        {entry.path().lexically_relative(FIRSTFAULT_ROOT).generic_string(), {std::istreambuf_iterator<char>(in), {}}});
  }
  return load_sound(std::move(sources));
}

void check_same(const Signature& a, const Signature& b) {
  CAPTURE(b.id);
  CHECK(a.id == b.id);
  CHECK(a.family == b.family);
  CHECK(a.title == b.title);
  CHECK(a.file == b.file);
  CHECK(a.source == b.source);
  CHECK(a.role == b.role);
  CHECK(a.cls == b.cls);
  CHECK(a.where == b.where);
  CHECK(a.unreliable_frame == b.unreliable_frame);
  REQUIRE(a.match.size() == b.match.size());
  for (std::size_t i = 0; i < a.match.size(); ++i) {
    CHECK(a.match[i].name == b.match[i].name);
    CHECK(a.match[i].regex == b.match[i].regex);
    CHECK(a.match[i].unless == b.match[i].unless);
    CHECK(a.match[i].literals == b.match[i].literals);
    CHECK_FALSE(a.match[i].literals.empty());
  }
  REQUIRE(a.says.size() == b.says.size());
  for (std::size_t i = 0; i < a.says.size(); ++i)
    CHECK((a.says[i].fact == b.says[i].fact && a.says[i].text == b.says[i].text));
  REQUIRE(a.evidence.size() == b.evidence.size());
  for (std::size_t i = 0; i < a.evidence.size(); ++i)
    CHECK((a.evidence[i].cause == b.evidence[i].cause && a.evidence[i].weight == b.evidence[i].weight));
}

void check_same(const Cause& a, const Cause& b) {
  CAPTURE(b.id);
  for (const auto part : {&Cause::id, &Cause::title, &Cause::headline, &Cause::file, &Cause::source, &Cause::what,
                          &Cause::why, &Cause::asks, &Cause::retry_why})
    CHECK(a.*part == b.*part);
  CHECK(a.fix == b.fix);
  CHECK(a.not_a_fix == b.not_a_fix);
  CHECK(a.guards == b.guards);
  CHECK(a.retry == b.retry);
  REQUIRE(a.look_alikes.size() == b.look_alikes.size());
  for (std::size_t i = 0; i < a.look_alikes.size(); ++i)
    CHECK((a.look_alikes[i].cause == b.look_alikes[i].cause && a.look_alikes[i].tell == b.look_alikes[i].tell));
  REQUIRE(a.confirm.size() == b.confirm.size());
  for (std::size_t i = 0; i < a.confirm.size(); ++i) {
    CHECK((a.confirm[i].title == b.confirm[i].title && a.confirm[i].command == b.confirm[i].command &&
           a.confirm[i].why == b.confirm[i].why));
    CHECK(a.confirm[i].expect == b.confirm[i].expect);
  }
}

}  // namespace

TEST_CASE("the rules in the binary are those of the rule files") {
  const auto loaded = load_from_disk();
  const auto& builtin = builtin_rules();
  REQUIRE(builtin.signatures.size() == loaded.rules.signatures.size());
  REQUIRE(builtin.causes.size() == loaded.rules.causes.size());
  CHECK_FALSE(builtin.causes.empty());
  for (std::size_t i = 0; i < builtin.signatures.size(); ++i)
    check_same(builtin.signatures[i], loaded.rules.signatures[i]);
  for (std::size_t i = 0; i < builtin.causes.size(); ++i) check_same(builtin.causes[i], loaded.rules.causes[i]);
}

TEST_CASE("the binary keeps the rule files, those of retired rules too") {
  const auto loaded = load_from_disk();
  const auto sources = builtin_sources();
  REQUIRE(sources.size() >= loaded.rules.signatures.size() + loaded.rules.causes.size());
  const auto again = load_sound(sources);
  CHECK(again.rules.signatures.size() == loaded.rules.signatures.size());
  CHECK(again.rules.causes.size() == loaded.rules.causes.size());
}

TEST_CASE("finds built-in rules by id, and nothing for an unknown one") {
  for (const auto& cause : builtin_rules().causes) CHECK(builtin_rules().find_cause(cause.id) == &cause);
  for (const auto& signature : builtin_rules().signatures)
    CHECK(builtin_rules().find_signature(signature.id) == &signature);
  CHECK(builtin_rules().find_cause("no.such_cause") == nullptr);
  CHECK(builtin_rules().find_signature("") == nullptr);
}

TEST_CASE("the built-in matcher is one object that finds nothing in a plain line") {
  CHECK(&builtin_matcher() == &builtin_matcher());
  std::vector<Match> matches;
  builtin_matcher().match("the weather is fine", Where::Line, matches);
  CHECK(matches.empty());
}
