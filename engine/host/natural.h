// The order in which people list numbered files: rank_9 before rank_10.
#pragma once

#include <string_view>

namespace firstfault::host {

/// True if `left` comes before `right`: folder by folder, numbers by value, the rest by bytes. A strict weak order in
/// which only equal strings are equal.
[[nodiscard]] bool natural_less(std::string_view left, std::string_view right);

}  // namespace firstfault::host
