#include "rules/rule.h"

#include <algorithm>

namespace firstfault::rules {
namespace {

template <class Rule>
const Rule* find_by_id(const std::vector<Rule>& rules, std::string_view id) {
  const auto found = std::lower_bound(rules.begin(), rules.end(), id,
                                      [](const Rule& rule, std::string_view wanted) { return rule.id < wanted; });
  return found != rules.end() && found->id == id ? &*found : nullptr;
}

/// Both are sorted by id; the first of two equal ids wins, so `over` goes first.
template <class Rule>
std::vector<Rule> lay_over(const std::vector<Rule>& over, const std::vector<Rule>& base) {
  std::vector<Rule> out;
  std::set_union(over.begin(), over.end(), base.begin(), base.end(), std::back_inserter(out),
                 [](const Rule& a, const Rule& b) { return a.id < b.id; });
  return out;
}

}  // namespace

const Signature* RuleSet::find_signature(std::string_view id) const { return find_by_id(signatures, id); }
const Cause* RuleSet::find_cause(std::string_view id) const { return find_by_id(causes, id); }

RuleSet merge(const RuleSet& base, const RuleSet& over) {
  RuleSet merged;
  merged.signatures = lay_over(over.signatures, base.signatures);
  merged.causes = lay_over(over.causes, base.causes);
  merged.storage =
      std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(base.storage, over.storage);
  return merged;
}

}  // namespace firstfault::rules
