// One line → who said it and when, and what is left once the prefixes of launchers, schedulers, collectors and loggers
// are taken off. Prefixes stack in any order. Facts behind the shapes: docs/line-shapes. Not for what the text means
// (parse/).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "demux/habit.h"
#include "demux/layout.h"
#include "model/ids.h"

namespace firstfault::demux {

enum class Level { None, Debug, Info, Warning, Error, Fatal };

/// The make of a logger's header, where what stands further on in the line depends on it.
enum class Logger { Other, Glog, Rich, Structlog, Tgi };

/// A process group as torch's C++ code names it: "[PG ID 5 PG GUID 83(TENSOR_MODEL_PARALLEL_GROUP) Rank 1]".
struct GroupName {
  std::string_view id;    // counts in one process only
  std::string_view guid;  // the same in all members
  std::string_view name;
};

struct Prefix {
  std::optional<Rank> rank;  // global
  std::optional<LocalRank> local_rank;
  std::optional<int> group_rank;  // rank within a process group; equals the global rank only in the default group
  GroupName group;
  std::optional<int>
      task;  // of mpirun's tag or srun's label: a rank, or a node where each starts a launcher of its own
  std::optional<std::int64_t> pid;  // of the worker
  std::optional<int> device;        // current CUDA device (NCCL)
  std::string_view node;
  std::string_view time;    // as printed, the outermost
  std::string_view label;   // host or pod that carried the line ("worker-1", "trainer-0"); many ranks may share it
  std::string_view tag;     // tag of one process as printed ("[default3]:"); label and tag make a stream
  bool shared_tag = false;  // what is tagged so may be a launcher, which passes on what several processes say
  Level level = Level::None;
  Logger logger = Logger::Other;
  int repeated = 0;      // so many lines of other processes, equal but for numbers, were left out (Ray)
  bool record = false;   // a log record begins on this line
  bool partial = false;  // the container runtime cut the line here, its next line goes on with it
};

/// What one input does on every line, learned from a window of its lines.
struct Dialect {
  bool task_labels = false;                  // "3: text" (srun --label)
  std::set<std::string, std::less<>> tasks;  // the labels seen, for task_labels; a lone one is a place and no rank
  bool labels_behind_habit = false;          // task_labels stand behind the learned prefix
  bool lines_in_records = false;             // JSON records carry lines as they were printed
  bool host_labels = false;                  // "node-1: text" (pdsh)
  bool pod_labels = false;                   // "trainer-0 text" (stern, kubectl and the like)
  std::optional<bool> blank_behind_mpi_tag;  // Open MPI 5 puts one there, 4 does not; unknown: no such line was seen
  std::set<std::string, std::less<>> hosts;  // the labels seen, for host_labels and pod_labels
  Habit habit;                               // a prefix of unknown make
  Layout layout;
};

/// More layers are no real line's; a hostile one must not keep us busy.
inline constexpr std::size_t kMaxLayers = 32;

/// The shapes that were taken off a line, outermost first, by their names in docs/reading.md.
struct Layers {
  std::array<std::string_view, kMaxLayers> names{};
  std::size_t count = 0;
  std::size_t transport = 0;  // so many of them are transport, the others belong to the logger
};

struct PeeledLine {
  Prefix prefix;
  Layers layers;
  std::string_view body;  // after transport tags, collector times and rank prefixes
  std::string_view text;  // after the logger's header too (level, logger name, file:line)
};

[[nodiscard]] PeeledLine peel(std::string_view line, const Dialect& dialect);

}  // namespace firstfault::demux
