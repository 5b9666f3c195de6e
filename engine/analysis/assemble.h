// Blame and causes → the incidents and lines of a report. Private to analysis/.
#pragma once

#include "analysis/session.h"
#include "blame/blame.h"
#include "parse/facts.h"

namespace firstfault::analysis {

[[nodiscard]] Diagnosis assemble(blame::Judgement judgement, const parse::Facts& facts, const rules::RuleSet& rules);

}  // namespace firstfault::analysis
