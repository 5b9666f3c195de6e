// The guard of F.cross_entropy and F.nll_loss: every target that is not ignored must be a class.
#pragma once

#include <optional>
#include <string_view>

#include "advice/code_actions.h"
#include "syntax/python.h"

namespace firstfault::advice {

[[nodiscard]] bool is_class_index_call(std::string_view source, const syntax::Call& call);

/// Empty where no right guard can be put in front of `call`, or one stands there already.
[[nodiscard]] std::optional<CodeAction> guard_class_index(std::string_view source, const syntax::Call& call);

}  // namespace firstfault::advice
