// The failures of one attempt, sorted by process: what each process says of itself. The table that the arguments in
// arguments.h work on.
#pragma once

#include <optional>
#include <vector>

#include "blame/identity.h"
#include "parse/facts.h"

namespace firstfault::blame {

/// One process (or, without a known rank, one error text that belongs to some process).
struct ProcessView {
  std::optional<Rank> rank;
  parse::StreamIndex stream = 0;
  std::vector<std::size_t> failures;  // indices into Facts::failures, in reading order
  std::optional<std::size_t> own;     // its own local error: the first specific one, else the first generic one
  std::optional<std::size_t> sticky;  // a symptom of an earlier error of its own
  std::optional<std::size_t> disagree;
  std::optional<std::size_t> network;
  std::optional<std::size_t> collateral;  // says that a peer is gone or late
  std::optional<std::size_t> suspect;     // probably collateral, wording unknown
  std::optional<std::size_t> outside;
  [[nodiscard]] bool explained() const { return collateral.has_value() || suspect.has_value(); }
  [[nodiscard]] bool has_local() const { return own.has_value() || sticky.has_value(); }
};

struct Attempt {
  int number = 0;
  std::vector<ProcessView> ranked;  // by rank, ascending
  std::vector<ProcessView> unranked;
  std::vector<std::size_t> exits;     // indices into Facts::exits, in reading order
  std::vector<std::size_t> outside;   // failures of class Outside, in reading order
  std::vector<std::size_t> launcher;  // failures of class Launcher: errors of the launcher itself
  bool launcher_failed = false;       // a launcher says that a process failed
  bool succeeded = false;             // a line says that the job ended well
  std::size_t survived = 0;           // errors after which the same process (or its successor) ended well
};

[[nodiscard]] Attempt collect_attempt(const parse::Facts& facts, const Identity& identity, int number);

/// Of views in the order of their ranks.
[[nodiscard]] const ProcessView* find_rank(const std::vector<ProcessView>& views, Rank rank);

}  // namespace firstfault::blame
