// Headers of C++ logging and of communication libraries, and ranks within a group.
#include "peel_check.h"

using namespace firstfault;
using namespace firstfault::demux;

TEST_CASE("PyTorch's C++ logging: month, day and clock stay together, older releases print no time") {
  check_line("[rank4]:[E321 02:07:08.414640780 ProcessGroupNCCL.cpp:607] text", "rank 4 @321 02:07:08.414640780 !error",
             "text");
  check_line("[rank4]:[E1026 02:07:08.414640780 ProcessGroupNCCL.cpp:607] text",
             "rank 4 @1026 02:07:08.414640780 !error", "text");
  check_line("[rank5]:[E ProcessGroupNCCL.cpp:563] text", "rank 5 !error", "text");
  check_line("[W socket.cpp:601] [c10d] text", "!warning", "text");
  check_line("[rank4]:[W710 14:49:34.2 TCPStore.cpp:125] [c10d] recvValue failed", "rank 4 @710 14:49:34.2 !warning",
             "recvValue failed");
  check_line("[I ProcessGroupNCCL.cpp:500]", "!info", "");
}

TEST_CASE("an inner rank of PyTorch's C++ code is the rank within a group") {
  check_line("[E ProcessGroupNCCL.cpp:475] [Rank 2] Watchdog caught", "group 2 !error", "Watchdog caught");
  check_line("[rank9]:[E321 02:07:08.41 ProcessGroupNCCL.cpp:629] [Rank 1] Watchdog caught",
             "rank 9, group 1 @321 02:07:08.41 !error", "Watchdog caught");
  check_line("[Rank 1] Watchdog caught collective operation timeout", "group 1",
             "Watchdog caught collective operation timeout");
}

TEST_CASE("the tag of a process group is read and left to the signatures") {
  struct Row {
    const char* line;
    const char* said;
    const char* id;
    const char* guid;
    const char* name;
  };
  for (const Row& row : {
           Row{"[rank0]:[E Pg.cpp:1] [PG 1 Rank 0] text", "rank 0, group 0 !error", "", "1", ""},
           Row{"[rank2]:[E Pg.cpp:1] [PG 0 (default_pg) Rank 2] text", "rank 2, group 2 !error", "", "0", "default_pg"},
           Row{"[rank9]:[E Pg.cpp:1] [PG ID 5 PG GUID 83(TENSOR_MODEL_PARALLEL_GROUP) Rank 1] text",
               "rank 9, group 1 !error", "5", "83", "TENSOR_MODEL_PARALLEL_GROUP"},
           Row{"[rank9]:[E Pg.cpp:1] [PG ID 5 PG GUID 83 Rank 1] text", "rank 9, group 1 !error", "5", "83", ""},
           Row{"  what():  [PG ID 0 PG GUID 0(default_pg) Rank 3] text", "group 3", "0", "0", "default_pg"},
       }) {
    const auto line = peel(row.line, {});
    INFO(row.line);
    CHECK(seen(line) == row.said);
    CHECK(line.prefix.group.id == row.id);
    CHECK(line.prefix.group.guid == row.guid);
    CHECK(line.prefix.group.name == row.name);
    CHECK(line.text.find("[PG ") != std::string_view::npos);
  }
  check_text("[PG 1] text");
  check_text("[PG Rank x] text");
}

TEST_CASE("DeepSpeed's inner rank is the global one") {
  check_line("[2023-09-18 08:36:08,272] [INFO] [logging.py:96:log_dist] [Rank 0] step=10",
             "rank 0 @2023-09-18 08:36:08,272 !info", "step=10");
}

TEST_CASE("glog of torchelastic, absl and TensorFlow: the number is a thread, or the agent") {
  check_line("W0321 02:07:20.285000 140204748584768 torch/distributed/elastic/multiprocessing/api.py:858] text",
             "@0321 02:07:20.285000 !warning", "text");
  check_line("W1106 04:43:02.065000 26021 torch/distributed/elastic/multiprocessing/api.py:897] text",
             "@1106 04:43:02.065000 !warning", "text");
  check_line("F0926 17:26:32.075587  157988 client.h:77] text", "@0926 17:26:32.075587 !fatal", "text");
  check_line("E0510 20:48:44.272031       1 add_port.cc:83] text", "@0510 20:48:44.272031 !error", "text");
  check_line("I0510 20:48:44.272031 140204748584768 train.py:83] text", "@0510 20:48:44.272031 !info", "text");
  check_line("E20240510 20:48:44.272031 12 a.cc:83] text", "@20240510 20:48:44.272031 !error", "text");
}

TEST_CASE("PyTorch's Python loggers print the pid of the worker") {
  check_line("[rank0]:W1206 18:44:12.715000 4711 torch/_dynamo/convert_frame.py:844] [0/8] text",
             "rank 0, pid 4711 @1206 18:44:12.715000 !warning", "[0/8] text");
  check_line("W1206 18:44:12.715000 4711 torch/_dynamo/convert_frame.py:844] text", "@1206 18:44:12.715000 !warning",
             "text");
}

TEST_CASE("a task that a coordinator speaks about is not the speaker") {
  check_line(
      "2023-03-07 16:06:30.684022: E external/tsl/coordination_service.cc:956] /job:jax_worker/replica:0/task:15 x",
      "@2023-03-07 16:06:30.684022 !error", "/job:jax_worker/replica:0/task:15 x");
}

TEST_CASE("NCCL and RCCL name host, pid and the current device") {
  check_line("node03:3063025:3066048 [4] NCCL INFO init.cc:1079 -> 3", "pid 3063025, device 4, node node03",
             "NCCL INFO init.cc:1079 -> 3");
  check_line("node03:3063025:3066048 [0] misc/socket.cc:49 NCCL WARN x", "pid 3063025, device 0, node node03",
             "misc/socket.cc:49 NCCL WARN x");
  check_line("[2026-03-03 12:11:38] node03:12:13 [1] transport/net_ib.cc:2453 NCCL WARN x",
             "pid 12, device 1, node node03 @2026-03-03 12:11:38", "transport/net_ib.cc:2453 NCCL WARN x");
  check_line("node03:12:13 NCCL INFO x", "pid 12, node node03", "NCCL INFO x");
  check_line("ip-10-0-0-2.ec2:12:13 [7] NCCL INFO x", "pid 12, device 7, node ip-10-0-0-2.ec2", "NCCL INFO x");
  check_line("fe80::1:12:13 [7] NCCL INFO x", "pid 12, device 7, node fe80::1", "NCCL INFO x");
  check_text("NCCL version 2.21.5+cuda12.4");
}

TEST_CASE("oneCCL and Ascend") {
  check_line("2024:06:20-15:22:17:(3120841) |CCL_ERROR| atl.cpp:fn:12: x", "@2024:06:20-15:22:17 !error",
             "atl.cpp:fn:12: x");
  check_line("|CCL_WARN| x", "!warning", "x");
  check_line("[ERROR] 2025-12-29-13:22:34 (PID:366, Device:7, RankID:-1) ERR02005 DIST internal error",
             "pid 366, device 7 @2025-12-29-13:22:34 !error", "ERR02005 DIST internal error");
  check_line("[ERROR] 2025-12-29-13:22:34 (PID:366, Device:7, RankID:15) ERR02005 x",
             "rank 15, pid 366, device 7 @2025-12-29-13:22:34 !error", "ERR02005 x");
  check_line("[ERROR] HCCL(366,python3.8):2025-12-29-13:22:34.123.456 [a.cc:12][366]x",
             "pid 366 @2025-12-29-13:22:34.123 !error", "[366]x");
}

TEST_CASE("text that only looks like a header") {
  for (const char* line :
       {"[E] text", "E text", "[Error] text", "E321 text", "[W something: else] text", "I am a user: x", "node03:12:13",
        "node03:12 [0] x", "a:1:2 [3 items", "host:1:2 text", "|CCL_ERROR text", "[PG] text"})
    check_text(line);
}
