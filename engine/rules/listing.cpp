#include "rules/listing.h"

#include "rules/loader_keys.h"

namespace firstfault::rules {

RuleRow row_of(const Signature& signature) {
  RuleRow row{signature.id, "signature", signature.family, {}, {}, signature.file, signature.title};
  for (const auto& evidence : signature.evidence) row.causes.push_back(evidence.cause);
  row.role = role_words()[static_cast<std::size_t>(signature.role)];
  return row;
}

RuleRow row_of(const Cause& cause) {
  return {cause.id, "cause", cause.id.substr(0, cause.id.find('.')), {cause.id}, {}, cause.file, cause.title};
}

std::vector<RuleRow> list_rules(const RuleSet& rules) {
  std::vector<RuleRow> rows;
  for (const auto& signature : rules.signatures) rows.push_back(row_of(signature));
  for (const auto& cause : rules.causes) rows.push_back(row_of(cause));
  return rows;
}

}  // namespace firstfault::rules
