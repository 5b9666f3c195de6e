// Whose rank NCCL's RAS client calls missing.
#include <doctest/doctest.h>

#include "check_parse.h"

using namespace firstfault;
using namespace firstfault::parse;

namespace {

// Missing ranks by a report on two groups: 0 holds all 32 GPUs, 1 eight of them.
std::string missing_in(const std::string& communicator, const std::string& ranks) {
  const auto facts = read(joined(
      {"Job summary", "===========", "", "  Nodes  Processes         GPUs  Processes     GPUs",
       "(total)   per node  per process    (total)  (total)", "      4          8            1        32       32", "",
       "Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors",
       "    #  in group  per comm  per node  per comm  in group",
       "    0         1         4       7-8        32        31   RUNNING  INCOMPLETE",
       "    1         4         1       7-8         8        31   RUNNING  INCOMPLETE", "",
       communicator + " (cf264af53edbe986) INCOMPLETE", "  Missing communicator data from 1 rank", ranks}));
  REQUIRE(facts.failures.size() == 1);
  const auto* list = find_fact(facts.failures.front().matches.front().facts, Fact::MissingRanks);
  return list == nullptr ? "" : std::string(*list);
}

}  // namespace

TEST_CASE("a rank that is missing in a communicator of the whole job is the job's") {
  CHECK(missing_in("#0-0", "  The missing rank: 21") == "21");
  CHECK(missing_in("#0-0", "  The missing ranks: 5, 21") == "5, 21");
}

TEST_CASE("a rank that is missing in a part of the job is not known") {
  CHECK(missing_in("#1-2", "  The missing rank: 5").empty());
  CHECK(missing_in("#7-2", "  The missing rank: 5").empty());
}
