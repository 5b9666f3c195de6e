// Holds rule files to what makes them trustworthy: each pattern proves itself on its own examples, no rule hits a
// foreign example unsaid, and a cause says how to tell, how to mend and what does not help. The same code serves the
// built-in rules (rules.check in CTest) and users' own (firstfault rules check).
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/loader.h"

namespace firstfault::rules {

/// Where a Python source stops being Python; empty where all of it is. Given from above, since this folder knows no
/// Python (syntax::first_error).
using PythonCheck = std::function<std::optional<std::size_t>(std::string_view source)>;

/// Leaves signatures out that speak for a cause which neither the layers nor `base` have; their problems are added.
void refuse_unknown_causes(std::vector<LoadedRules>& layers, const RuleSet& base);

/// All problems of the files, the loader's first among equals. `base` holds rules that the files may refer to and must
/// not collide with, each in the examples of the other: the built-in ones for users' files, nothing for the built-in
/// ones themselves.
[[nodiscard]] std::vector<Problem> check_rules(const LoadedRules& loaded, const RuleSet& base,
                                               const PythonCheck& first_error);

}  // namespace firstfault::rules
