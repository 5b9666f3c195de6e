// The rules in force: the built-in ones, and rules of users laid over them. Immutable once made; share them between
// threads. Takes what the loader made; reading files is others' part.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/report.h"
#include "rules/loader.h"
#include "rules/matcher.h"

namespace firstfault::rules {

/// Beyond this many problems of rule files the rest is counted.
inline constexpr std::size_t kShownProblems = 10;

struct ActiveRules {
  const RuleSet* rules = nullptr;
  const Matcher* matcher = nullptr;
  RuleSet of_users;                // the part that is not built in
  std::vector<std::string> notes;  // what of the users' files is left out, and why
  std::unique_ptr<const RuleSet> own_rules;
  std::unique_ptr<const Matcher> own_matcher;
};

/// `layers` over the built-in rules, each over the one before. Their problems become notes.
[[nodiscard]] ActiveRules activate(const std::vector<LoadedRules>& layers);

/// "rule x comes from .firstfault/rules/x.jsonc (it replaces the built-in one)" for each rule of users that the report
/// rests on, in order of their ids.
[[nodiscard]] std::vector<std::string> origin_notes(const ActiveRules& active, const Report& report);

}  // namespace firstfault::rules
