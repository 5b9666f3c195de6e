// The facts of single inputs → the facts of one job. Private to analysis/.
#pragma once

#include <vector>

#include "parse/facts.h"

namespace firstfault::analysis {

/// Inputs keep their order; stream indices are shifted.
[[nodiscard]] parse::Facts merge(std::vector<parse::Facts> parts);

}  // namespace firstfault::analysis
