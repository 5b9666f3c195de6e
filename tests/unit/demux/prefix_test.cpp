// How prefixes stack, what survives them, and lines made to harm. The shapes themselves: prefix_<family>_test.cpp.
#include "demux/prefix.h"

#include "peel_check.h"

using namespace firstfault;
using namespace firstfault::demux;

TEST_CASE("the tee prefix before PyTorch's: both ranks are kept apart") {
  check_line("[default0]:[rank12]: RuntimeError: x", "rank 12, local 0", "RuntimeError: x");
}

TEST_CASE("prefixes stack: collector, container runtime, launcher, rank, logger") {
  check_line("2026-01-02T03:04:05Z stderr F [default1]:[rank3]:[E321 02:07:08.41 Pg.cpp:607] text",
             "rank 3, local 1 @2026-01-02T03:04:05Z !error", "text");
  check_line("[pod/train-1/pytorch] [1,2]<stderr>:[rank2]: text", "rank 2, node train-1", "text");
}

TEST_CASE("the layers are named, outermost first, and those of transport counted") {
  const auto line = peel("2026-01-02T03:04:05Z stderr F [default1]:[rank3]:[E321 02:07:08.41 Pg.cpp:607] text", {});
  REQUIRE(line.layers.count == 5);
  CHECK(line.layers.names[0] == "time");
  CHECK(line.layers.names[1] == "cri stream");
  CHECK(line.layers.names[2] == "role tag");
  CHECK(line.layers.names[3] == "rank tag");
  CHECK(line.layers.names[4] == "glog");
  CHECK(line.layers.transport == 4);
}

TEST_CASE("the indentation of a traceback survives") {
  CHECK(peel("[rank1]:     loss.backward()", {}).text == "    loss.backward()");
  CHECK(peel("[default1]:    main()", {}).text == "    main()");
  CHECK(peel("2026-01-02T03:04:05Z   File \"a.py\", line 1, in f", {}).text == "  File \"a.py\", line 1, in f");
}

TEST_CASE("what only looks like a prefix is left alone") {
  check_text("3: text");       // srun's label only where every line has one
  check_text("[3] text");      // MPICH's rank is any bracketed number
  check_text("[gw3] PASSED");  // pytest-xdist
  check_text("[0]:");          // a position in torchelastic's table
  check_text("ranks are numbered from 0");
  check_text("IndexError: Target 7 is out of bounds.");
  check_text("  File \"a.py\", line 3, in f");
  check_text("");
}

TEST_CASE("numbers that cannot be ranks are none") {
  CHECK_FALSE(peel("[rank99999999999999999999]: x", {}).prefix.rank.has_value());
  CHECK_FALSE(peel("[rank4294967296]: x", {}).prefix.rank.has_value());
  CHECK_FALSE(peel("[default-1]:x", {}).prefix.local_rank.has_value());
}

TEST_CASE("a line of prefixes only has no text, and an endless row of them is not followed") {
  CHECK(peel("[default3]:", {}).text.empty());
  for (const std::string tag : {"[rank1]:", "[rank1] ", "[default1]:", "12:00:00 ", "[llm] ", "[0m", "(X pid=1) "}) {
    std::string many;
    for (int i = 0; i < 100'000; ++i) many += tag;
    const auto peeled = peel(many, {});
    CHECK(peeled.layers.count <= kMaxLayers);
    CHECK(many.ends_with(peeled.text));
  }
}

TEST_CASE("every piece of a prefix is harmless") {
  for (const std::string line :
       {"[rank3]:[titan] 2025-08-22 07:53:13,007 - root - INFO - step: 1", "[1,12][node03:4711]<stdout>: text",
        "(Worker_DP1_TP0_EP4 pid=9260, ip=10.0.0.2) text [repeated 2x across cluster]",
        "[ERROR] 2025-12-29-13:22:34 (PID:366, Device:7, RankID:-1) ERR02005",
        "[NeMo W 2024-05-01 12:00:00 a:12 rank:3] x",
        "time=2024-05-01T12:00:00Z level=error msg=\"a \\\"b\\\" c\" rank=3",
        "<165>1 2003-10-11T22:14:15.003Z h a 1 I - x", "2024:06:20-15:22:17:(3120841) |CCL_ERROR| a.cpp:fn:12: x",
        "【2025-09-25 14:27:49】text"})
    for (std::size_t begin = 0; begin < line.size(); ++begin)
      for (std::size_t size = 0; begin + size <= line.size(); ++size) {
        const auto piece = line.substr(begin, size);
        const auto peeled = peel(piece, {});
        CHECK(peeled.text.size() <= piece.size());
      }
}

TEST_CASE("hosts and pods that stand in front of every line are taken off") {
  Dialect hosts;
  hosts.host_labels = true;
  hosts.hosts = {"worker-1"};
  CHECK(seen(peel("worker-1: [rank8]: text", hosts)) == "rank 8, node worker-1");
  CHECK(peel("worker-2: text", hosts).text == "worker-2: text");  // not one of those seen
  Dialect pods;
  pods.pod_labels = true;
  pods.hosts = {"trainer-0"};
  CHECK(seen(peel("trainer-0 [default1]:text", pods)) == "local 1, node trainer-0");
}
