// What the contract promises of every report, whatever was fed: limits, ids that lead somewhere, and quotes that stand
// in the input where the report says. Not for whether the answer is right (judge.h).
#pragma once

#include <string>
#include <vector>

#include "harness/diagnose.h"
#include "model/report.h"

namespace firstfault::corpus {

/// The promises that `report` breaks, in words. `files`: what was fed, in the order of Report::inputs.
[[nodiscard]] std::vector<std::string> broken_promises(const Report& report, const std::vector<File>& files);

}  // namespace firstfault::corpus
