// Other names of ranks: pids, devices, tags of launchers. Judged through the whole engine.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

void check_answer(const std::string& text, const std::string& expected) {
  INFO(text);
  CHECK(answer(report_of(text)) == expected);
}

// torchelastic's row of one process.
std::string row(int rank, int local_rank, int pid, const std::string& host, int code = 1) {
  return "[0]:\n  time      : 2026-11-30_17:41:21\n  host      : " + host + "\n  rank      : " + std::to_string(rank) +
         " (local_rank: " + std::to_string(local_rank) + ")\n  exitcode  : " + std::to_string(code) +
         " (pid: " + std::to_string(pid) + ")\n";
}

std::string table(const std::string& rows) {
  return "============================================================\ntrain.py FAILED\nRoot Cause (first observed "
         "failure):\n" +
         rows + "============================================================\n";
}

// What NCCL prints when a communicator is made.
std::string joins(const std::string& host, int pid, int device, int rank, int ranks) {
  return host + ":" + std::to_string(pid) + ":" + std::to_string(pid + 1) + " [" + std::to_string(device) +
         "] NCCL INFO ncclCommInitRankConfig comm 0x55d0 rank " + std::to_string(rank) + " nranks " +
         std::to_string(ranks) + " cudaDev " + std::to_string(device) + " nvmlDev " + std::to_string(device) +
         " busId a7000 commId 0xabc - Init COMPLETE\n";
}

std::string aborts(const std::string& host, int pid, int device) {
  return host + ":" + std::to_string(pid) + ":" + std::to_string(pid + 2) + " [" + std::to_string(device) +
         "] misc/socket.cc:484 NCCL WARN socketStartConnect: Connect to 10.0.0.4<41871> failed : Software caused "
         "connection abort\n";
}

std::string rank_road(const std::string& text, const std::string& words) {
  analysis::Session session(rules::builtin_rules(), rules::builtin_matcher(), analysis::Keep::Readings);
  const InputId id = session.open({"train.log", InputKind::Log});
  session.feed(id, text);
  for (const auto& line : session.finish().readings)
    if (line.text.find(words) != std::string::npos) {
      static constexpr const char* kRoads[] = {"none",       "prefix", "name",   "speaker",
                                               "local rank", "pid",    "device", "label"};
      return (line.rank ? std::to_string(line.rank->value) : "?") + " by " + kRoads[static_cast<int>(line.road)];
    }
  return "no such line";
}

}  // namespace

TEST_CASE("a pid is the rank that the launcher's table gives it") {
  const std::string text = "(TrainWorker pid=4102) step 1 of the run\n" + table(row(3, 1, 4102, "gpu-1"));
  CHECK(rank_road(text, "step 1") == "3 by pid");
}

TEST_CASE("a pid that two nodes know is nobody's without a node") {
  const std::string text =
      "(TrainWorker pid=4102) step 1 of the run\n" + table(row(3, 1, 4102, "gpu-1")) + table(row(0, 0, 4102, "gpu-0"));
  CHECK(rank_road(text, "step 1") == "? by none");
}

TEST_CASE("with its node a pid that two nodes know is one rank's") {
  const std::string text = joins("gpu-0", 4102, 0, 0, 2) + joins("gpu-1", 4102, 0, 1, 2) + aborts("gpu-1", 4102, 0);
  CHECK(rank_road(text, "socketStartConnect") == "1 by pid");
}

TEST_CASE("devices tell ranks apart where each has one of its own") {
  const std::string text = joins("gpu-0", 410, 0, 0, 2) + joins("gpu-0", 411, 1, 1, 2) + aborts("gpu-0", 999, 1);
  CHECK(rank_road(text, "socketStartConnect") == "1 by device");
}

TEST_CASE("where every process sees device 0 only, the device names nobody") {
  const std::string text = joins("gpu-0", 410, 0, 0, 2) + joins("gpu-0", 411, 0, 1, 2) + aborts("gpu-0", 999, 0);
  CHECK(rank_road(text, "socketStartConnect") == "? by none");
}

TEST_CASE("ranks of a smaller communicator are not the job's") {
  std::string text;
  for (int i = 0; i < 4; ++i) text += joins("gpu-0", 410 + i, i, i % 2, 2);
  CHECK(rank_road(text + aborts("gpu-0", 413, 3), "socketStartConnect") == "? by none");
}

TEST_CASE("mpirun's tag is a rank where mpirun started the program") {
  std::string text;
  for (int rank = 0; rank < 3; ++rank)
    text += tagged("[1," + std::to_string(rank) + "]<stderr>:", rank == 2 ? bad_label() : lost_peer());
  check_answer(text, "single 2, certain");
}

TEST_CASE("mpirun's tag is a node where mpirun started torchrun") {
  std::string text;
  for (int node = 0; node < 2; ++node) {
    const std::string tag = "[1," + std::to_string(node) + "]<stdout>:";
    for (int local = 0; local < 2; ++local)
      text += tagged(tag + default_tag(local), node == 1 && local == 0 ? bad_label() : lost_peer());
  }
  for (int node = 0; node < 2; ++node)
    text += tagged("[1," + std::to_string(node) + "]<stderr>:",
                   table(row(2 * node, 0, 410, "gpu-" + std::to_string(node))));
  check_answer(text, "single 2, certain");
}

TEST_CASE("a node's local ranks that no table knows are no ranks of the job") {
  std::string text;
  for (int node = 0; node < 2; ++node)
    for (int local = 0; local < 2; ++local)
      text += tagged("[1," + std::to_string(node) + "]<stdout>:" + default_tag(local),
                     node == 1 && local == 0 ? bad_label() : lost_peer());
  const auto report = report_of(text);
  REQUIRE_FALSE(report.incidents.empty());
  for (const auto& initiator : report.incidents.front().initiators) CHECK_FALSE(initiator.rank.has_value());
}
