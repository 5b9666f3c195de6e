// Tags that carry what several processes print: mpirun's or srun's lone task and Ray's driver may be a launcher, whose
// number or pid is then nobody's rank. Told by what stands behind the tag. Not for labels of hosts and pods (labels.h).
#pragma once

#include <set>

#include "parse/facts.h"

namespace firstfault::blame {

/// Streams with a task's or a process's tag in which more than one rank, or more than one program's end, shows.
[[nodiscard]] std::set<parse::StreamIndex> find_carriers(const parse::Facts& facts);

}  // namespace firstfault::blame
