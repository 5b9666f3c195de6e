#include "model/rank_set.h"

#include <doctest/doctest.h>

using firstfault::format_ranks;
using firstfault::parse_ranks;
using firstfault::Rank;
using firstfault::RankSet;

namespace {

RankSet ranks(std::initializer_list<int> numbers) {
  RankSet set;
  for (const int number : numbers) set.insert(Rank{number});
  return set;
}

}  // namespace

TEST_CASE("runs of ranks are written as ranges") {
  CHECK(format_ranks({}).empty());
  CHECK(format_ranks(ranks({5})) == "5");
  CHECK(format_ranks(ranks({0, 1, 2, 4, 5, 6, 7})) == "0-2,4-7");
  CHECK(format_ranks(ranks({0, 2, 4})) == "0,2,4");
}

TEST_CASE("two neighbours are a list, not a range") { CHECK(format_ranks(ranks({0, 1, 5})) == "0,1,5"); }

TEST_CASE("ranks are written in order, whatever order they came in") {
  CHECK(format_ranks(ranks({12, 3, 2, 4})) == "2-4,12");
}

TEST_CASE("lists and ranges of launchers are read") {
  CHECK(parse_ranks("0-2,5,7") == ranks({0, 1, 2, 5, 7}));
  CHECK(parse_ranks("4, 5, 6-7") == ranks({4, 5, 6, 7}));
  CHECK(parse_ranks("3") == ranks({3}));
}

TEST_CASE("reading stops at what is no rank and keeps what came before") {
  CHECK(parse_ranks("1,2: Killed") == ranks({1, 2}));
  CHECK(parse_ranks("").empty());
  CHECK(parse_ranks("none").empty());
  CHECK(parse_ranks("-3").empty());
  CHECK(parse_ranks("7-3").empty());
}

TEST_CASE("absurd ranges are not expanded") {
  CHECK(parse_ranks("0-4294967295").empty());
  CHECK(parse_ranks("0-999999999").size() <= 65'536);
  CHECK(parse_ranks("99999999999999999999").empty());
}

TEST_CASE("what was written is read back") {
  for (const auto& set : {ranks({0}), ranks({0, 1}), ranks({0, 1, 2}), ranks({1, 3, 5, 6, 7, 100})})
    CHECK(parse_ranks(format_ranks(set)) == set);
}
