// JSON Schemas of the rule files, for completion and hovers in editors; written from the loader's own table of keys.
#pragma once

#include <string>

#include "rules/loader_keys.h"

namespace firstfault::rules {

[[nodiscard]] std::string write_schema(RuleKind kind);

}  // namespace firstfault::rules
