// Restarted jobs: what splits a log into attempts, and what must not.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

std::string step(int number, const std::string& tag = {}) {
  return tag + "INFO llm: step " + std::to_string(number) + "/100 loss 8.1 lr 1.00e-03\n";
}

std::string steps(int from, int to, const std::string& tag = {}) {
  std::string text;
  for (int i = from; i <= to; ++i) text += step(i, tag);
  return text;
}

std::string hellos(int world = 2) {
  std::string text;
  for (int rank = 0; rank < world; ++rank) text += tagged(default_tag(rank), hello(rank, world));
  return text;
}

std::string dies(int rank, int world = 2) {
  std::string text = tagged(default_tag(rank), bad_label());
  for (int peer = 0; peer < world; ++peer)
    if (peer != rank) text += tagged(default_tag(peer), lost_peer());
  return text;
}

// torchelastic's notice in the style of torch 1.13, 2.2, 2.4 and 2.6.
std::string notice(int style, const std::string& words) {
  static const std::string kBefore[] = {
      "ERROR:torch.distributed.elastic.multiprocessing.api:",
      "[2024-04-04 11:42:17,400] torch.distributed.elastic.multiprocessing.api: [ERROR] ",
      "E0321 02:07:20.285000 140204748584768 torch/distributed/elastic/multiprocessing/api.py:833] ",
      "E1106 04:43:02.065000 26021 site-packages/torch/distributed/elastic/multiprocessing/api.py:869] "};
  return kBefore[style] + words + "\n";
}

std::string failed_notice(int style, int local_rank, int pid = 1001) {
  return notice(style, "failed (exitcode: 1) local_rank: " + std::to_string(local_rank) +
                           " (pid: " + std::to_string(pid) + ") of binary: /usr/bin/python3");
}

std::string restart_notice(int style, int left) {
  return notice(
      style, "[default] Worker group FAILED. " + std::to_string(left) + "/3 attempts left; will restart worker group");
}

// "1: single 0, certain | 0: …", or the outcome where nothing failed in the end.
std::string attempts_of(const Report& report) {
  std::string text = report.outcome == Outcome::Failed      ? "failed"
                     : report.outcome == Outcome::Succeeded ? "succeeded"
                                                            : "nothing";
  for (const auto& incident : report.incidents) {
    text += " | " + std::to_string(incident.attempt) + ": " + word(incident.attribution);
    for (const auto& process : incident.initiators)
      text += " " + (process.rank ? std::to_string(process.rank->value) : std::string("?"));
    if (incident.recovered) text += " recovered";
  }
  return text;
}

void check_attempts(const std::string& text, const std::string& expected) {
  CHECK(attempts_of(report_of(text)) == expected);
}

void check_attempts(const Texts& inputs, const std::string& expected) {
  CHECK(attempts_of(diagnose(inputs).report) == expected);
}

}  // namespace

TEST_CASE("the agent's notices of all four styles end an attempt; the last one comes first") {
  for (int style = 0; style < 4; ++style) {
    CAPTURE(style);
    const auto attempt = [&](int rank) { return hellos() + dies(rank) + failed_notice(style, rank); };
    check_attempts(attempt(1) + attempt(0), "failed | 1: single 0 | 0: single 1");
    check_attempts(attempt(1) + restart_notice(style, 3) + attempt(0), "failed | 1: single 0 | 0: single 1");
    check_attempts(attempt(1) + hellos() + tagged(default_tag(0), steps(0, 3) + "INFO llm: training finished\n"),
                   "succeeded | 0: single 1 recovered");
  }
}

TEST_CASE("attempts that say nothing before they fail are told apart by the agent's words") {
  std::string text;
  for (int attempt = 0; attempt < 3; ++attempt) {
    text += dies(attempt % 2) + failed_notice(0, attempt % 2);
    if (attempt < 2) text += restart_notice(0, 3 - attempt);
  }
  const auto report = report_of(hellos() + text);
  CHECK(report.incidents.size() == 3);
  CHECK(report.incidents.front().attempt == 2);
}

TEST_CASE("a process that ends for the second time after the agent's notice was started in between") {
  check_attempts(hellos() + tagged("[rank1]: ", bad_label()) + failed_notice(3, 1) +
                     tagged("[rank1]: ", raised("KeyError: 'labels'")) + failed_notice(3, 1, 2001),
                 "failed | 1: single 1 | 0: single 1");
}

TEST_CASE("an agent gives its notice once an attempt, also where its workers say nothing but their errors") {
  const std::string mesh = raised("RuntimeError: Gloo connectFullMesh failed with [pair.cc:144] no error");
  for (const int style : {2, 3}) {
    CAPTURE(style);
    const auto report = report_of(tagged("[rank1]: ", bad_label()) + tagged("[rank0]: ", lost_peer()) +
                                  failed_notice(style, 1) + mesh + failed_notice(style, 0, 2001) + mesh + mesh +
                                  failed_notice(style, 1, 3001) + elastic_table({{1, 1}}));
    CHECK(report.incidents.back().attempt == 0);
    CHECK(report.incidents.front().attempt == 2);
    CHECK(report.incidents.back().initiators.front().rank == Rank{1});
  }
  // Two agents: other numbers, or the small one that every container has.
  const auto other = notice(3, "failed (exitcode: 1) local_rank: 0 (pid: 3001) of binary: /usr/bin/python3");
  for (const std::string number : {"4411", "26021", "7"}) {
    const auto as = [&](const std::string& agent, const std::string& line) {
      auto copy = line;
      copy.replace(copy.find("26021"), 5, agent);
      return copy;
    };
    const auto report =
        report_of(tagged("[rank1]: ", bad_label()) + as(number == "7" ? "7" : "26021", failed_notice(3, 1)) +
                  tagged("[rank0]: ", lost_peer()) + as(number, other));
    CHECK(report.incidents.size() == (number == "26021" ? 2 : 1));
  }
}

TEST_CASE("an attempt that failed before anybody joined lies between two that got further") {
  const std::string mesh = raised("RuntimeError: Gloo connectFullMesh failed with [pair.cc:144] no error");
  check_attempts(hello(0, 2) + hello(1, 2) + tagged("[rank1]: ", bad_label()) + tagged("[rank0]: ", lost_peer()) +
                     failed_notice(3, 1) + mesh + failed_notice(3, 0, 2001) + hello(0, 2) + hello(1, 2) + steps(0, 3) +
                     "INFO llm: training finished\n",
                 "succeeded | 1: undetermined recovered | 0: single 1 recovered");
}

TEST_CASE("two agents' logs one after the other, each with its table, are one attempt") {
  const auto node = [](int rank, const std::string& text) {
    return tagged("[rank" + std::to_string(rank) + "]: ", text) + failed_notice(3, 0) + elastic_table({{rank, 1}});
  };
  CHECK(report_of(node(0, lost_peer()) + node(1, bad_label())).incidents.size() == 1);
}

TEST_CASE("several ranks that print the same are one attempt, also around a failure") {
  std::string text = "*****************************************\n";
  text += hello(0, 4) + hello(1, 4) + bad_label() + hello(2, 4) + hello(3, 4) + lost_peer() + lost_peer() + lost_peer();
  CHECK(report_of(text + failed_notice(0, 1)).incidents.size() == 1);
  CHECK(report_of(text).incidents.size() == 1);
}

TEST_CASE("late output of tee'd ranks is no new attempt") {
  const auto report = report_of(tagged(default_tag(0), hello(0, 3)) + steps(0, 2, default_tag(0)) +
                                tagged(default_tag(0), bad_label()) + failed_notice(3, 0) +
                                tagged(default_tag(1), hello(1, 3)) + steps(0, 2, default_tag(1)) +
                                tagged(default_tag(1), lost_peer()) + tagged(default_tag(2), hello(2, 3)) +
                                steps(0, 2, default_tag(2)) + tagged(default_tag(2), lost_peer()));
  CHECK(attempts_of(report) == "failed | 0: single 0");
}

TEST_CASE("ranks that flush their buffers after the agent's notice are no new attempt") {
  check_attempts(hello(0, 2) + hello(1, 2) + steps(0, 7) + bad_label() + failed_notice(0, 1) + steps(0, 7) +
                     lost_peer() + elastic_table({{1, 1}, {0, 1}}),
                 "failed | 0: undetermined");
}

TEST_CASE("an epoch that begins after an error that was survived is no new attempt") {
  const std::string caught = "ERROR llm: could not push metrics, will retry\n" +
                             raised("ConnectionRefusedError: [Errno 111] Connection refused");
  check_attempts(tagged(default_tag(0), hello(0, 1) + steps(0, 5) + caught + steps(0, 5) + steps(0, 3) + bad_label()),
                 "failed | 0: single 0");
}

TEST_CASE("a step counter that stands where it stood, after the launcher saw the end, is a new attempt") {
  check_attempts(hellos() + steps(0, 20, default_tag(0)) + dies(1) + failed_notice(2, 1) +
                     steps(10, 30, default_tag(0)) + tagged(default_tag(0), "INFO llm: training finished\n"),
                 "succeeded | 0: single 1 recovered");
}

TEST_CASE("where one rank counts for all, its times tell a new attempt") {
  const auto at = [](int hour, int number) {
    return "2026-01-02 0" + std::to_string(hour) + ":00:0" + std::to_string(number) + ",100 INFO llm: step " +
           std::to_string(number) + "/100 loss 8.1\n";
  };
  const std::string first = at(3, 0) + at(3, 1) + at(3, 2);
  const std::string end = bad_label() + failed_notice(0, 0);
  check_attempts(first + end + at(4, 1) + at(4, 2) + at(4, 3) + "INFO llm: training finished\n",
                 "succeeded | 0: single 0 recovered");
  CHECK(report_of(first + end + at(3, 0) + at(3, 1)).incidents.front().attempt == 0);
}

TEST_CASE("an attempt that only began is no recovery") {
  check_attempts(hellos() + dies(1) + failed_notice(0, 1) + restart_notice(0, 3) + hellos(), "failed | 0: single 1");
  check_attempts(hellos() + dies(1) + failed_notice(0, 1) + restart_notice(0, 3), "failed | 0: single 1");
}

TEST_CASE("two agents that give the same notice restart once") {
  const std::string two = "+ torchrun --nnodes=2 --nproc_per_node=1 --tee 3 train.py\n";
  const auto text = two + tagged("[rank0]: ", hello(0, 2)) + tagged("[rank1]: ", hello(1, 2)) +
                    tagged("[rank1]: ", bad_label()) + failed_notice(3, 0) + restart_notice(3, 3) +
                    tagged("[rank0]: ", lost_peer()) + failed_notice(1, 0, 3001) + restart_notice(1, 3);
  CHECK(report_of(text).incidents.size() == 1);
  const auto again = report_of(text + tagged("[rank0]: ", hello(0, 2)) + tagged("[rank1]: ", hello(1, 2)) +
                               tagged("[rank0]: ", bad_label()));
  CHECK(attempts_of(again) == "failed | 1: single 0 | 0: single 1");
}

TEST_CASE("torchrun's folders are attempts, and its own log follows them") {
  const std::string log = failed_notice(3, 1) + failed_notice(3, 0, 2001);
  check_attempts(Texts{{"logs/a/attempt_0/0/stderr.log", hello(0, 2) + lost_peer()},
                       {"logs/a/attempt_0/1/stderr.log", hello(1, 2) + bad_label()},
                       {"logs/a/attempt_1/0/stderr.log", hello(0, 2) + bad_label()},
                       {"logs/a/attempt_1/1/stderr.log", hello(1, 2) + lost_peer()},
                       {"torchrun.log", log}},
                 "failed | 1: single 0 | 0: single 1");
  check_attempts(Texts{{"logs/a/attempt_0/0/stderr.log", hello(0, 2) + lost_peer()},
                       {"logs/a/attempt_0/1/stderr.log", hello(1, 2) + bad_label()},
                       {"logs/a/attempt_1/0/stderr.log", hello(0, 2) + "INFO llm: training finished\n"},
                       {"logs/a/attempt_1/1/stderr.log", hello(1, 2) + "INFO llm: training finished\n"},
                       {"torchrun.log", failed_notice(3, 1)}},
                 "succeeded | 0: single 1 recovered");
}

TEST_CASE("a requeued Slurm job appends to its output") {
  for (const std::string why : {"PREEMPTION", "NODE FAILURE", "JOB REQUEUE"}) {
    CAPTURE(why);
    const std::string end =
        "slurmstepd: error: *** JOB 4411 ON node01 CANCELLED AT 2024-01-05T14:27:50 DUE TO " + why + " ***\n";
    const std::string run = tagged("0: ", hello(0, 2)) + tagged("1: ", hello(1, 2)) + steps(0, 5, "0: ");
    CHECK(attempts_of(report_of(run + end + run + tagged("1: ", bad_label()) + tagged("0: ", lost_peer()))) ==
          "failed | 1: single 1 | 0: external");
    CHECK(attempts_of(report_of(run + end + run + tagged("0: ", "INFO llm: training finished\n"))) ==
          "succeeded | 0: external recovered");
    CHECK(attempts_of(report_of(run + end)) == "failed | 0: external");
  }
}

TEST_CASE("a container that Kubernetes restarted has a file for each attempt") {
  const std::string pod = "pods/default_train-worker-0_3f1c0a52-8a7e-4a39-9d6a-1f0e2b7c9d11/pytorch/";
  check_attempts(Texts{{pod + "0.log", bad_label()}, {pod + "1.log", steps(0, 5) + "INFO llm: training finished\n"}},
                 "succeeded | 0: single ? recovered");
  const std::string other = "pods/default_train-worker-1_4f1c0a52-8a7e-4a39-9d6a-1f0e2b7c9d11/pytorch/";
  const auto report =
      diagnose(Texts{{pod + "0.log", bad_label()}, {pod + "1.log", bad_label()}, {other + "0.log", lost_peer()}})
          .report;  // the pods' newest logs are of one attempt
  REQUIRE(report.incidents.size() == 2);
  CHECK(report.incidents[0].attempt == 1);
  CHECK_FALSE(report.incidents[0].collateral.empty());
}

TEST_CASE("numbered files that are no container's logs are no attempts") {
  check_attempts(Texts{{"logs/0.log", bad_label()}, {"logs/1.log", lost_peer()}},
                 attempts_of(diagnose(Texts{{"logs/a.log", bad_label()}, {"logs/b.log", lost_peer()}}).report));
}

TEST_CASE("what `kubectl logs --previous` wrote is the attempt before") {
  for (const std::string before : {"train-0-previous.log", "previous/train-0.log", "train-0.log.previous"}) {
    CAPTURE(before);
    CHECK(attempts_of(
              diagnose(Texts{{"train-0.log", steps(0, 5) + "INFO llm: training finished\n"}, {before, bad_label()}})
                  .report) == "succeeded | 0: single ? recovered");
  }
  CHECK(attempts_of(diagnose(Texts{{"train-0-previous.log", bad_label()}}).report) == "failed | 0: single ?");
}

TEST_CASE("a loop of the shell that starts the job again") {
  const std::string banner =
      "Setting OMP_NUM_THREADS environment variable for each process to be 1 in default, to avoid your system being "
      "overloaded, please further tune the variable for optimal performance in your application as needed. \n";
  check_attempts(banner + dies(1) + failed_notice(0, 1) + elastic_table({{1, 1}}) + banner + dies(0) +
                     failed_notice(0, 0) + elastic_table({{0, 1}}),
                 "failed | 1: single 0 | 0: single 1");
  // One process: its counter stands where it stood.
  check_attempts(steps(0, 20) + bad_label() + steps(10, 30) + "INFO llm: training finished\n",
                 "succeeded | 0: single ? recovered");
  // On two nodes each launcher prints its own banner, one of them late.
  CHECK(report_of("+ torchrun --nnodes=2 --nproc_per_node=2 --tee 3 train.py\n" + banner + dies(1) +
                  failed_notice(0, 1) + banner + tagged(default_tag(0), lost_peer()))
            .incidents.size() == 1);
}

TEST_CASE("files of single ranks that were killed without a word follow their greeting and their counter") {
  check_attempts(
      Texts{{"rank_0.log", hello(0, 2) + steps(0, 5) + hello(0, 2) + steps(0, 9) + "INFO llm: training finished\n"},
            {"rank_1.log",
             hello(1, 2) + steps(0, 5) + bad_label() + hello(1, 2) + steps(0, 9) + "INFO llm: training finished\n"}},
      "succeeded | 0: single 1 recovered");
  // A rank that greets twice without counting anew only joined another group.
  check_attempts(Texts{{"rank_0.log", hello(0, 2) + steps(0, 5) + hello(0, 2) + steps(6, 9) + lost_peer()},
                       {"rank_1.log", hello(1, 2) + steps(0, 5) + hello(1, 2) + steps(6, 9) + bad_label()}},
                 "failed | 0: single 1");
}

TEST_CASE("Ray starts its workers with new process ids and the same ranks") {
  const auto run = [](int pid) {
    const std::string worker = "(RayTrainWorker pid=" + std::to_string(pid) + ", ip=10.0.0.2) ";
    return worker + "Setting up process group for: env:// [rank=0, world_size=2]\n" +
           "(TorchTrainer pid=71127) Started distributed worker processes: \n" + steps(0, 5, worker);
  };
  const auto text = run(75298) + tagged("(RayTrainWorker pid=75298, ip=10.0.0.2) ", bad_label()) + run(80001) +
                    "(RayTrainWorker pid=80001, ip=10.0.0.2) INFO llm: training finished\n";
  const auto report = report_of(text);
  CHECK(report.outcome == Outcome::Succeeded);
  CHECK(report.incidents.size() == 1);
}

TEST_CASE("pods that are printed one after the other are no restarts") {
  std::string text;
  for (int rank = 0; rank < 3; ++rank)
    text += tagged("[pod/train-worker-" + std::to_string(rank) + "/pytorch] ",
                   hello(rank, 3) + steps(0, 5) + (rank == 1 ? bad_label() : lost_peer()));
  CHECK(report_of(text).incidents.size() == 1);
  CHECK(report_of(text).incidents.front().attempt == 0);
}

TEST_CASE("streams of ranks in no order are two attempts, not one a rank") {
  const auto first = [](int rank) { return tagged(default_tag(rank), hello(rank, 3) + steps(0, 3)); };
  const auto second = [](int rank) {
    return tagged(default_tag(rank), hello(rank, 3) + steps(0, 9) + "INFO llm: training finished\n");
  };
  check_attempts(first(0) + first(1) + first(2) + tagged(default_tag(2), lost_peer()) + second(2) +
                     tagged(default_tag(0), lost_peer()) + second(0) + tagged(default_tag(1), bad_label()) + second(1) +
                     failed_notice(0, 1),
                 "succeeded | 0: undetermined recovered");
}

TEST_CASE("a line that two sinks wrote is no restart") {
  const std::string last = tagged("[rank 0] ", "step 854/3000 loss 1.4971 lr 1.00e-03\n");
  CHECK(attempts_of(
            report_of(tagged("[rank 0] ", steps(850, 853)) +
                      "slurmstepd: error: *** JOB 8 ON n CANCELLED AT 2026-11-30T17:41:24 DUE TO TIME LIMIT ***\n" +
                      last + last + "srun: error: n: tasks 0-1: Terminated\n")) == "failed | 0: external");
  const std::string greeting = "2026-01-02 03:04:05,678 INFO llm: rank 0 of 2 on gpu-node-07\n";
  CHECK(
      report_of(greeting + hello(1, 2) + bad_label() + failed_notice(0, 0) + greeting + lost_peer()).incidents.size() ==
      1);
}

TEST_CASE("very many restarts are bounded") {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += tagged(default_tag(0), hello(0, 1) + "Killed\n") + failed_notice(0, 0);
  const auto report = report_of(text);
  CHECK(report.incidents.size() <= 101);
  std::string notes;
  for (const auto& note : report.notes) notes += note;
  CHECK(notes.find("more than 100 restarts") != std::string::npos);
}
