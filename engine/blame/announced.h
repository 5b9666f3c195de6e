// Files without a telling name that say themselves whose they are: "rank 2 of 4" in one, "rank 3 of 4" in the next.
// Not for a single file, which may be the launcher's, and not for names (demux/file_names.h).
#pragma once

#include <cstdint>
#include <map>

#include "parse/facts.h"

namespace firstfault::blame {

/// Input → the one rank that speaks in it; only where several inputs speak for ranks of their own.
[[nodiscard]] std::map<std::uint32_t, Rank> ranks_announced(const parse::Facts& facts);

}  // namespace firstfault::blame
