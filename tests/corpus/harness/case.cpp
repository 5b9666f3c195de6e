#include "harness/case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

namespace firstfault::corpus {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

void reject_unknown_keys(const json& object, const std::set<std::string>& known) {
  for (const auto& [key, value] : object.items())
    if (!known.contains(key)) throw std::runtime_error("unknown key \"" + key + "\"");
}

RankSet ranks_of(const json& list) {
  RankSet ranks;
  for (const auto& rank : list) ranks.insert(Rank{rank.get<int>()});
  return ranks;
}

void read_initiators(const json& initiators, Truth& truth) {
  if (initiators.is_null()) {
    truth.who = Who::Unknown;
  } else if (initiators.is_array()) {
    truth.who = Who::Ranks;
    truth.ranks = ranks_of(initiators);
  } else if (initiators == "all") {
    truth.who = Who::AllRanks;
  } else if (initiators == "process") {
    truth.who = Who::OneProcess;
  } else {
    throw std::runtime_error("\"initiators\" is a list of ranks, \"all\", \"process\" or null");
  }
}

Truth read_truth(const json& object) {
  reject_unknown_keys(object, {"outcome", "initiators", "injected", "causes", "frame", "frame_reliable"});
  Truth truth;
  truth.outcome = object.at("outcome").get<std::string>();
  if (truth.outcome == "succeeded") return truth;
  if (truth.outcome != "failed") throw std::runtime_error("\"outcome\" is failed or succeeded");
  read_initiators(object.at("initiators"), truth);
  if (object.contains("injected")) truth.injected = ranks_of(object["injected"]);
  truth.causes = object.at("causes").get<std::vector<std::string>>();
  if (truth.causes.empty()) throw std::runtime_error("\"causes\" is empty");
  if (object.contains("frame"))
    truth.frame = TrueFrame{object["frame"].at("file").get<std::string>(), object["frame"].at("line").get<int>()};
  if (object.contains("frame_reliable")) truth.frame_reliable = object["frame_reliable"].get<bool>();
  return truth;
}

Case read_case(const fs::path& folder) {
  const fs::path file = folder / "case.jsonc";
  std::ifstream stream(file);
  try {
    const json object = json::parse(stream, nullptr, true, true);
    reject_unknown_keys(object, {"origin", "shape", "world_size", "reads", "truth", "gaps"});
    Case found;
    found.family = folder.parent_path().filename().string();
    found.name = folder.filename().string();
    found.folder = fs::absolute(folder).string();
    (void)object.at("origin").get<std::string>();
    (void)object.at("shape").get<std::string>();
    if (!object.at("world_size").is_null()) found.world_size = object["world_size"].get<int>();
    found.truth = read_truth(object.at("truth"));
    if (object.contains("reads")) found.reads = object["reads"].get<std::vector<std::string>>();
    if (object.contains("gaps")) found.gaps = object["gaps"].get<std::vector<std::string>>();
    return found;
  } catch (const std::exception& error) {
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

}  // namespace

std::vector<Case> load_cases(const std::string& root) {
  std::vector<Case> cases;
  for (const auto& family : fs::directory_iterator(root)) {
    if (!family.is_directory()) continue;
    for (const auto& folder : fs::directory_iterator(family))
      if (fs::exists(folder.path() / "input")) cases.push_back(read_case(folder.path()));
  }
  std::sort(cases.begin(), cases.end(),
            [](const Case& a, const Case& b) { return std::tie(a.family, a.name) < std::tie(b.family, b.name); });
  return cases;
}

}  // namespace firstfault::corpus
