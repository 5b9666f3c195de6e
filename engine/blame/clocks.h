// How far the clocks of a job's nodes are apart, estimated from lines that a collective forces to happen together: the
// same training step of every rank, the same barrier. For the report's notes only: no argument rests on it, since a
// node that always lags a little looks like one whose clock is behind.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "demux/printed_time.h"
#include "parse/facts.h"

namespace firstfault::blame {

/// What one node's times are ahead of another's. A node is a node where the text names it, otherwise a file.
struct ClockOffset {
  std::string node;
  std::string against;
  demux::Nanoseconds drift = 0;   // zero where it is not beyond doubt
  demux::Nanoseconds spread = 0;  // median distance of the single differences from their median
  demux::Nanoseconds zone = 0;    // whole quarters of an hour besides, where the times print no zone
  std::size_t events = 0;
  bool steps = false;  // all of the events are training steps
};

/// The nodes whose times are provably apart from the node in the middle, by name. Empty where too few events agree.
/// Needs the attempts filled in (attempts.h).
[[nodiscard]] std::vector<ClockOffset> clock_offsets(const parse::Facts& facts);

/// The same in words, for a report's notes.
[[nodiscard]] std::vector<std::string> clock_notes(const parse::Facts& facts);

}  // namespace firstfault::blame
