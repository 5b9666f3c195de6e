#include "rules/pattern.h"

#include <doctest/doctest.h>

using namespace firstfault::rules;

namespace {

void check_literals(std::string_view regex, const std::vector<std::string>& expected) {
  CAPTURE(regex);
  CHECK(required_literals(regex, kShortestLiteral) == expected);
}

}  // namespace

TEST_CASE("derives one literal of every alternative, the longest there is, in lower case") {
  check_literals("Target \\d+ is out of bounds", {" is out of bounds"});
  check_literals("(?:CUDA error|device-side assert): .*triggered at \\w+", {"triggered at "});
  check_literals("CUDA error: \\w+|(?:cu|hip)BLAS failed", {"cublas failed", "cuda error: ", "hipblas failed"});
}

TEST_CASE("derives nothing from a pattern that matches without a literal of seven bytes") {
  for (const auto* regex : {"", ".*", "\\d+", "abcdef", "no room|\\d+", "(?:no room)?", "no room("})
    check_literals(regex, {});
}

TEST_CASE("a pattern that is one exact line is its own literal, if it is not too short") {
  check_literals("^(?P<signal>Killed)$", {"killed"});
  for (const auto* regex : {"^Killed", "Killed$", "^Kill$", "^Killed.$", "^(?:Killed|Ended.)$"})
    check_literals(regex, {});
}

TEST_CASE("ordinary lines have shorter literals") {
  CHECK(required_literals("step \\d+", shortest_literal(Class::Progress)) == std::vector<std::string>{"step "});
  CHECK(required_literals("step \\d+", shortest_literal(Class::Local)).empty());
}

TEST_CASE("finds the placeholders of a template and leaves other braces alone") {
  CHECK(placeholders("class {value} in [0, {bound}) {} { } {Not} {a-b} {end") ==
        std::vector<std::string_view>{"value", "bound"});
  CHECK(placeholders("{{x}}") == std::vector<std::string_view>{"x"});
}
