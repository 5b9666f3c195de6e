#include "model/fact.h"

#include <doctest/doctest.h>

#include <set>

using namespace firstfault;

TEST_CASE("every fact has a name of its own, and the name finds it again") {
  std::set<std::string_view> seen;
  for (const auto name : fact_names()) {
    CHECK(seen.insert(name).second);
    const auto fact = fact_from_name(name);
    REQUIRE(fact.has_value());
    CHECK(fact_name(*fact) == name);
  }
  CHECK(fact_name(Fact::Rank) == "rank");
  CHECK(fact_name(Fact::TimeoutMs) == "timeout_ms");
  CHECK(fact_name(Fact::Detail) == "detail");
  CHECK(seen.size() == static_cast<std::size_t>(Fact::Detail) + 1);
}

TEST_CASE("a misspelt name is no fact") {
  CHECK_FALSE(fact_from_name("ranks_").has_value());
  CHECK_FALSE(fact_from_name("Rank").has_value());
  CHECK_FALSE(fact_from_name("").has_value());
}

TEST_CASE("the first value of a fact counts") {
  const std::vector<FactValue> values{{Fact::Value, "7"}, {Fact::Bound, "5"}, {Fact::Value, "8"}};
  REQUIRE(find_fact(values, Fact::Value) != nullptr);
  CHECK(*find_fact(values, Fact::Value) == "7");
  CHECK(find_fact(values, Fact::Xid) == nullptr);
}
