// Who speaks in a file, by its name and the folders above it. Not for what the file says (dialect.h, prefix.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/ids.h"

namespace firstfault::demux {

/// Who speaks in a file, by its path: "rank_3.log", "attempt_0/2/stderr.log", "std_log_process_03.txt",
/// "job_7_log.err".
struct FileIdentity {
  std::optional<Rank> rank;
  std::optional<LocalRank> local_rank;
  std::optional<int> attempt;
  std::string node;   // "node1" in "node1/rank_3.log" or "node1.log"; empty where the path names none
  std::string group;  // folder that holds the ranks of one launcher ("logs/none_3k2e/attempt_0"); empty otherwise
};

[[nodiscard]] FileIdentity identify_file(std::string_view path);

}  // namespace firstfault::demux
