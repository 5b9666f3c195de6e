// Holds a report against the truth of its case.
#pragma once

#include <string>
#include <vector>

#include "harness/case.h"
#include "model/report.h"

namespace firstfault::corpus {

/// What is wrong with the answer, in words; empty where it is right. A known initiator must be named exactly; where the
/// log cannot tell, a sure answer is wrong.
[[nodiscard]] std::vector<std::string> objections(const Case& c, const Report& report);

/// Only what must never happen, however the log was bent or cut: a wrong rank named with certainty, sound hardware
/// accused, a healthy run called failed.
[[nodiscard]] std::vector<std::string> wrong_claims(const Case& c, const Report& report);

/// The part of a report that harmless changes of a log must not touch, on one line.
[[nodiscard]] std::string answer_of(const Report& report);

}  // namespace firstfault::corpus
