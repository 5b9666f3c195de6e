// Numbers in the labels that stand in front of every line are ranks only where that is proven.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

// Each label says hello, then what `says` holds for it, all by turns as a collector prints them.
std::string labelled(const std::vector<std::string>& labels, const std::vector<std::string>& says) {
  std::string text;
  for (int step = 0; step < 4; ++step)
    for (const auto& label : labels) text += label + "step " + std::to_string(step) + " loss 0.7\n";
  for (std::size_t i = 0; i < labels.size(); ++i) text += tagged(labels[i], says[i]);
  return text;
}

std::string who_failed(const std::vector<std::string>& labels, const std::vector<std::string>& says) {
  return who(report_of(labelled(labels, says)));
}

void check_nobody_named(const std::string& text) {
  const auto report = report_of(text);
  REQUIRE_FALSE(report.incidents.empty());
  INFO(report.verdict);
  for (const auto& initiator : report.incidents.front().initiators) CHECK_FALSE(initiator.rank.has_value());
}

const std::vector<std::string> kThird = {lost_peer(), lost_peer(), bad_label(), lost_peer()};

}  // namespace

TEST_CASE("bare numbers from 0 to n-1 in front of every line are ranks") {
  CHECK(who_failed({"[0] ", "[1] ", "[2] ", "[3] "}, kThird) == "single 2");
  CHECK(who_failed({"[0]:", "[1]:", "[2]:", "[3]:"}, kThird) == "single 2");
}

TEST_CASE("bare numbers with a gap are no ranks") {
  check_nobody_named(labelled({"[0] ", "[1] ", "[5] ", "[7] "}, kThird));
  check_nobody_named(labelled({"[1] ", "[2] ", "[3] ", "[4] "}, kThird));
}

TEST_CASE("a job that is said to be larger has more ranks than labels") {
  check_nobody_named(labelled({"[0] ", "[1] "}, {bad_label() + hello(4, 8), lost_peer() + hello(0, 8)}));
}

TEST_CASE("names with numbers are hosts or pods, of which nobody knows how many ranks they hold") {
  check_nobody_named(labelled({"worker-0 ", "worker-1 ", "worker-2 ", "worker-3 "}, kThird));
  check_nobody_named(labelled({"worker-0: ", "worker-1: ", "worker-2: ", "worker-3: "}, kThird));
}

TEST_CASE("names with numbers are ranks where their own lines say the same") {
  CHECK(who_failed({"worker-0 ", "worker-1 ", "worker-2 ", "worker-3 "},
                   {tagged("[rank0]: ", lost_peer()), tagged("[rank1]: ", lost_peer()), bad_label(), lost_peer()}) ==
        "single 2");
}

TEST_CASE("one line that says another rank than its label takes the proof away") {
  check_nobody_named(
      labelled({"worker-0 ", "worker-1 ", "worker-2 ", "worker-3 "},
               {tagged("[rank0]: ", lost_peer()), tagged("[rank2]: ", lost_peer()), bad_label(), lost_peer()}));
}

TEST_CASE("a label behind which two ranks speak is a node") {
  const auto report =
      report_of(labelled({"[0] ", "[1] "}, {tagged("[rank0]: ", lost_peer()) + tagged("[rank1]: ", lost_peer()),
                                            tagged("[rank2]: ", lost_peer()) + tagged("[rank3]: ", bad_label())}));
  CHECK(who(report) == "single 3");
  check_nobody_named(
      labelled({"[0] ", "[1] "}, {tagged("[rank0]: ", lost_peer()) + tagged("[rank1]: ", lost_peer()), bad_label()}));
}

TEST_CASE("a label behind which a launcher speaks is a node") {
  const std::string launcher =
      "E1106 04:43:02.065000 26021 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: 1) "
      "local_rank: 0 (pid: 26100) of binary: /usr/bin/python\n";
  check_nobody_named(labelled({"[0] ", "[1] "}, {lost_peer() + launcher, bad_label() + launcher}));
}

TEST_CASE("numbers of hosts are no ranks, whatever stands beside them") {
  check_nobody_named(labelled({"gpu-07: ", "gpu-08: "}, {lost_peer(), bad_label()}));
  check_nobody_named(labelled({"10.0.0.1: ", "10.0.0.2: "}, {lost_peer(), bad_label()}));
}
