// What to run next, which fact is missing, and whether the job may be restarted, from the cause rules.
#pragma once

#include "blame/blame.h"
#include "causes/weigh.h"
#include "model/report.h"
#include "rules/rule.h"

namespace firstfault::advice {

/// Fills in `next`, `missing`, `retry` and the hypotheses' `settled_by` of an incident whose other fields are complete.
void add_next_steps(Incident& incident, const blame::Blame& blame, const rules::RuleSet& rules);

}  // namespace firstfault::advice
