// The one line that a tired engineer reads, and the few sentences around it.
#pragma once

#include <string>

#include "blame/blame.h"
#include "causes/weigh.h"
#include "model/report.h"
#include "rules/rule.h"

namespace firstfault::advice {

inline constexpr std::size_t kVerdictCharacters = 160;
inline constexpr std::size_t kFirstSentenceCharacters = 120;

/// One line of at most 160 characters without control characters; its first sentence has at most 120.
[[nodiscard]] std::string verdict(const blame::Blame& blame, const causes::Weighed& weighed, const rules::Cause* cause,
                                  const Incident& incident);

/// How many processes are collateral, by rank where known.
[[nodiscard]] std::size_t collateral_count(const blame::Blame& blame);

}  // namespace firstfault::advice
