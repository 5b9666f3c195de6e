// How single lines were understood: who spoke, by which road that is known, and what was taken off the line. For
// `diagnose --explain-reading` and for tests; no verdict rests on it. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/ids.h"

namespace firstfault {

/// What a line was taken for.
enum class Part {
  Text,         // nothing that is known
  Signature,    // a signature hits it
  Traceback,    // a header, frame, source line or exception
  Table,        // of a launcher's summary
  ProgressBar,  // left out
  Doubled,      // the same line again from a second sink; left out
  LoneTime,     // the time of the lines below it
  Piece,        // of a line that the container runtime cut; read with its end
};

/// By which road the rank of a line is known.
enum class Road {
  None,        // it is not
  Prefix,      // the line's own prefix says it
  Name,        // of the file or folder
  Speaker,     // another line of the same speaker says it
  LocalRank,   // local rank, through the launcher's table or on the only node
  ProcessId,   // pid, through a line that knows pid and rank
  Device,      // device of a node, through a communicator's map
  Label,       // the number in the label that stands in front of every line
};

struct LineReading {
  SourceSpan span;
  std::vector<std::string> layers;  // prefixes taken off, outermost first
  std::string stream;               // label and tag of the speaker, as printed
  std::optional<Rank> rank;
  Road road = Road::None;
  std::optional<LocalRank> local_rank;
  std::optional<int> group_rank;
  std::optional<std::int64_t> pid;
  std::optional<int> device;
  std::string node;
  std::string time;  // as printed
  Part part = Part::Text;
  std::string rule;  // of Part::Signature
  std::string text;  // without its prefixes, at most 200 characters
};

}  // namespace firstfault
