// The guard of nn.Embedding modules and F.embedding: every index must be a row of the table.
#pragma once

#include <optional>
#include <string_view>

#include "advice/code_actions.h"
#include "syntax/python.h"

namespace firstfault::advice {

[[nodiscard]] bool is_embedding_call(std::string_view source, const syntax::Call& call);

/// Empty where no right guard can be put in front of `call`, or one stands there already.
[[nodiscard]] std::optional<CodeAction> guard_embedding_index(std::string_view source, const syntax::Call& call);

}  // namespace firstfault::advice
