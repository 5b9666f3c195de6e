// The loaded rules as rows for people and scripts (firstfault rules list, explain). Not for matching or explaining.
#pragma once

#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace firstfault::rules {

struct RuleRow {
  std::string_view id;
  std::string_view kind;  // "signature" or "cause"
  std::string_view family;
  std::vector<std::string_view> causes;  // a signature's evidence, best first; a cause's own id
  std::string_view role;                 // of a signature: "initiator" …; empty for a cause
  std::string_view file;
  std::string_view title;
};

[[nodiscard]] RuleRow row_of(const Signature& signature);
[[nodiscard]] RuleRow row_of(const Cause& cause);

/// Signatures first, then causes, each by id. The rows point into `rules`.
[[nodiscard]] std::vector<RuleRow> list_rules(const RuleSet& rules);

}  // namespace firstfault::rules
