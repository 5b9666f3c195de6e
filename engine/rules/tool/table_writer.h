// Writes a RuleSet as C++ source: the constant tables of rules/table.h.
#pragma once

#include <string>

#include "rules/rule.h"

namespace firstfault::rules {

[[nodiscard]] std::string write_table(const RuleSet& rules);

}  // namespace firstfault::rules
