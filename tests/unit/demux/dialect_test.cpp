#include "demux/dialect.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace firstfault;
using namespace firstfault::demux;

namespace {

std::vector<std::string> in_front(const std::vector<std::string>& labels, int lines) {
  std::vector<std::string> out;
  for (int i = 0; i < lines; ++i)
    out.push_back(labels[static_cast<std::size_t>(i) % labels.size()] + "step " + std::to_string(i) + " of the job");
  return out;
}

}  // namespace

TEST_CASE("numbers with a colon that repeat in front of the lines are srun's labels") {
  CHECK(sniff(in_front({"0: ", "1: ", "2: ", "3: "}, 40)).task_labels);
  CHECK(sniff(in_front({" 0: ", "11: "}, 40)).task_labels);
}

TEST_CASE("a viewer's line numbers are no labels") {
  std::vector<std::string> lines;
  for (int i = 1; i < 100; ++i) lines.push_back(std::to_string(i) + ": text");
  CHECK_FALSE(sniff(lines).task_labels);
}

TEST_CASE("a few lines that begin with a number are no labels") {
  auto lines = in_front({"loss ", "step "}, 60);
  lines.push_back("3: this is the third");
  lines.push_back("3: and again");
  CHECK_FALSE(sniff(lines).task_labels);
}

TEST_CASE("a pod's or host's name in front of every line is learned") {
  const auto pods = sniff(in_front({"trainer-0 ", "trainer-1 "}, 40));
  CHECK(pods.pod_labels);
  CHECK_FALSE(pods.host_labels);
  CHECK(pods.hosts.contains("trainer-1"));
  const auto hosts = sniff(in_front({"gpu-07: ", "gpu-08: "}, 40));
  CHECK(hosts.host_labels);
  CHECK(hosts.hosts.contains("gpu-07"));
}

TEST_CASE("prose has no labels") {
  const auto dialect =
      sniff({"the job starts", "the model is loaded", "the data is read", "the loss is 5", "the end", "the job ends"});
  CHECK_FALSE(dialect.pod_labels);
  CHECK_FALSE(dialect.host_labels);
  CHECK_FALSE(sniff(in_front({"Epoch ", "Step "}, 40)).pod_labels);
}

TEST_CASE("too few lines prove no habit") {
  CHECK_FALSE(sniff({"trainer-0 hello"}).pod_labels);
  CHECK_FALSE(sniff({}).task_labels);
  CHECK_FALSE(sniff({"", "  "}).task_labels);
}
