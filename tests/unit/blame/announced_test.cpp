// Files whose names say nothing, or something else, are of the rank that speaks in them.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

std::string answer_of(const Texts& files) { return answer(diagnose(files).report); }

}  // namespace

TEST_CASE("each file is of the rank that it announces") {
  CHECK(answer_of({{"a.out", hello(0, 3) + lost_peer()},
                   {"b.out", hello(2, 3) + bad_label()},
                   {"c.out", hello(1, 3) + lost_peer()}}) == "single 2, certain");
}

TEST_CASE("what a file announces is worth more than its number") {
  CHECK(answer_of({{"rank_1.log", hello(0, 2) + lost_peer()}, {"rank_0.log", hello(1, 2) + bad_label()}})
            .starts_with("single 1"));
}

TEST_CASE("files that announce the same rank, or several, are nobody's") {
  CHECK_FALSE(
      answer_of({{"a.out", hello(0, 4) + lost_peer()}, {"b.out", hello(0, 4) + bad_label()}}).starts_with("single 0"));
  CHECK_FALSE(answer_of({{"a.out", hello(0, 4) + hello(1, 4) + bad_label()}, {"b.out", hello(2, 4) + lost_peer()}})
                  .starts_with("single 2"));
}
