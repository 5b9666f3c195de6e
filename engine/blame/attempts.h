// Restarted jobs: which attempt of the job a line belongs to. By the names of files and folders (attempt_files.h), or
// by an end after which somebody begins again what he had begun before (attempt_signs.h). Where that may also be late
// output, several ranks that print the same, or an epoch that begins, nothing is split.
#pragma once

#include "blame/identity.h"
#include "parse/facts.h"

namespace firstfault::blame {

/// Fills in `attempt` of failures, exits and marks; returns the number of attempts (at least 1).
int assign_attempts(parse::Facts& facts, const Identity& identity);

}  // namespace firstfault::blame
