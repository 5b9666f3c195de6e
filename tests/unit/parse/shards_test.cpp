// Whose error output the launcher of a text generation server passes on.
#include <doctest/doctest.h>

#include "check_parse.h"

using namespace firstfault;
using namespace firstfault::parse;

namespace {

std::string ranks_of(const std::vector<std::string>& lines) {
  std::string ranks;
  for (const auto& failure : read(joined(lines)).failures)
    ranks += (failure.rank ? std::to_string(failure.rank->value) : "?") + " ";
  return ranks;
}

const std::string kLauncher = "2023-10-05T23:40:07.398435Z ERROR shard-manager: text_generation_launcher: ";
const std::string kBegin = kLauncher + "Shard complete standard error output:";

}  // namespace

TEST_CASE("a shard's raw output is of the rank below it") {
  CHECK(ranks_of({kBegin, "", "Traceback (most recent call last):", "  File \"a.py\", line 8, in <module>", "    f()",
                  "ValueError: one", "", " rank=1", kBegin, "", "ValueError: two", " rank=0"}) == "1 0 ");
}

TEST_CASE("a record ends a shard's output, and what stands above is not of the shard") {
  CHECK(ranks_of({"ValueError: before", "", kBegin, "", "ValueError: one", "", kLauncher + "Shutting down",
                  " rank=1"}) == "? ? ");
  CHECK(ranks_of({"ValueError: one", "", " rank=1"}) == "? ");
}
