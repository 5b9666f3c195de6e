// Attempts by the names of files: torchrun's folders, the numbered logs of a container that Kubernetes restarted, and
// what `kubectl logs --previous` was written to.
#pragma once

#include <optional>
#include <vector>

#include "parse/facts.h"

namespace firstfault::blame {

/// By input: the attempt that its name says it holds; empty where a file may hold any number of them.
[[nodiscard]] std::vector<std::optional<int>> attempts_by_name(const parse::Facts& facts);

}  // namespace firstfault::blame
