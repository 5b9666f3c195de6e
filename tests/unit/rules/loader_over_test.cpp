// Loading over checked rules is only sooner: it gives what loading alone gives.
#include <doctest/doctest.h>

#include <algorithm>

#include "rules/loader.h"

using namespace firstfault::rules;

namespace {

std::string texts_of(const LoadedRules& loaded) {
  std::string text;
  for (const auto& signature : loaded.rules.signatures) {
    text += std::string(signature.id) + " " + std::string(signature.family) + " " + std::string(signature.file);
    for (const auto& pattern : signature.match) {
      text += "\n  " + std::string(pattern.regex);
      for (const auto literal : pattern.literals) text += " | " + std::string(literal);
    }
    text += "\n";
  }
  for (const auto& cause : loaded.rules.causes) text += std::string(cause.id) + " " + std::string(cause.title) + "\n";
  for (const auto& problem : loaded.problems) text += format(problem);
  return text;
}

void check_same(const std::vector<RuleSource>& sources) {
  CHECK(texts_of(load_rules_over(builtin_rules(), sources)) == texts_of(load_rules(sources)));
}

RuleSource& source_of(std::vector<RuleSource>& sources, std::string_view name) {
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const RuleSource& each) { return each.path.find(name) != std::string::npos; });
  REQUIRE(found != sources.end());
  return *found;
}

}  // namespace

TEST_CASE("the built-in files are taken over whole") {
  const auto sources = builtin_sources();
  CHECK(load_rules_over(builtin_rules(), sources).rules.signatures.size() == builtin_rules().signatures.size());
  check_same(sources);
}

TEST_CASE("a changed file is read, a broken one refused, an id used twice found") {
  auto sources = builtin_sources();
  auto& changed = source_of(sources, "/class-label-out-of-bounds.jsonc").text;
  changed.replace(changed.find("is out of bounds"), 16, "is out of fences");
  source_of(sources, "/xid-79.jsonc").text += "}";
  sources.push_back({"mine/collective/desync.jsonc", source_of(sources, "causes/collective/desync.jsonc").text});
  const auto loaded = load_rules_over(builtin_rules(), sources);
  CHECK(loaded.problems.size() >= 2);
  check_same(sources);
}
