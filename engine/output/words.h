// The words of the contract for the enumerations of a report: "failed", "all_ranks", "after_fix". Used by every format.
#pragma once

#include <string_view>

#include "model/report.h"

namespace firstfault::output {

[[nodiscard]] std::string_view word(Outcome value);
[[nodiscard]] std::string_view word(Attribution value);
[[nodiscard]] std::string_view word(Certainty value);
[[nodiscard]] std::string_view word(Role value);
[[nodiscard]] std::string_view word(StepKind value);
[[nodiscard]] std::string_view word(RetryAdvice value);
[[nodiscard]] std::string_view word(InputKind value);

}  // namespace firstfault::output
