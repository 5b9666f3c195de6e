// Numbers in the labels that stand in front of every line ("[3]", "worker-3"): where they prove to be ranks. A label
// that several ranks share, or whose number differs from what its own lines say, proves nothing.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "parse/facts.h"

namespace firstfault::blame {

/// Ranks of streams that are not named yet. `of_stream` is what is known of each so far; `world_size` as stated.
[[nodiscard]] std::map<parse::StreamIndex, Rank> ranks_by_label(const parse::Facts& facts,
                                                                const std::vector<std::optional<Rank>>& of_stream,
                                                                std::optional<int> world_size);

}  // namespace firstfault::blame
