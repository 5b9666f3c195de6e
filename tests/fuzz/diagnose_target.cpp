#include <nlohmann/json.hpp>

#include "harness/diagnose.h"
#include "harness/promises.h"
#include "targets.h"

namespace firstfault::fuzz {
namespace {

constexpr std::string_view kNextFile = "\x1c\n";  // ASCII's file separator parts the inputs of a job
const char* const kPaths[] = {"train.log", "logs/none_1/attempt_0/1/stderr.log", "node1/rank_2.log"};

}  // namespace

void diagnose(std::string_view data) {
  std::vector<corpus::File> files;
  for (const char* path : kPaths) {
    const auto end = data.find(kNextFile);
    files.push_back({path, std::string(data.substr(0, end))});
    if (end == std::string_view::npos) break;
    data.remove_prefix(end + kNextFile.size());
  }
  const auto diagnosis = corpus::diagnose(files, corpus::kWhole);
  for (const auto& words : corpus::broken_promises(diagnosis.report, files))
    throw Broken(words);
  require(nlohmann::json::accept(corpus::as_json(diagnosis.report)), "the report is JSON");
  require(!corpus::as_text(diagnosis.report).empty(), "the text says something");
  for (const auto& line : diagnosis.lines)
    require(line.incident < diagnosis.report.incidents.size(), "a known line belongs to an incident");
}

}  // namespace firstfault::fuzz
