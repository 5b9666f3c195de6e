// The rules that a command works with: the built-in ones, those of .firstfault/rules in the user's folders over them,
// and those of --rules over all.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "model/report.h"
#include "rules/active.h"
#include "support/result.h"

namespace firstfault::cli {

using rules::ActiveRules;

/// The rule files behind `paths` (files, or folders of *.jsonc). An error where a path cannot be read or holds none.
[[nodiscard]] Result<std::vector<rules::RuleSource>> read_rule_files(const std::vector<std::string>& paths);

/// The rules of `paths`, of a later path over those of an earlier. An error where a file is broken; its message lists
/// the problems.
[[nodiscard]] Result<std::vector<rules::LoadedRules>> load_rule_paths(const std::vector<std::string>& paths);

/// The built-in rules, over them those that `folders` (and the current one) keep in .firstfault/rules, over them those
/// of `paths`. What is broken in a folder's own rules is left out with a note; in `paths` it is an error.
[[nodiscard]] Result<ActiveRules> activate_rules(const std::vector<std::string>& paths,
                                                 const std::vector<std::string>& folders);

/// The same with the current folder only.
[[nodiscard]] Result<ActiveRules> activate_rules(const std::vector<std::string>& paths);

/// Says in the report's notes which rules of users it rests on, and what of their files was left out.
void add_rule_notes(Report& report, const ActiveRules& active);

/// The same problems on standard error, for commands that print no report.
void complain_of_rules(const ActiveRules& active, Console& console);

}  // namespace firstfault::cli
