#include "blame/attempt_files.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "text/cursor.h"

namespace firstfault::blame {
namespace {

constexpr int kMaxAttempt = 1000;
constexpr std::string_view kPrevious = "previous";

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); });
}

// "default_train-worker-0_3f1c0a52-8a7e-4a39-9d6a-1f0e2b7c9d11": namespace, pod, and the pod's id (of a static pod
// without dashes).
bool is_pod_folder(std::string_view name) {
  const auto at = name.rfind('_');
  if (at == std::string_view::npos || name.find('_') == at) return false;
  std::string id(name.substr(at + 1));
  const bool dashed = id.size() == 36 && id[8] == '-' && id[13] == '-' && id[18] == '-' && id[23] == '-';
  std::erase(id, '-');
  return id.size() == 32 && is_hex(id) && (dashed || name.size() - at - 1 == 32);
}

std::string_view parent(std::string_view path) {
  const auto at = path.find_last_of('/');
  return at == std::string_view::npos ? std::string_view{} : path.substr(0, at);
}

std::string_view last_part(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

struct Container {
  std::string_view folder;
  int restarts = 0;
};

// …/<namespace>_<pod>_<id>/<container>/<restarts>.log (a rotated one: "0.log.20240501-120000.gz")
std::optional<Container> container_log(std::string_view path) {
  const auto folder = parent(path);
  if (!is_pod_folder(last_part(parent(folder)))) return std::nullopt;
  text::Cursor name(last_part(path));
  const auto restarts = name.take_number();
  if (!restarts || *restarts > kMaxAttempt || !name.take(".log")) return std::nullopt;
  return Container{folder, static_cast<int>(*restarts)};
}

// "train-0-previous.log" → "train-0.log", "previous/train-0.log" → "train-0.log"; empty for any other name.
std::string without_previous(std::string_view path) {
  const auto at = path.rfind(kPrevious);
  if (at == std::string_view::npos) return {};
  const auto before = path.substr(0, at);
  const auto after = path.substr(at + kPrevious.size());
  if (!before.empty() && !after.empty() && before.back() == '/' && after.front() == '/')
    return std::string(before) + std::string(after.substr(1));
  if (after.starts_with('/') && before.empty()) return std::string(after.substr(1));
  const auto is_joint = [](char c) { return c == '-' || c == '_' || c == '.'; };
  if (!before.empty() && is_joint(before.back()))
    return std::string(before.substr(0, before.size() - 1)) + std::string(after);
  if (!after.empty() && is_joint(after.front())) return std::string(before) + std::string(after.substr(1));
  return {};
}

}  // namespace

std::vector<std::optional<int>> attempts_by_name(const parse::Facts& facts) {
  std::vector<std::optional<int>> attempts(facts.inputs.size());
  std::map<std::string_view, int> newest;  // restarts of a container
  std::map<std::string_view, std::size_t> by_path;
  int most = 0;
  for (std::size_t i = 0; i < facts.inputs.size(); ++i) {
    const std::string_view path = facts.inputs[i].info.path;
    by_path.emplace(path, i);
    const auto log = container_log(path);
    if (!log && facts.inputs[i].file.attempt) attempts[i] = std::min(*facts.inputs[i].file.attempt, kMaxAttempt);
    if (!log) continue;
    auto& restarts = newest[log->folder];
    restarts = std::max(restarts, log->restarts);
    most = std::max(most, log->restarts);
  }
  for (std::size_t i = 0; i < facts.inputs.size(); ++i) {
    if (attempts[i]) continue;
    // The newest logs of all containers belong to one attempt, however often each was restarted for itself.
    if (const auto log = container_log(facts.inputs[i].info.path))
      attempts[i] = most - newest[log->folder] + log->restarts;
    const auto current = without_previous(facts.inputs[i].info.path);
    const auto known = by_path.find(current);
    if (current.empty() || known == by_path.end()) continue;
    attempts[i] = 0;
    attempts[known->second] = 1;
  }
  return attempts;
}

}  // namespace firstfault::blame
