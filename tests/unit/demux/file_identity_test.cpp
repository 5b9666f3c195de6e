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

TEST_CASE("other names say nothing") {
  CHECK(who("train.log").empty());
  CHECK(who("slurm-8123.out").empty());
  CHECK(who("franken3.log").empty());
  CHECK(who("frank3.log").empty());
  CHECK(who("").empty());
  CHECK(who("terminal:zsh").empty());
}
