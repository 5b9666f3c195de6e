// Labels of pods, containers, hosts and journals: places, never ranks unless they say so in words.
#include "peel_check.h"

using namespace firstfault;
using namespace firstfault::demux;

TEST_CASE("kubectl and kubetail name the pod") {
  check_line("[pod/train-worker-3/pytorch] text", "node train-worker-3", "text");
  check_line("[pod/train-worker-3/pytorch] 2024-05-01T12:00:00.123456789Z [default1]:text",
             "local 1, node train-worker-3 @2024-05-01T12:00:00.123456789Z", "text");
  check_line("[train-worker-3 pytorch] text", "node train-worker-3", "text");
  check_line("[trainer-7d9f8b6c5-x2x4q pytorch] text", "node trainer-7d9f8b6c5-x2x4q", "text");
  check_line("[worker-0 pytorch] [rank8]: text", "rank 8, node worker-0", "text");
}

TEST_CASE("compose names the container before a bar, its own events before a sign") {
  check_line("worker-1  | text", "node worker-1", "text");
  check_line("project_worker_1  | text", "node project_worker_1", "text");
  check_line("sglang-1  | [2025-03-17 17:15:55 TP1] text", "rank 1, node sglang-1 @2025-03-17 17:15:55", "text");
  check_line("worker-1   | 2024-05-01T12:00:00.123456789Z text", "node worker-1 @2024-05-01T12:00:00.123456789Z",
             "text");
  check_line("worker-1  |", "node worker-1", "");
  check_line("worker-1  ⦿ exited with code 1", "node worker-1", "exited with code 1");
}

TEST_CASE("the container runtime marks whole lines and pieces of them") {
  check_line("2026-01-02T03:04:05.1Z stdout F text", "@2026-01-02T03:04:05.1Z", "text");
  check_line("2026-01-02T03:04:05.1Z stderr F [default1]:[rank3]: text", "rank 3, local 1 @2026-01-02T03:04:05.1Z",
             "text");
  check_line("2026-01-02T03:04:05.1Z stdout P half a li", "partial @2026-01-02T03:04:05.1Z", "half a li");
  check_line("2026-01-02T03:04:05.1Z stderr F", "@2026-01-02T03:04:05.1Z", "");
  check_text("stdout F text");
}

TEST_CASE("the journal names host, program and pid in its several forms") {
  check_line("May 10 17:16:33 node12 python[4711]: text", "pid 4711, node node12 @May 10 17:16:33", "text");
  check_line("May 10 17:16:33 node12 kernel: NVRM: Xid", "node node12 @May 10 17:16:33", "NVRM: Xid");
  check_line("2024-05-10T17:16:33+0000 node12 python[4711]: text", "pid 4711, node node12 @2024-05-10T17:16:33+0000",
             "text");
  check_line("2024-05-10T17:16:33.123456+00:00 node12 kernel: NVRM: Xid",
             "node node12 @2024-05-10T17:16:33.123456+00:00", "NVRM: Xid");
  check_line("Fri 2024-05-10 17:16:33 UTC node12 srun[4711]: text",
             "pid 4711, node node12 @Fri 2024-05-10 17:16:33 UTC", "text");
  check_line("[12345.678901] node12 python[4711]: text", "pid 4711, node node12 @12345.678901", "text");
  check_line("<13>May 10 17:16:33 node12 python[4711]: text", "pid 4711, node node12 @May 10 17:16:33", "text");
  check_line("<165>1 2003-10-11T22:14:15.003Z node12 trainer 4711 ID47 - text",
             "pid 4711, node node12 @2003-10-11T22:14:15.003Z", "text");
}

TEST_CASE("the journal's programs are streams of their own, and so is what a launcher among them passes on") {
  CHECK(peel("May 10 17:16:33 node12 python[4711]: text", {}).prefix.tag == "python[4711]:");
  CHECK(peel("May 10 17:16:33 node12 torchrun[12]: [default1]:text", {}).prefix.tag == "torchrun[12]: [default1]:");
  CHECK(peel("May 10 17:16:33 node12 kernel: text", {}).prefix.tag.empty());
}

TEST_CASE("the kernel's own lines have a time since boot and no process") {
  check_line("[12345.678901] NVRM: Xid (PCI:0000:8b:00): 31, pid=123, name=python", "@12345.678901",
             "NVRM: Xid (PCI:0000:8b:00): 31, pid=123, name=python");
  check_line("[  345.678901] text", "@345.678901", "text");
  check_line("kern  :err   : [12345.678901] NVRM: Xid", "@12345.678901", "NVRM: Xid");
  check_line("kern  :warn  : [Tue Mar  5 10:11:12 2024] NVRM: Xid", "@Tue Mar  5 10:11:12 2024", "NVRM: Xid");
  check_line("<4>[12345.678901] text", "@12345.678901", "text");
}

TEST_CASE("Determined names the container, and the rank where it says so") {
  check_line("[2024-02-27T21:35:32.106313Z] fa88a9df || WARNING: text",
             "node fa88a9df @2024-02-27T21:35:32.106313Z !warning", "text");
  check_line("[2024-02-27T21:35:32.106313Z] fa88a9df [rank=3] || text",
             "rank 3, node fa88a9df @2024-02-27T21:35:32.106313Z", "text");
}

TEST_CASE("Vertex AI names the replica") {
  check_line("ERROR 2024-05-01T12:00:00.123Z workerpool0-1 [rank3]: text",
             "rank 3, node workerpool0-1 @2024-05-01T12:00:00.123Z", "text");
  check_line("workerpool1-2 text", "node workerpool1-2", "text");
}

TEST_CASE("text that only looks like a label") {
  for (const char* line :
       {"[step-3 done] text", "[epoch-1 loss] 0.5", "[Train-worker-3 pytorch] text", "loss | 0.3", "loss  | 0.3",
        "step3 | loss", "fa88a9df || text", "workerpool is full", "stderr F text", "<3> text", "<b>text</b>",
        "node12 python[4711]: text", "[12.5] text", "[1.234567]text", "kern is a word", "1 2003-10-11T22:14:15.003Z"})
    check_text(line);
  check_line("Tue Mar  5 10:11:12 2024 training started: text", "@Tue Mar  5 10:11:12 2024", "training started: text");
}
