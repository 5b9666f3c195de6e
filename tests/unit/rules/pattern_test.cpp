#include "rules/pattern.h"

#include <doctest/doctest.h>

using namespace firstfault::rules;

namespace {

void check_literals(std::string_view regex, const std::vector<std::string>& expected) {
  CAPTURE(regex);
  CHECK(required_literals(regex) == expected);
}

}  // namespace

TEST_CASE("derives one literal of every alternative, the longest there is, in lower case") {
  check_literals("Target \\d+ is out of bounds", {" is out of bounds"});
  check_literals("(?:CUDA error|device-side assert): .*triggered at \\w+", {"triggered at "});
  check_literals("CUDA error: \\w+|(?:cu|hip)BLAS failed", {"cublas failed", "cuda error: ", "hipblas failed"});
}

TEST_CASE("derives nothing from a pattern that matches without a literal of five bytes") {
  for (const auto* regex : {"", ".*", "\\d+", "abcd", "no room|\\d+", "(?:no room)?", "no room("})
    check_literals(regex, {});
}

TEST_CASE("finds the placeholders of a template and leaves other braces alone") {
  CHECK(placeholders("class {value} in [0, {bound}) {} { } {Not} {a-b} {end") ==
        std::vector<std::string_view>{"value", "bound"});
  CHECK(placeholders("{{x}}") == std::vector<std::string_view>{"x"});
}
