// The rules that a command works with: the built-in ones, and those of --rules laid over them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rules/loader.h"
#include "rules/matcher.h"
#include "support/result.h"

namespace firstfault::cli {

/// Rules and the matcher over them. Built-in ones are shared, others owned.
struct ActiveRules {
  const rules::RuleSet* rules = nullptr;
  const rules::Matcher* matcher = nullptr;
  std::unique_ptr<const rules::RuleSet> own_rules;
  std::unique_ptr<const rules::Matcher> own_matcher;
};

/// The rule files behind `paths` (files, or folders of *.jsonc). An error where a path cannot be read or holds none.
[[nodiscard]] Result<std::vector<rules::RuleSource>> read_rule_files(const std::vector<std::string>& paths);

/// The built-in rules with those of `folders` over them. An error where a file is broken; its message lists the
/// problems.
[[nodiscard]] Result<ActiveRules> activate_rules(const std::vector<std::string>& folders);

}  // namespace firstfault::cli
