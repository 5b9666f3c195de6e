// What happens to logs on their way: changes that must not change the answer, and cuts that may cost it but must not
// turn it into a sure wrong one. Deterministic.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnose.h"

namespace firstfault::corpus {

struct Change {
  std::string name;
  std::vector<File> (*apply)(std::vector<File> files);
};

/// Changes after which the answer (judge.h, answer_of) must be the same.
[[nodiscard]] const std::vector<Change>& harmless_changes();

/// The files as they were when `bytes` bytes, counted over all files in order, had been written.
[[nodiscard]] std::vector<File> cut_after(const std::vector<File>& files, std::size_t bytes);

[[nodiscard]] std::size_t size_of(const std::vector<File>& files);

}  // namespace firstfault::corpus
