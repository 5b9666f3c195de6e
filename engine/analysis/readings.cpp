#include "analysis/readings.h"

#include "blame/identity.h"

namespace firstfault::analysis {

std::vector<LineReading> readings_of(const parse::Facts& facts) {
  std::vector<LineReading> readings;
  if (facts.readings.empty()) return readings;
  const blame::Identity identity = blame::identify(facts);
  readings.reserve(facts.readings.size());
  for (const auto& kept : facts.readings) {
    LineReading line = kept.line;
    const auto& stream = facts.streams[kept.stream];
    const auto known =
        blame::who_said(identity, facts, kept.stream, {line.rank, line.local_rank, line.pid, line.device, line.node});
    line.rank = known.rank;
    line.road = known.road;
    if (!line.local_rank) line.local_rank = stream.local_rank;
    if (line.node.empty()) line.node = stream.node;
    readings.push_back(std::move(line));
  }
  return readings;
}

}  // namespace firstfault::analysis
