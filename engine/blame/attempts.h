// Restarted jobs: which attempt of the job a line belongs to. By the launcher's folder names (attempt_K), or by a
// launcher's failure notice after which ranks start again.
#pragma once

#include "parse/facts.h"

namespace firstfault::blame {

/// Fills in `attempt` of failures, exits and marks; returns the number of attempts (at least 1).
int assign_attempts(parse::Facts& facts);

}  // namespace firstfault::blame
