// Texts that once misled: each names the kind of trap, and what must not be said for sure.
#include <doctest/doctest.h>

#include <algorithm>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

std::string four_ranks(const std::vector<std::string>& says) {
  std::string text;
  for (int rank = 0; rank < 4; ++rank) text += tagged(default_tag(rank), hello(rank, 4));
  for (std::size_t rank = 0; rank < says.size(); ++rank)
    text += tagged(default_tag(static_cast<int>(rank)), says[rank]);
  return text;
}

bool is_sure(const Report& report) {
  const auto certainty = report.incidents.front().certainty;
  return certainty == Certainty::Certain || certainty == Certainty::Likely;
}

bool names(const Report& report, int rank) {
  for (const auto& process : report.incidents.front().initiators)
    if (process.rank == Rank{rank}) return true;
  return false;
}

}  // namespace

TEST_CASE("what a rank says after it lost its peer is the wake, not the cause") {
  const auto report = report_of(
      four_ranks({lost_peer() + raised("OSError: [Errno 28] No space left on device"), lost_peer(), lost_peer(), ""}));
  CHECK_FALSE(names(report, 0));
}

TEST_CASE("an error while a lost peer is handled stays collateral") {
  const auto report =
      report_of(four_ranks({lost_peer() + "\nDuring handling of the above exception, another exception occurred:\n\n" +
                                raised("PermissionError: [Errno 13] Permission denied: '/ckpt/last.pt'"),
                            lost_peer(), bad_label(), lost_peer()}));
  CHECK(who(report) == "single 2");
}

TEST_CASE("a message that passes on what another rank did accuses nobody of its own") {
  const auto report =
      report_of(four_ranks({raised("RuntimeError: rank 2 failed, shutting down"),
                            raised("RuntimeError: rank 2 failed, shutting down"), raised("KeyError: 'labels'"), ""}));
  CHECK(who(report) == "single 2");
}

TEST_CASE("a reset connection is a peer's doing where another rank has an error of its own") {
  const auto report = report_of(four_ranks(
      {raised("ConnectionResetError: [Errno 104] Connection reset by peer"), raised("KeyError: 'labels'"), "", ""}));
  CHECK(who(report) == "single 1");
}

TEST_CASE("a local rank alone proves no global rank") {
  const auto report = report_of(tagged(default_tag(1), raised("KeyError: 'labels'")));
  CHECK_FALSE((names(report, 1) && is_sure(report)));
}

TEST_CASE("under --nnodes a local rank is not read as the global one") {
  const auto report = report_of("+ torchrun --nnodes=2 --node_rank=1 --nproc_per_node=2 --tee 3 train.py\n" +
                                tagged(default_tag(0), raised("KeyError: 'labels'")));
  CHECK_FALSE((names(report, 0) && is_sure(report)));
}

TEST_CASE("a rank of something else in a file's name is not the job's rank") {
  for (const char* path : {"tp_rank_1.log", "node_rank_1.log", "lora-rank-16.log", "rank-2025-11-30.log"}) {
    CAPTURE(path);
    const auto report = diagnose(Texts{{path, raised("KeyError: 'labels'")}}).report;
    for (const auto& process : report.incidents.front().initiators) CHECK_FALSE(process.rank.has_value());
  }
}

TEST_CASE("a document that quotes a broken GPU accuses no hardware for sure") {
  const auto report = report_of(
      "If rank 3 fails you may see this:\n\n```\n[rank3]: RuntimeError: CUDA error: uncorrectable ECC error "
      "encountered\n```\n");
  for (const auto& incident : report.incidents) {
    CHECK(incident.certainty >= Certainty::Possible);
    CHECK(incident.cause.certainty >= Certainty::Possible);
  }
}

TEST_CASE("text cut off within the last line never names a rank for sure") {
  auto text = four_ranks({"", "", "", ""}) + tagged(default_tag(0), lost_peer());
  text.resize(text.rfind("Error: ") + 3);
  const auto report = report_of(text);
  for (const auto& incident : report.incidents) CHECK(incident.certainty >= Certainty::Possible);
}

TEST_CASE("a traceback behind a prefix of unknown make is read") {
  std::string text;
  for (const char* line :
       {"Traceback (most recent call last):", "  File \"/home/dev/train/train.py\", line 3, in <module>", "    main()",
        "KeyError: 'labels'"})
    text += std::string("<node-b/7> ") + line + "\n";
  CHECK(report_of(text).outcome == Outcome::Failed);
}

TEST_CASE("vLLM's records carry tracebacks") {
  std::string text;
  for (const char* line : {"Traceback (most recent call last):", "  File \"/home/dev/serve/engine.py\", line 3, in run",
                           "    step()", "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"})
    text += std::string("(EngineCore_0 pid=11) ERROR 11-30 17:41:01 [core.py:236] ") + line + "\n";
  const auto report = report_of(text);
  REQUIRE(report.outcome == Outcome::Failed);
  CHECK(report.incidents.front().cause.id == "memory.cuda_oom");
}

TEST_CASE("an error after which its rank counts on is borne, where another rank's is not") {
  const std::string refused = raised("ConnectionRefusedError: [Errno 111] Connection refused");
  const auto report =
      report_of(tagged("[rank0]: ", refused) + "[rank 0] step 5/12 loss 7.8\n[rank 0] step 6/12 loss 7.7\n" +
                tagged("[rank1]: ", bad_label()) + tagged("[rank0]: ", lost_peer()));
  REQUIRE(report.incidents.size() == 1);
  REQUIRE(report.incidents.front().initiators.size() == 1);
  CHECK(report.incidents.front().initiators.front().rank == Rank{1});
}

TEST_CASE("the record of another rank right above a traceback names nobody for sure") {
  const auto report = report_of("2026-01-02 03:04:05,001 [rank1] ERROR no checkpoint found\n" + bad_label() +
                                "2026-01-02 03:04:05,002 [rank2] ERROR no checkpoint found\n" + lost_peer());
  for (const auto& incident : report.incidents) CHECK(incident.certainty >= Certainty::Possible);
}

TEST_CASE("a lone label of srun in front of a launcher of several ranks is no rank") {
  const auto report = report_of(tagged(
      "0: ", "2026-01-02 03:04:05,001 [rank1] INFO step 0/12 loss 8.3\n" + bad_label() + lost_peer() + lost_peer()));
  for (const auto& incident : report.incidents)
    CHECK((incident.initiators.empty() || incident.certainty >= Certainty::Possible));
}

TEST_CASE("a file's name names no rank where the file speaks of several") {
  const auto report =
      diagnose({{"rank_3.log", "rank 0 of 2 on gpu-a\nrank 1 of 2 on gpu-a\n" + bad_label() + lost_peer()}}).report;
  for (const auto& incident : report.incidents)
    for (const auto& process : incident.initiators) CHECK(process.rank != Rank{3});
}

TEST_CASE("texts that explain, samples of a data set, code and echoes report no failure") {
  for (const std::string text :
       {"Example: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB (from the docs)\n",
        "Note: RuntimeError: CUDA error: device-side assert triggered means your labels are wrong.\n",
        "If you see `slurmstepd: error: Detected 1 oom_kill event in StepId=1.0` raise --mem\n",
        "Example: NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.\n",
        "{\"text\": \"Segmentation fault (core dumped)\", \"label\": 3}\neval accuracy 0.88\n",
        "{\"text\": \"slurmstepd: error: Detected 1 oom_kill event in StepId=1.0\"}\n",
        "        #   RuntimeError: Triton Error [CUDA]: an illegal memory access was encountered\n",
        "            \"CUDA_ERROR_ECC_UNCORRECTABLE\",\n", "+    RuntimeError: CUDA error: out of memory\n",
        "def f():\n    >>> y._version\n    Traceback (most recent call last):\n      File \"<stdin>\", line 1, in "
        "<module>\n    "
        "RuntimeError: Inference tensors do not track version counter.\n",
        "Connection to bastion closed by remote host.\n",
        "- [THRIFT-4374](https://issues.example.org/4374) - cannot load thrift_protocol due to undefined symbol: "
        "_ZTI\n"}) {
    INFO(text);
    CHECK(who(report_of(text)) == "no failure");
  }
}

TEST_CASE("a record of a logger under the same key is still read") {
  const auto report =
      report_of("{\"level\": \"error\", \"text\": \"slurmstepd: error: Detected 1 oom_kill event in StepId=1.0\"}\n");
  CHECK(report.outcome == Outcome::Failed);
}

TEST_CASE("a goodbye of ssh accuses no host") {
  const auto report = report_of(
      "[rank0] step 4 loss 2\nConnection to node03 closed by remote host.\n[rank1] IndexError: Target 9 is out of "
      "bounds.\n");
  CHECK(cause_of(report) == "data.class_index_out_of_range");
}

TEST_CASE("a link, or a diff that the job prints of itself, casts no doubt on its error") {
  const std::string before =
      "See [the guide](https://example.org/guide).\ndiff --git a/train.py b/train.py\n+    x = 1\n";
  CHECK(answer(report_of(before + bad_label())) == answer(report_of(bad_label())));
}

TEST_CASE("lines that a collector carries under the key text are read") {
  std::string text;
  for (const std::string line :
       {"step 1", "Traceback (most recent call last):", "  File \\\"train.py\\\", line 9, in <module>", "    main()",
        "IndexError: Target 7 is out of bounds."})
    text += "{\"text\": \"" + line + "\"}\n";
  CHECK(cause_of(report_of(text)) == "data.class_index_out_of_range");
}

TEST_CASE("of more speakers than can be told apart, none lends its rank to another") {
  std::string text;
  for (int rank = 0; rank < 18'500; ++rank) text += "[1," + std::to_string(rank) + "]<stderr>:hello\n";
  text += tagged("[1,18499]<stderr>:", bad_label());
  const auto report = report_of(text);
  REQUIRE(report.outcome == Outcome::Failed);
  for (const auto& process : report.incidents.front().initiators)
    CHECK((!process.rank || process.rank == Rank{18'499}));
  CHECK(std::any_of(report.notes.begin(), report.notes.end(), [](const std::string& note) {
    return note.find("more than 18432 speakers") != std::string::npos;
  }));
}
