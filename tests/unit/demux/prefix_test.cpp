#include "demux/prefix.h"

#include <doctest/doctest.h>

#include <string>

using namespace firstfault;
using namespace firstfault::demux;

namespace {

const Dialect kPlain;

// What a prefix says, in short: "rank 3, local 1, group 2, pid 7, device 0, node n, label l, tag t, time t, level e,
// record".
std::string said(const PeeledLine& line) {
  const Prefix& prefix = line.prefix;
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
  if (prefix.rank) add("rank " + std::to_string(prefix.rank->value));
  if (prefix.local_rank) add("local " + std::to_string(prefix.local_rank->value));
  if (prefix.group_rank) add("group " + std::to_string(*prefix.group_rank));
  if (prefix.pid) add("pid " + std::to_string(*prefix.pid));
  if (prefix.device) add("device " + std::to_string(*prefix.device));
  if (!prefix.node.empty()) add("node " + std::string(prefix.node));
  return text;
}

void check_peeled(const std::string& line, const std::string& who, const std::string& text) {
  const PeeledLine peeled = peel(line, kPlain);
  INFO(line);
  CHECK(said(peeled) == who);
  CHECK(peeled.text == text);
}

void check_time(const std::string& line, const std::string& time, Level level, const std::string& text) {
  const PeeledLine peeled = peel(line, kPlain);
  INFO(line);
  CHECK(peeled.prefix.time == time);
  CHECK(peeled.prefix.level == level);
  CHECK(peeled.text == text);
}

void check_untouched(const std::string& line) { check_peeled(line, "", line); }

}  // namespace

TEST_CASE("PyTorch's rank prefix is the global rank") {
  check_peeled("[rank3]: Traceback (most recent call last):", "rank 3", "Traceback (most recent call last):");
  check_peeled("[rank11]:   File \"a.py\", line 1, in f", "rank 11", "  File \"a.py\", line 1, in f");
  check_peeled("[rank 4] step 1", "rank 4", "step 1");
  check_peeled("[RANK 1] starting", "rank 1", "starting");
  check_peeled("[rank: 2] Received SIGTERM: 15", "rank 2", "Received SIGTERM: 15");
  check_peeled("(rank 5) text", "rank 5", "text");
}

TEST_CASE("torchrun's tee prefix is the local rank, whatever the role is called") {
  check_peeled("[default3]:text", "local 3", "text");
  check_peeled("[default0]:  indented", "local 0", "  indented");
  check_peeled("[trainer1]:text", "local 1", "text");
}

TEST_CASE("the tee prefix before PyTorch's: both ranks are kept apart") {
  check_peeled("[default0]:[rank12]: RuntimeError: x", "rank 12, local 0", "RuntimeError: x");
  check_peeled("[rank0]:[rank5]:text", "rank 5, local 0", "text");  // torchrun --role rank
}

TEST_CASE("mpirun's tag is the world rank") {
  check_peeled("[1,12]<stdout>:text", "rank 12", "text");
  check_peeled("[1,0]<stderr>:text", "rank 0", "text");
  check_peeled("[1,3][host7:4711]<stderr>:text", "rank 3, node host7", "text");
  check_peeled("[3]<stderr>:text", "rank 3", "text");
  check_peeled("[1,mpirank:5,algo-2]<stdout>:text", "rank 5", "text");
}

TEST_CASE("serving engines' actors name a pid, and the rank where nothing else splits the model") {
  check_peeled("(VllmWorker rank=3 pid=268) ERROR x", "rank 3, pid 268", "x");
  check_peeled("(Worker_TP2 pid=9260) text", "rank 2, pid 9260", "text");
  check_peeled("(Worker_DP1_TP0 pid=9260) text", "pid 9260", "text");
  check_peeled("(RayWorkerWrapper pid=4009, ip=10.0.0.2) text", "pid 4009", "text");
  check_peeled("(VllmWorkerProcess pid=2421) text", "pid 2421", "text");
}

TEST_CASE("pods and containers are places, not ranks") {
  check_peeled("[pod/train-worker-3/pytorch] text", "node train-worker-3", "text");
  check_peeled("worker-1  | text", "node worker-1", "text");
}

TEST_CASE("an address in front of another tag is the node") {
  check_peeled("192.0.2.81: [rank19]: text", "rank 19, node 192.0.2.81", "text");
}

TEST_CASE("NCCL's header names host, pid and device") {
  check_peeled("node03:3063025:3066048 [4] NCCL WARN x", "pid 3063025, device 4, node node03", "NCCL WARN x");
}

TEST_CASE("composer's header is the global rank and the worker's pid") {
  check_peeled("rank3[99][MainThread]: INFO: text", "rank 3, pid 99", "text");
}

TEST_CASE("a rank inside a record of PyTorch's C++ logging is the rank within a group") {
  check_peeled("[E ProcessGroupNCCL.cpp:475] [Rank 2] Watchdog caught", "group 2", "Watchdog caught");
  check_peeled("[rank9]:[E321 02:07:08.414640780 ProcessGroupNCCL.cpp:629] [Rank 1] Watchdog caught", "rank 9, group 1",
               "Watchdog caught");
}

TEST_CASE("glog headers name time and level, and neither thread nor agent is a worker's pid") {
  check_time("[E321 02:07:08.414640780 ProcessGroupNCCL.cpp:607] text", "02:07:08.414640780", Level::Error, "text");
  check_time("W1106 04:43:02.065000 26021 torch/distributed/run.py:897] text", "04:43:02.065000", Level::Warning,
             "text");
  check_time("F0926 17:26:32.075587  157988 client.h:77] text", "17:26:32.075587", Level::Fatal, "text");
  check_time("[W socket.cpp:601] text", "", Level::Warning, "text");
  CHECK_FALSE(peel("W1106 04:43:02.065000 26021 run.py:897] x", kPlain).prefix.pid.has_value());
}

TEST_CASE("times of collectors and loggers are taken off in many forms") {
  check_time("2026-01-02T03:04:05.123456Z text", "2026-01-02T03:04:05.123456Z", Level::None, "text");
  check_time("2026-01-02 03:04:05,678 INFO llm: text", "2026-01-02 03:04:05,678", Level::Info, "text");
  check_time("[2026-01-02 03:04:05,678] text", "2026-01-02 03:04:05,678", Level::None, "text");
  check_time("2026/01/02 03:04:05 ERROR text", "2026/01/02 03:04:05", Level::Error, "text");
  check_time("03:04:05.123 text", "03:04:05.123", Level::None, "text");
  check_time("2025-11-09 15:39:31.043 +08:00 text", "2025-11-09 15:39:31.043 +08:00", Level::None, "text");
}

TEST_CASE("of several times the outermost is kept") {
  CHECK(peel("2026-01-02T03:04:05Z 2026-01-01 11:22:33,456 INFO text", kPlain).prefix.time == "2026-01-02T03:04:05Z");
}

TEST_CASE("level words of loggers are taken off with the logger's name") {
  check_time("WARNING:torch.distributed.run:text", "", Level::Warning, "text");
  check_time("[ERROR] text", "", Level::Error, "text");
  check_time("2026-01-02 03:04:05.123 | INFO     | llm:fit:185 - text", "2026-01-02 03:04:05.123", Level::Info, "text");
}

TEST_CASE("an exception in a log record keeps its type") {
  CHECK(peel("2026-01-02 03:04:05,678 ERROR RuntimeError: x", kPlain).text == "RuntimeError: x");
  CHECK(peel("ERROR:root:ValueError: x", kPlain).text == "ValueError: x");
}

TEST_CASE("prefixes stack: collector, container runtime, launcher, rank, logger") {
  check_peeled("2026-01-02T03:04:05Z stderr F [default1]:[rank3]:[E321 02:07:08.41 Pg.cpp:607] text", "rank 3, local 1",
               "text");
  check_peeled("[1,2]<stderr>:[rank2]: text", "rank 2", "text");
}

TEST_CASE("the indentation of a traceback survives") {
  CHECK(peel("[rank1]:     loss.backward()", kPlain).text == "    loss.backward()");
  CHECK(peel("[default1]:    main()", kPlain).text == "    main()");
}

TEST_CASE("what only looks like a prefix is left alone") {
  check_untouched("3: text");       // srun's label only where every line has one
  check_untouched("[3] text");      // MPICH's rank is any bracketed number
  check_untouched("[gw3] PASSED");  // pytest-xdist
  check_untouched("[0]:");          // a position in torchelastic's table
  check_untouched("[12, 3] is a list");
  check_untouched("ranks are numbered from 0");
  check_untouched("[rank]: no number");
  check_untouched("IndexError: Target 7 is out of bounds.");
  check_untouched("  File \"a.py\", line 3, in f");
  check_untouched("");
}

TEST_CASE("numbers that cannot be ranks are none") {
  CHECK_FALSE(peel("[rank99999999999999999999]: x", kPlain).prefix.rank.has_value());
  CHECK_FALSE(peel("[rank4294967296]: x", kPlain).prefix.rank.has_value());
  CHECK_FALSE(peel("[default-1]:x", kPlain).prefix.local_rank.has_value());
}

TEST_CASE("a line of prefixes only has no text, and an endless row of them is not followed") {
  CHECK(peel("[default3]:", kPlain).text.empty());
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "[rank1]:";
  const auto peeled = peel(many, kPlain);
  CHECK(peeled.prefix.rank == Rank{1});
  CHECK(many.ends_with(peeled.text));
}

TEST_CASE("srun's label is the rank where the input labels its lines") {
  Dialect labelled;
  labelled.task_labels = true;
  CHECK(said(peel(" 3: text", labelled)) == "rank 3");
  CHECK(peel("12:   File \"a.py\", line 1, in f", labelled).text == "  File \"a.py\", line 1, in f");
  CHECK(said(peel("0: [rank 0] text", labelled)) == "rank 0");
}

TEST_CASE("Slurm's own messages carry a label and are not said by that task") {
  Dialect labelled;
  labelled.task_labels = true;
  CHECK(said(peel("0: slurmstepd: error: *** STEP 1.0 CANCELLED ***", labelled)).empty());
  CHECK(said(peel("0: srun: error: node1: task 3: Killed", labelled)).empty());
}

TEST_CASE("hosts and pods that stand in front of every line are taken off") {
  Dialect hosts;
  hosts.host_labels = true;
  hosts.hosts = {"worker-1"};
  CHECK(said(peel("worker-1: [rank8]: text", hosts)) == "rank 8, node worker-1");
  CHECK(peel("worker-2: text", hosts).text == "worker-2: text");  // not one of those seen
  Dialect pods;
  pods.pod_labels = true;
  pods.hosts = {"trainer-0"};
  CHECK(said(peel("trainer-0 [default1]:text", pods)) == "local 1, node trainer-0");
}
