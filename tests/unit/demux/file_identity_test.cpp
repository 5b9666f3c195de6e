#include "demux/file_identity.h"

#include <doctest/doctest.h>

#include <string>

using namespace firstfault;
using namespace firstfault::demux;

namespace {

std::string who(const std::string& path) {
  const FileIdentity id = identify_file(path);
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
  if (id.rank) add("rank " + std::to_string(id.rank->value));
  if (id.local_rank) add("local " + std::to_string(id.local_rank->value));
  if (id.attempt) add("attempt " + std::to_string(*id.attempt));
  if (id.pid) add("pid " + std::to_string(*id.pid));
  if (id.place) {
    static const char* const kKinds[] = {"task ", "perhaps task ", "place ", "follower "};
    add(kKinds[static_cast<int>(id.place->kind)] + std::to_string(id.place->number));
  }
  if (!id.node.empty()) add("node " + id.node);
  return text;
}

}  // namespace

TEST_CASE("files of single ranks say whose they are") {
  CHECK(who("rank_3.log") == "rank 3");
  CHECK(who("logs/train.rank3.err") == "rank 3");
  CHECK(who("rank-3/out.log") == "rank 3");
  CHECK(who("user_logs/std_log_process_03.txt") == "rank 3");
  CHECK(who("local_rank_2.log") == "local 2");
  CHECK(who("C:\\jobs\\rank_1.log") == "rank 1");
}

TEST_CASE("torchrun's folders name the attempt and the local rank") {
  CHECK(who("logs/none_3k2e/attempt_0/2/stderr.log") == "local 2, attempt 0");
  CHECK(who("attempt_1/0/stdout.log") == "local 0, attempt 1");
  CHECK(identify_file("logs/a/attempt_0/2/stderr.log").group == identify_file("logs/a/attempt_0/3/stderr.log").group);
  CHECK(identify_file("logs/a/attempt_0/2/stderr.log").group != identify_file("logs/b/attempt_0/2/stderr.log").group);
}

TEST_CASE("nodes are named by files and folders") {
  CHECK(who("node1.log") == "node node1");
  CHECK(who("node1/rank_3.log") == "rank 3, node node1");
  CHECK(who("host-7/train.log") == "node host-7");
}

TEST_CASE("tasks of srun and submitit are numbered in names") {
  CHECK(who("logs/4711-3.out") == "task 3");
  CHECK(who("4711-0003.err.gz") == "task 3");
  CHECK(who("slurm-4711-3.out") == "task 3");
  CHECK(who("train-4711-task-3.log") == "task 3");
  CHECK(who("llama_4711_gpu-node-07_3.out") == "task 3, node gpu-node-07");
  CHECK(who("llama-7b-4711-nid006031-12.err") == "task 12, node nid006031");
  CHECK(who("4711_3_log.out") == "task 3");
  CHECK(who("4711_0_3_log.err") == "task 3");
}

TEST_CASE("a number that may be the index of a job array is no task yet") {
  CHECK(who("slurm-4711_3.out") == "perhaps task 3");
  CHECK(who("4711_3.out") == "perhaps task 3");
  CHECK(who("train_4711_3.log") == "perhaps task 3");
  CHECK(who("run-2025-11-30.log").empty());
}

TEST_CASE("pods and hosts of a service are places") {
  const std::string uid = "9d3c2a34-7a4e-4f0e-9d5e-0f6b6a8f3b21";
  CHECK(who("/var/log/pods/ml_llama-worker-3_" + uid + "/pytorch/1.log") == "follower 3, node llama-worker-3");
  CHECK(who("/var/log/pods/ml_llama-master-0_" + uid + "/pytorch/0.log") == "place 0, node llama-master-0");
  CHECK(who("llama-node-0-2-x7k2p_ml_node-" + std::string(64, 'a') + ".log") == "place 2, node llama-node-0-2-x7k2p");
  CHECK(who("captions-master-0.log") == "place 0, node captions-master-0");
  CHECK(who("captions-worker-0.log") == "follower 0, node captions-worker-0");
  CHECK(who("job/algo-2.log") == "place 1, node algo-2");
  CHECK(who("llama-worker-3/train.log") == "follower 3, node llama-worker-3");
}

TEST_CASE("Ray's workers are named by their process") {
  const std::string id(56, 'a');
  CHECK(who("session_latest/logs/worker-" + id + "-01000000-4009.err") == "pid 4009");
  CHECK(who("worker-" + id + "-ffffffff-4009.out") == "pid 4009");
  CHECK(who("session_latest/logs/raylet.out").empty());
}

TEST_CASE("processes of Azure ML are ranks") {
  CHECK(who("user_logs/std_log_process_00.txt") == "rank 0");
  CHECK(who("azureml-logs/70_driver_log_1.txt") == "rank 1");
}

TEST_CASE("local ranks are local however they are written") {
  CHECK(who("local-rank-2.log") == "local 2");
  CHECK(who("train.localrank2.err") == "local 2");
  CHECK(who("rank.03/stdout") == "rank 3");
}

TEST_CASE("names that only look like ranks are none") {
  for (const std::string_view path : {"lora-rank-16.log",
                                      "rank16-lora.log",
                                      "rank_16_lora_r.txt",
                                      "tp_rank_1.log",
                                      "pipeline_rank_2.log",
                                      "node_rank_0.log",
                                      "rank-2025-11-30.log",
                                      "pagerank_3.log",
                                      "rerank-3.log",
                                      "top_rank_5.txt",
                                      "train-v1.2.3.log",
                                      "data_process_2.log",
                                      "preprocess_3.log",
                                      "checkpoint-1000.log",
                                      "epoch=3-step=200.log",
                                      "gpu3.log",
                                      "resnet50.log",
                                      "llama-7b.log",
                                      "wandb/run-20250501_120000-abcd1234/files/output.log",
                                      "events.out.tfevents.1714550000.node"}) {
    CHECK(std::string(path) + ": " + who(std::string(path)) == std::string(path) + ": ");
  }
}

TEST_CASE("other names say nothing") {
  CHECK(who("train.log").empty());
  CHECK(who("slurm-8123.out").empty());
  CHECK(who("franken3.log").empty());
  CHECK(who("frank3.log").empty());
  CHECK(who("").empty());
  CHECK(who("terminal:zsh").empty());
}
