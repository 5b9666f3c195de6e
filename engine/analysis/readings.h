// The readings that were kept, with the rank of each line by whichever road it is known.
#pragma once

#include <vector>

#include "parse/facts.h"

namespace firstfault::analysis {

[[nodiscard]] std::vector<LineReading> readings_of(const parse::Facts& facts);

}  // namespace firstfault::analysis
