// What a user means by the word behind `firstfault explain`: an id in any case, an Xid in any spelling, a family, the
// beginning of an id. Not for the pages themselves (article.h).
#pragma once

#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace firstfault::rules {

struct Found {
  std::vector<const Cause*> causes;          // by id
  std::vector<const Signature*> signatures;  // by id
  std::vector<std::string_view> near;        // ids that may have been meant, where nothing was found
  [[nodiscard]] std::size_t count() const { return causes.size() + signatures.size(); }
};

/// One rule where `words` names one ("memory.cuda_oom", "cuda_oom", "xid 79", "Xid-79", "79"), else all of a family or
/// all whose id begins so; an empty text means all causes.
[[nodiscard]] Found look_up(std::string_view words, const RuleSet& rules);

}  // namespace firstfault::rules
