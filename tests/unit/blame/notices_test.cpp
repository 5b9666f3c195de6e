// What the kernel says of the hardware beside what the job says: no sound GPU is accused.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

const std::string kLost =
    "Nov 02 10:00:00 node07 kernel: NVRM: Xid (PCI:0000:3b:00): 79, pid=1, name=python, GPU has fallen off the bus.\n";
const std::string kContained =
    "NVRM: Xid (PCI:0000:3b:00): 94, pid=111, name=otherjob, Contained: SM (0x1). RST: No, D-RST: No\n";
const std::string kBadLabel = "IndexError: Target 9 is out of bounds.\n";

}  // namespace

TEST_CASE("an error that the CPU decided is not the GPU's, whichever stands first") {
  for (const auto& text : {kLost + kBadLabel, kBadLabel + kLost, kLost + raised("KeyError: 'caption'")}) {
    INFO(text);
    const auto report = report_of(text);
    CHECK(answer(report) == "single ?, likely");
    CHECK_FALSE(cause_of(report).starts_with("hardware."));
  }
}

TEST_CASE("a lost GPU is the reason of the CUDA error that follows it") {
  const auto report = report_of(kLost + raised("RuntimeError: CUDA error: unspecified launch failure"));
  CHECK(cause_of(report) == "hardware.gpu_lost");
}

TEST_CASE("a notice under which the job counted on is no failure") {
  const std::string steps = "[rank0] step 500 loss 2\n[rank0] step 600 loss 1\n";
  CHECK(who(report_of("[rank0] step 1 loss 2\n" + kContained + steps)) == "no failure");
  CHECK(who(report_of("[rank0] step 1 loss 2\n" + kContained)) != "no failure");
}

TEST_CASE("several Xids of one fault count as the strongest of them") {
  const auto weight = [](const std::string& text) {
    const auto& hypotheses = report_of(text).incidents.front().hypotheses;
    return hypotheses.front().weight;
  };
  CHECK(weight(kContained + kContained) == doctest::Approx(weight(kContained)));
  const std::string uncontained =
      "NVRM: Xid (PCI:0000:3b:00): 95, pid=111, name=python, Uncontained: LTC TAG (0x2, 0x1). RST: Yes, D-RST: No\n";
  CHECK(weight(kContained + uncontained) <= doctest::Approx(weight(uncontained)));
}
