// A number that must not be mixed up with another number: ranks, lines, offsets.
// Not for arithmetic: take `.value`, compute, and wrap again.
#pragma once

#include <compare>

namespace firstfault {

template <class Tag, class T = int>
struct Strong {
  T value{};
  friend constexpr auto operator<=>(const Strong&, const Strong&) = default;
};

}  // namespace firstfault
