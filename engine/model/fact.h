// The typed facts that a signature may state about a line ("says" in a rule file), handed to blame/ and causes/.
// The list is closed so that a misspelt key in a rule file is an error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstfault {

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \
    "-Wshadow"  // GCC 12 takes Fact::Rank for a shadow of the type Rank where ids.h came first
#endif
enum class Fact {
  Rank,          // global rank the line speaks OF (not the speaker)
  LocalRank,     // local rank the line speaks of
  GroupRank,     // rank within a process group
  Ranks,         // several global ranks: "4, 5, 6-7"
  MissingRanks,  // ranks that did not join: "4, 5, 6-7"
  WorldSize,     // number of ranks of the job
  Joined,        // how many ranks have joined so far
  Host,          // node the line speaks of
  Pid,           // process id the line speaks of
  PeerAddress,   // "127.0.0.1:4411", as printed
  ExitCode,      // as printed: "1", "-9"
  Signal,        // name or number: "SIGKILL", "9"
  ProcessGroup,  // group name or GUID
  Collective,    // ALLREDUCE …
  Sequence,      // sequence number of the collective the line is about
  LastEnqueued,  // counters of the group
  LastStarted,
  LastCompleted,
  TimeoutMs,
  ElapsedMs,
  Operation,  // torch.nn.functional.cross_entropy …
  Value,      // the offending value: "7"
  Bound,      // exclusive upper bound: number of classes, rows …
  Lower,      // inclusive lower bound
  Dimension,
  Block,  // CUDA block and thread of a device-side assert
  Thread,
  Kernel,
  SourceFile,  // file named by the line (Loss.cu, model.py)
  SourceLine,
  Device,  // GPU index or PCI bus id
  Bytes,   // an amount of memory, as printed
  FreeBytes,
  Xid,
  Step,   // training step reached
  Detail  // any other text worth quoting in a headline
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

struct FactValue {
  Fact fact;
  std::string text;
};

/// "world_size" → Fact::WorldSize; empty for an unknown name. Names are the enumerators in snake_case.
[[nodiscard]] std::optional<Fact> fact_from_name(std::string_view name);
[[nodiscard]] std::string_view fact_name(Fact fact);
/// All names, in the order of the enumerators; for messages of the rule checker.
[[nodiscard]] const std::vector<std::string_view>& fact_names();

/// The first value of `fact`, or nullptr.
[[nodiscard]] inline const std::string* find_fact(const std::vector<FactValue>& values, Fact fact) {
  for (const auto& value : values)
    if (value.fact == fact) return &value.text;
  return nullptr;
}

}  // namespace firstfault
