// Writes rules and their files as C++ source: the constant tables of rules/table.h.
#pragma once

#include <string>

#include "rules/loader.h"

namespace firstfault::rules {

[[nodiscard]] std::string write_table(const LoadedRules& loaded);

}  // namespace firstfault::rules
