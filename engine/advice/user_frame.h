// The place in the user's own code that a failure points to, and whether that place can be trusted.
#pragma once

#include <optional>
#include <string>

#include "model/report.h"
#include "parse/facts.h"

namespace firstfault::advice {

[[nodiscard]] std::optional<UserFrame> user_frame(const parse::Failure& failure);

/// The framework's name of the operation whose frame stands below the user's ("torch.nn.functional.cross_entropy").
[[nodiscard]] std::optional<std::string> operation_of(const parse::Failure& failure);

}  // namespace firstfault::advice
