// Holds rule files to what makes them trustworthy: each pattern proves itself on its own examples, no rule hits a
// foreign example unsaid, and a cause says how to tell, how to mend and what does not help. The same code serves the
// built-in rules (rules.check in CTest) and users' own (firstfault rules check).
#pragma once

#include <vector>

#include "rules/loader.h"

namespace firstfault::rules {

/// All problems of the files, the loader's first among equals. `base` holds rules that the files may refer to and must
/// not collide with in their examples: the built-in ones for users' files, nothing for the built-in ones themselves.
[[nodiscard]] std::vector<Problem> check_rules(const LoadedRules& loaded, const RuleSet& base);

}  // namespace firstfault::rules
