// Which calls are known to change nothing and to draw no random numbers, so that it does not matter whether a guard
// comes before or after them. What is not known to be harmless is not.
#pragma once

#include <string_view>

#include "syntax/python.h"

namespace firstfault::advice {

[[nodiscard]] bool is_harmless(std::string_view source, const syntax::Effect& effect);

}  // namespace firstfault::advice
