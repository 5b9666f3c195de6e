// Small changes of wording.
#pragma once

#include <string>
#include <string_view>

namespace firstfault::text {

/// A sentence's first letter in lower case, unless it begins a name or an abbreviation ("NCCL", "CUDA").
[[nodiscard]] std::string lower_first(std::string_view text);

}  // namespace firstfault::text
