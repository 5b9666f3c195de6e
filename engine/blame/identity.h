// Who is who: global ranks for streams that only say a local rank, world size, node count.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "blame/speakers.h"
#include "model/rank_set.h"
#include "model/reading.h"
#include "parse/facts.h"

namespace firstfault::blame {

/// A rank, and how it is known.
struct Known {
  std::optional<Rank> rank;
  Road road = Road::None;
};

/// What a single line says of its speaker.
struct Said {
  std::optional<Rank> rank;
  std::optional<LocalRank> local_rank;
  std::optional<std::int64_t> pid;
  std::optional<int> device;
  std::string_view node;
};

struct Identity {
  std::vector<std::optional<Rank>> of_stream;  // by StreamIndex
  std::vector<Road> road_of_stream;
  std::optional<int> world_size;  // stated by a line, or by a complete set of per-rank files
  bool world_stated = false;
  RankSet spoke;                          // ranks that printed anything
  RankSet known;                          // ranks named anywhere
  bool single_node = false;               // nothing speaks against it
  bool assumed_local = false;             // local ranks were read as global ones without a stated world size or a table
  bool any_rank = false;                  // the text knows ranks at all
  bool tasks_are_nodes = false;           // every host runs one Slurm task: the task starts a launcher of its own
  std::set<std::uint32_t> of_launchers;   // inputs whose task labels and tags stand for launchers, not for ranks
  std::set<parse::StreamIndex> carriers;  // streams whose tag is a launcher's: see carriers.h
  Speakers speakers;
  std::map<parse::LocalPlace, Rank> by_local;
};

[[nodiscard]] Identity identify(const parse::Facts& facts);

/// The global rank of the process behind a failure or an exit notice, where it is known.
[[nodiscard]] std::optional<Rank> rank_of(const Identity& identity, const parse::Facts& facts,
                                          const parse::Failure& failure);
[[nodiscard]] std::optional<Rank> rank_of(const Identity& identity, const parse::ProcessExit& process);

/// The global rank of whoever printed a line of this stream, where it is known.
[[nodiscard]] Known who_said(const Identity& identity, const parse::Facts& facts, parse::StreamIndex stream,
                             const Said& said);

}  // namespace firstfault::blame
