// What is wrong: hypotheses with weights, from what signatures state about the initiator's own lines and from what the
// structure of the failure hints at. Sums log-odds; no hidden constants beyond those named in weigh.cpp.
#pragma once

#include <string>
#include <vector>

#include "blame/blame.h"
#include "model/report.h"
#include "parse/facts.h"
#include "rules/rule.h"

namespace firstfault::causes {

struct Hypothesis {
  std::string cause;
  double log_odds = 0;
  double weight = 0;                    // 0…1
  std::vector<std::size_t> supporting;  // indices into Blame::exhibits
};

struct Weighed {
  std::vector<Hypothesis> hypotheses;             // heaviest first, at most 8
  Certainty certainty = Certainty::Undetermined;  // of the first
  std::vector<FactValue> facts;                   // stated about the initiator, best source first; for headlines
  std::optional<std::size_t> told_by;             // the failure whose traceback shows the frame
};

/// Adds exhibits to `blame` for the lines that support a hypothesis and are not exhibited yet.
[[nodiscard]] Weighed weigh(blame::Blame& blame, const parse::Facts& facts, const rules::RuleSet& rules);

}  // namespace firstfault::causes
