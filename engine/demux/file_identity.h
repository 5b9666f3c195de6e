// Who speaks in a file, by its name and the folders above it. Not for what the file says (dialect.h, prefix.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/ids.h"

namespace firstfault::demux {

/// The number of a task or a node in a file's name. It is a rank only where each has one process, which a name cannot
/// tell.
struct Place {
  enum class Kind {
    Task,     // srun's %t, submitit: one file a task
    MayBe,    // the same, or an index of a job array
    Node,     // of an operator's pods or a service's hosts, in the order of their ranks
    Follower  // the same, without the one that has rank 0 ("worker-0" beside "master-0")
  };
  Kind kind = Kind::Task;
  int number = 0;
};

/// Who speaks in a file, by its path: "rank_3.log", "attempt_0/2/stderr.log", "std_log_process_03.txt",
/// "4711-3.out", "pods/ml_llama-worker-0_<uid>/pytorch/0.log".
struct FileIdentity {
  std::optional<Rank> rank;
  std::optional<LocalRank> local_rank;
  std::optional<std::int64_t> pid;  // of a worker of Ray
  std::optional<int> attempt;
  std::optional<Place> place;
  std::string node;   // "node1" in "node1/rank_3.log" or "node1.log", a pod; empty where the path names none
  std::string group;  // folder that holds the ranks of one launcher ("logs/none_3k2e/attempt_0"); empty otherwise
};

[[nodiscard]] FileIdentity identify_file(std::string_view path);

}  // namespace firstfault::demux
