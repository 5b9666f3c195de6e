// What an expression may do besides yielding a value, and what a statement does before it comes to a call.
// Internal to syntax/.
#pragma once

#include "syntax/tree.h"

namespace firstfault::syntax {

/// The effects within `expression`, in the order of the text.
[[nodiscard]] std::vector<Effect> effects_in(const Tree& tree, TSNode expression);

/// The effects that `statement` has, and the values that it computes ("operator", "subscript"), before it evaluates
/// `call` and its arguments, in the order of the text.
[[nodiscard]] std::vector<Effect> effects_before(const Tree& tree, TSNode statement, TSNode call);

}  // namespace firstfault::syntax
