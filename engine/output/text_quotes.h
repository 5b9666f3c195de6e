// Chooses which lines the brief report quotes, and puts evidence into rows. Internal to output/.
#pragma once

#include <vector>

#include "output/page.h"

namespace firstfault::output {

/// The user's source line, then the few lines that prove the verdict.
[[nodiscard]] std::vector<Quote> telling_quotes(const Report& report, const Incident& incident);

/// Every piece of evidence, with its id, role and rule.
[[nodiscard]] std::vector<Quote> all_quotes(const Report& report, const Incident& incident);

}  // namespace firstfault::output
