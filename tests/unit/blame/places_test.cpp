// Numbers of tasks and pods in file names are ranks only where nothing speaks against it.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

std::string raises(const std::string& error) {
  return "Traceback (most recent call last):\n  File \"/home/dev/train.py\", line 5, in <module>\n    main()\n" +
         error + "\n";
}

const std::string kOwn = raises("KeyError: 'caption'");
const std::string kLost = raises("RuntimeError: [pair.cc:534] Connection closed by peer [127.0.0.1]:40132");

std::optional<Rank> named(const std::vector<std::pair<std::string, std::string>>& files) {
  const auto report = diagnose(files).report;
  REQUIRE_FALSE(report.incidents.empty());
  const auto& initiators = report.incidents.front().initiators;
  return initiators.size() == 1 ? initiators.front().rank : std::nullopt;
}

}  // namespace

TEST_CASE("a complete set of files by task names the rank") {
  CHECK(named({{"4711-0.err", kLost}, {"4711-1.err", kOwn}, {"4711-2.err", kLost}}) == Rank{1});
  CHECK(named({{"4711_0_log.err", kLost}, {"4711_1_log.err", kOwn}}) == Rank{1});
}

TEST_CASE("a set with a gap, and one that may be of a job array, name none") {
  CHECK(named({{"4711-0.err", kLost}, {"4711-1.err", kOwn}, {"4711-3.err", kLost}}) == std::nullopt);
  CHECK(named({{"slurm-4711_0.out", kLost}, {"slurm-4711_1.out", kOwn}}) == std::nullopt);
}

TEST_CASE("tasks whose lines name other ranks are nodes") {
  CHECK(named({{"4711-0.err", kLost + "[rank0]: hello\n[rank1]: hello\n"},
               {"4711-1.err", kOwn + "[rank2]: hello\n"}}) == std::nullopt);
  const std::string launcher =
      "E1106 04:43:02.065000 26021 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: 1) "
      "local_rank: 0 (pid: 26100) of binary: /usr/bin/python\n";
  CHECK(named({{"4711-0.err", kLost + launcher}, {"4711-1.err", kOwn + launcher}}) != Rank{1});
}

TEST_CASE("pods mostly hold several processes and name none by themselves") {
  CHECK(named({{"llama-master-0.log", kLost}, {"llama-worker-0.log", kOwn}}) == std::nullopt);
}
