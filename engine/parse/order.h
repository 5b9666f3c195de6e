// Where a line stands in the order of reading.
#pragma once

#include <cstdint>

namespace firstfault::parse {

/// Position in reading order over all inputs: (input, line). Comparable only within one input, exactly within one
/// stream.
using Order = std::uint64_t;

}  // namespace firstfault::parse
