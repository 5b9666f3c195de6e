// Writes the documents that are made from the rules: docs/causes/*.md, docs/causes/README.md, docs/signatures.md.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "rules/tool/origins.h"

namespace firstfault::rules {

/// Path below docs/ → text.
[[nodiscard]] std::map<std::string, std::string> write_docs(const RuleSet& rules,
                                                            const std::map<std::string_view, Origin>& origins);

}  // namespace firstfault::rules
