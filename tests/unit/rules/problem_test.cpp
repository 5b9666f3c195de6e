#include "rules/problem.h"

#include <doctest/doctest.h>

using namespace firstfault::rules;

TEST_CASE("names line and column, counting characters and not bytes") {
  const auto problem = problem_at("a.jsonc", "one\n  \"ä\": x\n", 10, "x is wrong", "write y");
  CHECK(format(problem) == "a.jsonc:2:6: x is wrong\n    | \"ä\": x\n    hint: write y\n");
  CHECK(to_line(to_error(problem)) == "a.jsonc:2:6: x is wrong (write y)");
}

TEST_CASE("shortens a long line between characters") {
  std::string line;
  for (int i = 0; i < 80; ++i) line += "ä";
  CHECK(problem_at("a", "x" + line, 0, "m", "").snippet.ends_with("ä…"));
}

TEST_CASE("a place behind the end of the text is its end") {
  const auto problem = problem_at("a", "one\n", 99, "m", "");
  CHECK(problem.line == 2);
  CHECK(problem.column == 1);
}

TEST_CASE("finds the name that was meant") {
  const std::vector<std::string_view> names = {"examples", "evidence", "match"};
  CHECK(nearest_name("exampels", names) == "examples");
  CHECK(nearest_name("mtach", names) == "match");
  CHECK(nearest_name("headline", names).empty());
  CHECK(nearest_name(std::string(100000, 'x'), names).empty());
}
