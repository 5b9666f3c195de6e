// Report → the contract's JSON ("firstfault.report/1"): its field names, in its order. Pure; the same report gives the
// same bytes. The language server answers with the same object.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "model/report.h"

namespace firstfault::output {

/// At most so many inputs are listed (those that evidence points to first); a note says how many are not.
inline constexpr std::size_t kMaxInputs = 64;

[[nodiscard]] nlohmann::ordered_json report_json(const Report& report);

/// `report_json`, indented, with a newline at the end. Invalid UTF-8 becomes U+FFFD.
[[nodiscard]] std::string to_json(const Report& report);

/// {"advice": …, "why": …} of the leading incident, as `diagnose --retry-advice` prints it.
[[nodiscard]] std::string retry_to_json(RetryAdvice advice, const std::string& why);

}  // namespace firstfault::output
