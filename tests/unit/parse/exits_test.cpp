// What launchers and schedulers say of how processes ended.
#include <doctest/doctest.h>

#include "check_parse.h"
#include "parse/exit_facts.h"

using namespace firstfault;
using namespace firstfault::parse;
using Lines = std::vector<std::string>;

namespace {

void check_exits(const Lines& lines, const Lines& expected) {
  CHECK(joined(exits_in(read(joined(lines)))) == joined(expected));
}

const Lines kTable{"============================================================",
                   "train.py FAILED",
                   "------------------------------------------------------------",
                   "Failures:",
                   "[1]:",
                   "  time      : 2026-11-30_17:41:21",
                   "  host      : gpu-node-07",
                   "  rank      : 3 (local_rank: 1)",
                   "  exitcode  : 1 (pid: 9807)",
                   "  error_file: <N/A>",
                   "  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html",
                   "------------------------------------------------------------",
                   "Root Cause (first observed failure):",
                   "[0]:",
                   "  time      : 2026-11-30_17:41:20",
                   "  host      : gpu-node-07",
                   "  rank      : 2 (local_rank: 0)",
                   "  exitcode  : -9 (pid: 9806)",
                   "  error_file: <N/A>",
                   "  traceback : Signal 9 (SIGKILL) received by PID 9806",
                   "============================================================"};

}  // namespace

TEST_CASE("torchelastic's table lists who was dead, and whom it calls the first") {
  check_exits(kTable, {"rank 3 local 1 pid 9807 node gpu-node-07 code 1",
                       "rank 2 local 0 pid 9806 node gpu-node-07 code -9 signal 9 first"});
}

TEST_CASE("the number in brackets is a position, not a rank") {
  const auto facts = read(joined(kTable));
  for (const auto& exit : facts.exits) CHECK(exit.rank->value >= 2);
}

TEST_CASE("a table that is cut off keeps the rows that were read") {
  auto lines = kTable;
  lines.resize(9);
  check_exits(lines, {"rank 3 local 1 pid 9807 node gpu-node-07 code 1"});
  lines.resize(8);
  check_exits(lines, {"rank 3 local 1 node gpu-node-07"});
  lines.resize(5);
  check_exits(lines, {});
}

TEST_CASE("a table without other failures has the first one only") {
  Lines lines{"Failures:", "  <NO_OTHER_FAILURES>", "------------------------------------------------------------"};
  lines.insert(lines.end(), kTable.begin() + 12, kTable.end());
  check_exits(lines, {"rank 2 local 0 pid 9806 node gpu-node-07 code -9 signal 9 first"});
}

TEST_CASE("two agents' tables in one log do not mix") {
  auto lines = kTable;
  for (auto line : kTable) {
    if (line.starts_with("  host")) line = "  host      : gpu-node-08";
    lines.push_back(line);
  }
  check_exits(lines, {"rank 3 local 1 pid 9807 node gpu-node-07 code 1",
                      "rank 2 local 0 pid 9806 node gpu-node-07 code -9 signal 9 first",
                      "rank 3 local 1 pid 9807 node gpu-node-08 code 1",
                      "rank 2 local 0 pid 9806 node gpu-node-08 code -9 signal 9 first"});
}

TEST_CASE("words of a table outside of one mean nothing") {
  check_exits({"  rank      : 3 (local_rank: 1)", "  exitcode  : 1 (pid: 9807)"}, {});
}

TEST_CASE("torchelastic's notice names local rank, pid and exit code") {
  const auto exits =
      exits_in(read(joined({"ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: -9) local_rank: 3 "
                            "(pid: 812917) of binary: /usr/bin/python3"})));
  CHECK(joined(exits) == joined({"local 3 pid 812917 code -9 signal 9"}));
}

TEST_CASE("a process that the launcher itself ended is no failure") {
  const auto facts = read(
      joined({"WARNING:torch.distributed.elastic.multiprocessing.api:Sending process 812914 closing signal SIGTERM"}));
  CHECK(facts.exits.empty());
  REQUIRE(facts.closed.size() == 1);
  CHECK(facts.closed.front().pid == 812914);
}

TEST_CASE("srun names tasks, also many at once") {
  check_exits({"srun: error: gpu-node-07: task 3: Exited with exit code 1"}, {"rank 3 node gpu-node-07 code 1"});
  check_exits(
      {"srun: error: gpu-node-07: tasks 0-1,4: Killed"},
      {"rank 0 node gpu-node-07 signal 9", "rank 1 node gpu-node-07 signal 9", "rank 4 node gpu-node-07 signal 9"});
}

TEST_CASE("srun's out-of-memory notice is no ordinary exit") {
  const auto facts = read(joined({"srun: error: nid006031: task 0: Out Of Memory"}));
  REQUIRE(facts.exits.size() == 1);
  CHECK(facts.exits.front().out_of_memory);
  CHECK(facts.exits.front().rank == Rank{0});
}

TEST_CASE("Open MPI's notice spreads over lines") {
  const auto facts =
      read(joined({"--------------------------------------------------------------------------",
                   "mpirun detected that one or more processes exited with non-zero status, thus causing",
                   "the job to be terminated. The first process to do so was:", "", "  Process name: [[50371,1],3]",
                   "  Exit code:    1", "--------------------------------------------------------------------------"}));
  const auto exits = exits_in(facts);
  REQUIRE_FALSE(exits.empty());
  CHECK(exits.front() == "rank 3 code 1");
}

TEST_CASE("mpirun's notice of a signal names rank, node and signal") {
  const auto exits = exits_in(read(joined(
      {"mpirun noticed that process rank 1 with PID 13580 on node gpu-07 exited on signal 4 (Illegal instruction)."})));
  CHECK(joined(exits) == joined({"rank 1 node gpu-07 signal 4"}));  // prterun prints PID 0: the number proves nothing
}

TEST_CASE("MPICH's notice names rank, pid, node and end") {
  const auto exits =
      exits_in(read(joined({"===================================================================================",
                            "=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES",
                            "=   RANK 3 PID 4711 RUNNING AT node7", "=   KILLED BY SIGNAL: 9 (Killed)",
                            "==================================================================================="})));
  REQUIRE_FALSE(exits.empty());
  CHECK(exits.front() == "rank 3 pid 4711 node node7 signal 9");
}

TEST_CASE("signals are known by name, word and number") {
  CHECK(signal_number("SIGKILL") == 9);
  CHECK(signal_number("Killed") == 9);
  CHECK(signal_number("Segmentation fault") == 11);
  CHECK(signal_number("15") == 15);
  CHECK_FALSE(signal_number("SIGWHATEVER").has_value());
  CHECK_FALSE(signal_number("").has_value());
  CHECK_FALSE(signal_number("4096").has_value());
  CHECK(signal_name(6) == "SIGABRT");
}
