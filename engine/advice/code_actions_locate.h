// Finds the call that a traceback's frame speaks of in the source as it is now, or nothing: a wrong call is worse.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "model/report.h"
#include "syntax/python.h"

namespace firstfault::advice {

/// The one call that `frame` means among those that `is_candidate`. Where the quoted line has moved, it is looked for
/// in the same function, then in the file.
[[nodiscard]] std::optional<syntax::Call> locate_call(std::string_view source, const UserFrame& frame,
                                                      const std::function<bool(const syntax::Call&)>& is_candidate);

}  // namespace firstfault::advice
