// What launchers say of processes that ended. Plain data; exit_facts.h and elastic_table.h read it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/ids.h"
#include "parse/order.h"

namespace firstfault::parse {

enum class ExitSource { ElasticFailed, ElasticTable, Srun, Mpirun, Spawn, Other };

/// A launcher says how a process ended.
struct ProcessExit {
  ExitSource source = ExitSource::Other;
  InputId input;
  Order order = 0;
  SourceSpan span;
  std::optional<Rank> rank;
  std::optional<LocalRank> local_rank;
  std::optional<std::int64_t> pid;
  std::string node;
  std::string label;             // of whoever carried the notice
  std::optional<int> exit_code;  // negative: signal
  std::optional<int> signal;
  bool root_cause = false;  // what the launcher calls the first failure
  bool out_of_memory = false;
  std::string text;
  std::string line;
  int attempt = 0;
};

/// A launcher ended a process that was alive.
struct ClosedProcess {
  std::int64_t pid = 0;
  InputId input;
  Order order = 0;
  SourceSpan span;
};

}  // namespace firstfault::parse
