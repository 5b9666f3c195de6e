// Shortens the list of inputs for a job of hundreds of files, keeping every input that evidence points to.
#pragma once

#include <cstddef>

#include "model/report.h"

namespace firstfault::output {

/// `report` with at most `limit` inputs where the evidence allows it; spans are renumbered and a note says what is
/// missing.
[[nodiscard]] Report with_few_inputs(Report report, std::size_t limit);

}  // namespace firstfault::output
