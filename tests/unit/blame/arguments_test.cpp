// Who failed first, argument by argument, on the smallest texts that need it.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

void check_answer(const std::string& text, const std::string& expected) { CHECK(answer(report_of(text)) == expected); }

void check_answer(const Texts& inputs, const std::string& expected) {
  CHECK(answer(diagnose(inputs).report) == expected);
}

// Four tagged ranks say hello, then each says what `says` holds for it.
std::string four_ranks(const std::vector<std::string>& says) {
  std::string text;
  for (int rank = 0; rank < 4; ++rank) text += tagged(default_tag(rank), hello(rank, 4));
  for (std::size_t rank = 0; rank < says.size(); ++rank)
    text += tagged(default_tag(static_cast<int>(rank)), says[rank]);
  return text;
}

}  // namespace

TEST_CASE("a rank that states its own error failed first, whoever printed before it") {
  check_answer(four_ranks({lost_peer(), lost_peer(), bad_label(), lost_peer()}), "single 2, certain");
  check_answer(four_ranks({bad_label(), lost_peer(), lost_peer(), lost_peer()}), "single 0, certain");
}

TEST_CASE("the launcher's root cause does not outweigh a rank's own error") {
  const auto report = report_of(four_ranks({lost_peer(), lost_peer(), bad_label(), lost_peer()}) +
                                elastic_table({{0, 1}, {1, 1}, {2, 1}, {3, 1}}));
  CHECK(answer(report) == "single 2, certain");
  CHECK(report.incidents.front().launcher_note.find("rank 0") != std::string::npos);
}

TEST_CASE("who only lost a peer is collateral") {
  const auto report = report_of(four_ranks({lost_peer(), lost_peer(), bad_label(), timed_out()}));
  std::string ranks;
  for (const auto& group : report.incidents.front().collateral) ranks += group.ranks + ";";
  CHECK(ranks.find("2") == std::string::npos);
  CHECK(ranks.find("0,1") != std::string::npos);
  CHECK(ranks.find("3") != std::string::npos);
}

TEST_CASE("two ranks with errors of their own failed independently") {
  check_answer(four_ranks({lost_peer(), bad_label(), lost_peer(),
                           raised("FileNotFoundError: [Errno 2] No such file or directory: '/data/a.npy'")}),
               "several 1,3, likely");
}

TEST_CASE("an error of every rank is nobody's alone") {
  CHECK(who(report_of(four_ranks({bad_label(), bad_label(), bad_label(), bad_label()}))) == "all_ranks");
}

TEST_CASE("one process has no rank, and no doubt") {
  const auto report = report_of(bad_label());
  CHECK(answer(report) == "single ?, certain");
  REQUIRE(report.incidents.front().initiators.size() == 1);
  CHECK_FALSE(report.incidents.front().initiators.front().rank.has_value());
}

TEST_CASE("an untagged error is tied to the one rank that died without an excuse") {
  std::string text = hello(0, 3) + hello(1, 3) + hello(2, 3) + bad_label() + lost_peer() + lost_peer();
  CHECK(who(report_of(text + elastic_table({{1, 1}}))) == "single 1");
  CHECK(report_of(text + elastic_table({{1, 1}})).incidents.front().certainty != Certainty::Certain);
}

TEST_CASE("an untagged error that fits two dead ranks is nobody's for certain, and both are named as candidates") {
  const auto report = report_of(hello(0, 3) + hello(1, 3) + hello(2, 3) + bad_label() + lost_peer() + lost_peer() +
                                elastic_table({{0, 1}, {2, 1}}));
  CHECK(answer(report) == "undetermined, undetermined");
  std::string candidates;
  for (const auto& candidate : report.incidents.front().candidates) candidates += std::to_string(candidate.rank.value);
  CHECK(candidates == "02");
  CHECK_FALSE(report.incidents.front().missing.empty());
}

TEST_CASE("a launcher's copy of an error in its table says whose it is") {
  const std::string copy =
      "Failures:\n  <NO_OTHER_FAILURES>\nRoot Cause (first observed failure):\n[0]:\n  host      : n\n  rank      : 1 "
      "(local_rank: 1)\n  exitcode  : 1 (pid: 7)\n"
      "  error_file: /tmp/e.json\n  traceback : Traceback (most recent call last):\n    File \"train.py\", line 5, in "
      "main\n      step(batch)\n"
      "  IndexError: Target 7 is out of bounds.\n  \n====\n";
  CHECK(who(report_of(hello(0, 2) + hello(1, 2) + bad_label() + lost_peer() + copy)) == "single 1");
}

TEST_CASE("srun and mpirun name the task that an untagged error belongs to") {
  CHECK(who(report_of(hello(0, 2) + hello(1, 2) + bad_label() + lost_peer() +
                      "srun: error: gpu-node-07: task 1: Exited with exit code 1\n")) == "single 1");
  CHECK(who(report_of(hello(0, 2) + hello(1, 2) + bad_label() + lost_peer() +
                      "The first process to do so was:\n\n  Process name: [[50371,1],1]\n  Exit code:    1\n")) ==
        "single 1");
}

TEST_CASE("a scheduler that ends the job accuses no rank") {
  const auto report = report_of(four_ranks({"INFO llm: step 3/12 loss 8.1 lr 1.00e-03\n"}) +
                                "slurmstepd: error: *** STEP 123.0 ON n CANCELLED AT 2026-01-05T14:27:50 DUE TO TIME "
                                "LIMIT ***\nsrun: error: gpu-node-07: tasks 0-3: Terminated\n");
  CHECK(who(report) == "external");
  CHECK(cause_of(report) == "process.time_limit");
  CHECK(report.incidents.front().initiators.empty());
}

TEST_CASE("a cancellation after an error is teardown") {
  CHECK(who(report_of(tagged("0: ", hello(0, 2)) + tagged("1: ", hello(1, 2)) + tagged("1: ", bad_label()) +
                      "srun: error: gpu-node-07: task 1: Exited with exit code 1\n" +
                      "slurmstepd: error: *** STEP 123.0 ON n CANCELLED AT 2026-01-05T14:27:50 ***\nsrun: error: "
                      "gpu-node-07: task 0: Terminated\n")) == "single 1");
}

TEST_CASE("a list of ranks that did not come names the one that is missing") {
  const auto report =
      report_of(four_ranks({raised("RuntimeError: Rank 2 failed to pass monitoredBarrier in 30000 ms")}));
  CHECK(who(report) == "single 2");
}

TEST_CASE("all but one waited: the one that did not is named, and not for certain") {
  const auto report =
      report_of(four_ranks({timed_out(), timed_out(), "INFO llm: step 3/12 loss 8.1 lr 1.00e-03\n", timed_out()}));
  CHECK(who(report) == "single 2");
  CHECK(report.incidents.front().certainty != Certainty::Certain);
  CHECK(cause_of(report) == "collective.timeout_straggler");
}

TEST_CASE("two of four that did not wait cannot be told apart") {
  CHECK(who(report_of(four_ranks({timed_out(), timed_out()}))) == "undetermined");
}

TEST_CASE("a rank that ended without a word and with a code of its own is named") {
  const auto report =
      report_of(four_ranks({lost_peer(), lost_peer(), "INFO llm: step 3/12 loss 8.1 lr 1.00e-03\n", lost_peer()}) +
                elastic_table({{2, 17}}));
  CHECK(who(report) == "single 2");
  CHECK(cause_of(report) == "process.exited");
}

TEST_CASE("a crash by a signal of its own doing is named by the signal") {
  const auto report = report_of(four_ranks({lost_peer(), lost_peer(), "", lost_peer()}) + elastic_table({{2, -11}}));
  CHECK(who(report) == "single 2");
  CHECK(cause_of(report) == "process.signal_segv");
}

TEST_CASE("processes that the launcher took down are not the first to fail") {
  const auto report =
      report_of(four_ranks({lost_peer(), lost_peer(), bad_label(), ""}) + elastic_table({{0, 1}, {2, 1}, {3, -15}}));
  CHECK(who(report) == "single 2");
}

TEST_CASE("one rank's fingerprint that differs from at least two others' is the odd one") {
  const auto print = [](int rank, const std::string& shape) {
    return "Rank " + std::to_string(rank) +
           " is running collective: CollectiveFingerPrint(SequenceNumber=7, OpType=ALLREDUCE, TensorShape=[" + shape +
           "], TensorDtypes=Float)";
  };
  const auto mismatch = [&](int rank, int other, const std::string& mine, const std::string& theirs) {
    return raised("RuntimeError: Detected mismatch between collectives on ranks. " + print(rank, mine) + ", but " +
                  print(other, theirs) + ".");
  };
  const auto report = report_of(four_ranks({mismatch(0, 1, "10", "11"), mismatch(1, 0, "11", "10"),
                                            mismatch(2, 1, "10", "11"), mismatch(3, 1, "10", "11")}));
  CHECK(who(report) == "single 1");
  CHECK(cause_of(report) == "collective.desync");
  CHECK(who(report_of(tagged("[default0]:", mismatch(0, 1, "10", "11")) +
                      tagged("[default1]:", mismatch(1, 0, "11", "10")))) == "undetermined");
}

TEST_CASE("trouble on the wire names no side for certain") {
  const auto report = report_of(
      "node1:11:22 [0] NCCL WARN NET/IB : Got completion from peer 10.0.0.2<4411> with status=12 opcode=0 len=0 vendor "
      "err 129\n");
  CHECK(report.outcome == Outcome::Failed);
  CHECK(report.incidents.front().attribution == Attribution::Undetermined);
}

TEST_CASE("an error that was caught and logged is no failure") {
  check_answer(tagged("[default0]:", "2026-01-02 03:04:05,678 ERROR llm: could not push metrics, will retry\n" +
                                         raised("ConnectionRefusedError: [Errno 111] Connection refused") +
                                         "2026-01-02 03:04:06,100 INFO llm: step 4/12 loss 8.1 lr 1.00e-03\n2026-01-02 "
                                         "03:04:06,200 INFO llm: step 5/12 loss 8.0 lr 1.00e-03\n"),
               "no failure");
}

TEST_CASE("a caught error before a real one accuses nobody") {
  const std::string caught = "2026-01-02 03:04:05,678 ERROR llm: could not push metrics, will retry\n" +
                             raised("ConnectionRefusedError: [Errno 111] Connection refused") +
                             "2026-01-02 03:04:06,100 INFO llm: step 4/12 loss 8.1 lr 1.00e-03\n2026-01-02 "
                             "03:04:06,200 INFO llm: step 5/12 loss 8.0 lr 1.00e-03\n";
  check_answer(four_ranks({caught + lost_peer(), lost_peer(), bad_label(), lost_peer()}), "single 2, certain");
}

TEST_CASE("what Python itself ignores is no failure") {
  check_answer("Exception ignored in: <function Pool.__del__ at 0x7f>\n" +
                   raised("AttributeError: 'NoneType' object has no attribute 'close'"),
               "no failure");
}

TEST_CASE("files of single ranks give their ranks") {
  check_answer(Texts{{"rank_0.log", lost_peer()}, {"rank_1.log", bad_label()}, {"rank_2.log", lost_peer()}},
               "single 1, certain");
}

TEST_CASE("torchrun's folders give local ranks, which are global ones on one node only") {
  const Texts one{{"logs/a/attempt_0/0/stderr.log", hello(0, 2) + lost_peer()},
                  {"logs/a/attempt_0/1/stderr.log", hello(1, 2) + bad_label()}};
  CHECK(who(diagnose(one).report) == "single 1");
  const Texts two{{"node0/attempt_0/0/stderr.log", lost_peer()},
                  {"node0/attempt_0/1/stderr.log", lost_peer()},
                  {"node1/attempt_0/0/stderr.log", lost_peer()},
                  {"node1/attempt_0/1/stderr.log", bad_label()}};
  CHECK(who(diagnose(two).report) != "single 1");  // rank 3, if the text said so
}

TEST_CASE("a rank within a group is not the global rank") {
  const auto report = report_of(
      "[rank9]:[E321 02:07:08.414640780 ProcessGroupNCCL.cpp:629] [Rank 1] Watchdog caught collective operation "
      "timeout: "
      "WorkNCCL(SeqNum=79, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600029 milliseconds "
      "before timing out.\n");
  for (const auto& candidate : report.incidents.front().candidates) CHECK(candidate.rank != Rank{1});
  for (const auto& evidence : report.incidents.front().evidence) CHECK(evidence.rank == Rank{9});
}

TEST_CASE("a restarted job shows its last attempt first") {
  const std::string notice =
      "ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: 1) local_rank: 1 (pid: 1001) of binary: "
      "/usr/bin/python3\n";
  std::string text;
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (int rank = 0; rank < 2; ++rank)
      text += tagged(default_tag(rank), hello(rank, 2) + "INFO llm: step 0/12 loss 8.1 lr 1.00e-03\n");
    text += tagged(default_tag(attempt), bad_label()) + tagged(default_tag(1 - attempt), lost_peer()) + notice;
  }
  const auto report = report_of(text);
  REQUIRE(report.incidents.size() == 2);
  CHECK(report.incidents[0].attempt == 1);
  CHECK(who(report) == "single 1");
  CHECK_FALSE(report.incidents[0].recovered);
}

TEST_CASE("a job whose last attempt ended well recovered") {
  const Texts inputs{{"logs/a/attempt_0/0/stderr.log", hello(0, 2) + lost_peer()},
                     {"logs/a/attempt_0/1/stderr.log", hello(1, 2) + bad_label()},
                     {"logs/a/attempt_1/0/stderr.log", hello(0, 2) + "INFO llm: training finished\n"},
                     {"logs/a/attempt_1/1/stderr.log", hello(1, 2) + "INFO llm: training finished\n"}};
  const auto report = diagnose(inputs).report;
  CHECK(report.outcome == Outcome::Succeeded);
  REQUIRE(report.incidents.size() == 1);
  CHECK(report.incidents.front().recovered);
}

TEST_CASE("nothing at all is no failure") {
  check_answer("", "no failure");
  check_answer("hello\nworld\n", "no failure");
}
