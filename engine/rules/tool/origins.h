// Where the examples of signatures come from: recorded jobs (tests/corpus) or the source that a rule file names.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/loader.h"

namespace firstfault::rules {

struct Origin {
  bool recorded = false;          // an example stands in a recorded job, but for its numbers
  std::set<std::string> sources;  // as the rule file names them
  [[nodiscard]] bool known() const { return recorded || !sources.empty(); }
};

/// By signature id. `recorded` holds the texts of recorded jobs.
[[nodiscard]] std::map<std::string_view, Origin> origins_of(const RuleSet& rules,
                                                            const std::vector<std::string>& recorded);

}  // namespace firstfault::rules
