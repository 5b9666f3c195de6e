#include "rules/listing.h"

#include "rules/loader_keys.h"

namespace firstfault::rules {

std::vector<RuleRow> list_rules(const RuleSet& rules) {
  std::vector<RuleRow> rows;
  for (const auto& signature : rules.signatures) {
    auto& row = rows.emplace_back(RuleRow{signature.id, "signature", signature.family, {}, {}, signature.file});
    for (const auto& evidence : signature.evidence) row.causes.push_back(evidence.cause);
    row.role = role_words()[static_cast<std::size_t>(signature.role)];
  }
  for (const auto& cause : rules.causes)
    rows.push_back({cause.id, "cause", cause.id.substr(0, cause.id.find('.')), {cause.id}, {}, cause.file});
  return rows;
}

}  // namespace firstfault::rules
