// Numbers of tasks and nodes in the names of files ("4711-3.out", "llama-worker-2/0.log"): where they prove to be
// ranks. A task that launches processes of its own, or whose lines name another rank, proves that none of them is.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "parse/facts.h"

namespace firstfault::blame {

/// Ranks of streams that are not named yet. `of_stream` is what is known of each so far; `world_size` as stated.
[[nodiscard]] std::map<parse::StreamIndex, Rank> ranks_by_place(const parse::Facts& facts,
                                                                const std::vector<std::optional<Rank>>& of_stream,
                                                                std::optional<int> world_size);

}  // namespace firstfault::blame
