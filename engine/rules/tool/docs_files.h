// The written documents on disk: makes them, or says which are stale. Reads the recorded jobs that examples come from.
#pragma once

#include <string>

#include "rules/rule.h"

namespace firstfault::rules {

enum class Docs { Write, Check };

/// The exit status: 1 where a document is stale.
[[nodiscard]] int make_docs(const RuleSet& rules, Docs wish, const std::string& folder, const std::string& corpus);

/// The exit status: 1 where there are any.
[[nodiscard]] int list_unknown_origins(const RuleSet& rules, const std::string& corpus);

}  // namespace firstfault::rules
