// Tags of torchrun, PyTorch, pdsh, milabench; and user's brackets beside them.
#include "peel_check.h"

using namespace firstfault;
using namespace firstfault::demux;

TEST_CASE("PyTorch's own rank tag is the global rank") {
  check_line("[rank11]: Traceback (most recent call last):", "rank 11", "Traceback (most recent call last):");
  check_line("[rank11]:   File \"a.py\", line 1, in f", "rank 11", "  File \"a.py\", line 1, in f");
  check_line("[rank5]:[E ProcessGroupNCCL.cpp:563] text", "rank 5 !error", "text");
  check_line("[rank1]:[2024-02-23 17:30:35,123] torch._dynamo.convert_frame: [WARNING] text",
             "rank 1 @2024-02-23 17:30:35,123 !warning", "text");
  check_line("[rank3]:", "rank 3", "");
}

TEST_CASE("torchrun's tag of a role is the local rank, whatever the role is called") {
  check_line("[default3]:text", "local 3", "text");
  check_line("[default3]: text", "local 3", " text");
  check_line("[default0]:  indented", "local 0", "  indented");
  check_line("[trainer1]:text", "local 1", "text");
  check_line("[my-role2]:text", "local 2", "text");
  check_line("[t5_worker2]:text", "local 2", "text");
}

TEST_CASE("a role named rank gives a local rank: nothing of PyTorch's stands behind the colon") {
  check_line("[rank3]:[titan] 2025-08-22 07:53:13,007 - root - INFO - step: 1",
             "local 3 @2025-08-22 07:53:13,007 !info", "step: 1");
  check_line("[rank3]:starting", "local 3", "starting");
  check_line("[rank0]:[rank5]: RuntimeError: x", "rank 5, local 0", "RuntimeError: x");
  check_line("[rank0]:[rank5]:[E321 02:07:08.41 Pg.cpp:607] text", "rank 5, local 0 @321 02:07:08.41 !error", "text");
  // The role's number or PyTorch's twice: either way the rank is 0, and the local rank is not known.
  check_line("[rank0]:[rank0]: text", "rank 0", "text");
}

TEST_CASE("a template of torchrun in front of PyTorch's tag proves nothing by itself") {
  check_line("[3]:[rank3]: KeyError: 'fr'", "rank 3", "KeyError: 'fr'");
  check_line("[1]:[rank5]: KeyError: 'fr'", "rank 5", "KeyError: 'fr'");
  CHECK(peel("[3]:[rank3]: text", {}).prefix.tag == "[3]:");
  check_text("[3]:text");
  check_text("[0]:");
}

TEST_CASE("ranks that a program names in words") {
  check_line("[rank 4] step 1", "rank 4", "step 1");
  check_line("[RANK 1] 2026-05-19 10:10:29,701 [ERROR] text", "rank 1 @2026-05-19 10:10:29,701 !error", "text");
  check_line("[rank: 0] Received SIGTERM: 15", "rank 0", "Received SIGTERM: 15");
  check_line("[rank=3] text", "rank 3", "text");
  check_line("(rank 5) text", "rank 5", "text");
  check_line("<rank 5> text", "rank 5", "text");
  check_line("rank 3 | text", "rank 3", "text");
  check_line("[local_rank 2] text", "local 2", "text");
  check_line("[global_rank: 9] text", "rank 9", "text");
  check_line("[rank 3]:text", "rank 3", "text");
}

TEST_CASE("Lightning numbers a child that died by its place on the node") {
  check_line("[rank: 3] Child process with PID 77 terminated with code 1. Forcefully terminating all other processes",
             "local 3", "Child process with PID 77 terminated with code 1. Forcefully terminating all other processes");
}

TEST_CASE("a host in front of another tag is the node") {
  check_line("192.0.2.81: [rank19]: text", "rank 19, node 192.0.2.81", "text");
  check_line("g002: [default3]:text", "local 3, node g002", "text");
}

TEST_CASE("milabench names bench, node and stream") {
  check_line("dinov2-giant-nodes.cn-d003.nolog [stderr] [rank3]:[E909 02:07:08.4 Pg.cpp:1] text",
             "rank 3, node cn-d003, label dinov2-giant-nodes.cn-d003.nolog @909 02:07:08.4 !error", "text");
  check_line("bert-fp16.D0 [stdout] text", "label bert-fp16.D0", "text");
}

TEST_CASE("brackets that are no tags") {
  for (const char* line : {"[12] items",
                           "[rank 3/8] text",
                           "[3/8] text",
                           "[R3] text",
                           "R3: text",
                           "[gw3] PASSED",
                           "[gw3]:text",
                           "[step3]:loss 0.5",
                           "[epoch1]:text",
                           "[node1]:text",
                           "[trainer3]: text",
                           "[worker-1]:text",
                           "[worker-1]: text",
                           "(3 retries)",
                           "(rank 3 is slow)",
                           "[rank]: no number",
                           "[rank3",
                           "[rank3)",
                           "(rank 3] x",
                           "[rankle3]: x",
                           "rank 3: timed out",
                           "Rank 3 crashed with exit code 1.",
                           "rank 3 has | bars",
                           "[3m tall]",
                           "[rank99999999]: x",
                           "[12, 3] is a list",
                           "[default-1]:x",
                           "----------Begin global rank 3 STDERR----------",
                           "  Rank 12 -- GPU 4 managed by process 4711 on node 10.0.0.2",
                           "INFO-theory"})
    check_text(line);
}

TEST_CASE("prose about another rank claims none") {
  check_line("WARNING: rank 3 is slow", "!warning", "rank 3 is slow");
  check_line("ERROR rank 3 is gone", "!error", "rank 3 is gone");
}
