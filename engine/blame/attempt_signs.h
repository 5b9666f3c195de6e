// What in one input may show that a job was started again: processes that ended, and ranks, launchers and step counters
// that begin anew. Only collected here; whether a restart follows from them is attempts.cpp's to say.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "blame/identity.h"
#include "parse/facts.h"

namespace firstfault::blame {

/// Whose word it is: a rank where it is known, else a stream.
struct Speaker {
  int rank = -1;
  parse::StreamIndex stream = 0;  // 0 where the rank is known
  auto operator<=>(const Speaker&) const = default;
};

enum class Sign {
  World,         // a rank says that it joined the job
  Count,         // a step counter
  Banner,        // what a launcher or trainer prints once, when it starts
  Restart,       // a launcher says that it starts its workers again
  EndOfJob,      // a launcher or scheduler says that processes ended
  EndByAgent,    // an elastic agent says that a worker failed; its text names the agent, or is empty
  EndOfSpeaker,  // an exception that ended its process
  EndedWell
};

struct SignOf {
  Sign sign = Sign::World;
  parse::Order order = 0;
  Speaker speaker;
  bool alone = false;  // nobody else speaks as this speaker
  std::string text;    // what must be equal for the same thing to be said again
  std::int64_t step = 0;
  const parse::Mark* mark = nullptr;
};

/// The signs of each input, in reading order. They point into `facts`.
[[nodiscard]] std::vector<std::vector<SignOf>> signs_by_input(const parse::Facts& facts, const Identity& identity);

/// Nothing in the job hints at more than one process.
[[nodiscard]] bool is_single_process(const parse::Facts& facts);

}  // namespace firstfault::blame
