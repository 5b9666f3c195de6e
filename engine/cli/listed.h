// Rows of rules/ as the plain values that output/ prints.
#pragma once

#include <vector>

#include "output/rule_list.h"
#include "rules/listing.h"

namespace firstfault::cli {

[[nodiscard]] inline output::ListedRule listed(const rules::RuleRow& row) {
  output::ListedRule rule{std::string(row.id),   std::string(row.kind), std::string(row.family), {},
                          std::string(row.role), std::string(row.file), std::string(row.title)};
  rule.causes.assign(row.causes.begin(), row.causes.end());
  return rule;
}

[[nodiscard]] inline std::vector<output::ListedRule> listed(const std::vector<rules::RuleRow>& rows) {
  std::vector<output::ListedRule> all;
  for (const auto& row : rows) all.push_back(listed(row));
  return all;
}

}  // namespace firstfault::cli
