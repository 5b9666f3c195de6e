// Whose a file is that one process wrote.
#include <doctest/doctest.h>

#include "check_parse.h"

using namespace firstfault;
using namespace firstfault::parse;

namespace {

std::string rank_of_worker(const std::vector<std::string>& lines) {
  const auto facts =
      read(joined(lines),
           "session/logs/worker-3f1c3f1c3f1c3f1c3f1c3f1c3f1c3f1c3f1c3f1c3f1c3f1c3f1c3f1c-01000000-201440.err");
  return facts.streams.empty() || !facts.streams.front().rank ? "?" : std::to_string(facts.streams.front().rank->value);
}

}  // namespace

TEST_CASE("a file of one process is of the rank that its lines say") {
  CHECK(rank_of_worker({"starting", "2026-12-01 00:04:42,046 rank=2 INFO step 0", "ValueError: bad"}) == "2");
  CHECK(rank_of_worker({"rank 2 in world size 4 is assigned as DP rank 0, PP rank 0, TP rank 2", "x"}) == "2");
}

TEST_CASE("a file of one process whose lines say two ranks, or none, is of nobody") {
  CHECK(rank_of_worker({"2026-12-01 00:04:42,046 rank=2 INFO step 0", "2026-12-01 00:04:42,047 rank=1 INFO step 0"}) ==
        "?");
  CHECK(rank_of_worker({"rank 2 in world size 4 is assigned as DP rank 0, PP rank 0, TP rank 2",
                        "2026-12-01 00:04:42,047 rank=1 INFO step 0"}) == "?");
  CHECK(rank_of_worker({"ValueError: bad"}) == "?");
}
