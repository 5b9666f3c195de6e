// Sets of ranks and the way they are written: "0-2,4-7".
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "model/ids.h"

namespace firstfault {

using RankSet = std::set<Rank>;

/// "0-2,4-7"; empty for an empty set.
[[nodiscard]] std::string format_ranks(const RankSet& ranks);

/// Reads "0-2,4, 7" (blanks allowed); stops quietly at the first thing that is no rank. Ranges are capped at 65,536
/// ranks.
[[nodiscard]] RankSet parse_ranks(std::string_view text);

}  // namespace firstfault
