// What pytest prints of failed and of passed tests.
#include <doctest/doctest.h>

#include "check_parse.h"

using namespace firstfault;
using namespace firstfault::parse;
using Lines = std::vector<std::string>;

namespace {

void check_tracebacks(const Lines& lines, const Lines& expected) {
  CHECK(joined(tracebacks_in(read(joined(lines)))) == joined(expected));
}

}  // namespace

TEST_CASE("a failed test has its frames and its error") {
  check_tracebacks(
      {"_____ test_crop_has_the_asked_width[32] _____", "", "    @pytest.mark.parametrize(\"size\", [8, 32])",
       "    def test_crop_has_the_asked_width(image, size):", ">       assert crop(image, size).shape == (3,)",
       "               ^^^^^^^^^^^^^^^^^", "", "test_crop.py:14: ", "_ _ _ _ _ _", "", "    def crop(image, size):",
       "        if image.shape[-1] < size:", ">           raise ValueError(f\"crop of {size}\")",
       "E           ValueError: crop of 32", "", "transforms.py:3: ValueError", "===== short test summary info =====",
       "FAILED test_crop.py::test_crop_has_the_asked_width[32] - ValueError: crop of 32"},
      {"test_crop.py:14 test_crop_has_the_asked_width > transforms.py:3 crop > ValueError: crop of 32"});
}

TEST_CASE("an assertion of a test says what was compared") {
  check_tracebacks({"_____ test_sum _____", "    def test_sum():", ">       assert 2 == 3", "E       assert 2 == 3", "",
                    "test_sum.py:2: AssertionError"},
                   {"test_sum.py:2 test_sum > AssertionError: assert 2 == 3"});
}

TEST_CASE("short tracebacks have their places above the code") {
  check_tracebacks({"_____ test_crop _____", "test_crop.py:14: in test_crop", "    assert crop(image, 32)",
                    "transforms.py:3: in crop", "    raise ValueError(size)", "E   ValueError: crop of 32",
                    "===== short test summary info ====="},
                   {"test_crop.py:14 test_crop > transforms.py:3 crop > ValueError: crop of 32"});
}

TEST_CASE("warnings and quoted code are no failed tests") {
  check_tracebacks(
      {"test_crop.py:14: UserWarning: slow", "> quoted", "E   of nothing", "tests/x.py:3: ", "4 passed in 0.31s"}, {});
}
