#include "demux/file_identity.h"

#include <algorithm>
#include <array>
#include <vector>

#include "demux/file_names.h"
#include "text/cursor.h"

namespace firstfault::demux {
namespace {

using namespace names;

constexpr int kLargestNumber = 1 << 20;

std::vector<std::string_view> path_parts(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const auto at = path.find_first_of("/\\");
    if (at != 0) parts.push_back(path.substr(0, at));
    if (at == std::string_view::npos) break;
    path.remove_prefix(at + 1);
  }
  return parts;
}

// "tp_rank_1", "node_rank_0", "lora-rank-16": a rank of something else than the job.
bool is_qualified(std::string_view before) {
  static constexpr std::array kQualifiers = {
      "node",   "local", "tp",     "pp",       "dp",    "ep",      "cp",       "sp",    "mp",    "group",
      "tensor", "data",  "expert", "pipeline", "stage", "context", "sequence", "model", "lora",  "dora",
      "low",    "full",  "matrix", "page",     "re",    "top",     "best",     "mean",  "worst", "numa"};
  while (!before.empty() && is_separator(before.back())) before.remove_suffix(1);
  const auto at = before.find_last_of("_-./");
  const auto word = before.substr(at == std::string_view::npos ? 0 : at + 1);
  return std::any_of(kQualifiers.begin(), kQualifiers.end(), [&](std::string_view each) { return word == each; });
}

// "rank-2025-11-30" is a date, "rank16-lora" the size of an adapter.
bool says_what_else(std::string_view rest) {
  const bool date = rest.size() >= 3 && rest[0] == '-' && text::is_digit(rest[1]) && text::is_digit(rest[2]);
  while (!rest.empty() && is_separator(rest.front())) rest.remove_prefix(1);
  return date || rest.starts_with("lora") || rest.starts_with("dora") || rest.starts_with("adapter");
}

// The number after `word` in `name`, with any of "_-.=" between and no letter before: "rank_3" in "train.rank_3.log".
std::optional<int> number_after(std::string_view name, std::string_view word) {
  for (auto at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    if (at > 0 && text::is_alpha(name[at - 1])) continue;
    if (is_qualified(name.substr(0, at))) continue;
    text::Cursor c(name.substr(at + word.size()));
    c.take_while([](char x) { return is_separator(x) || x == '='; });
    if (const auto number = c.take_number(); number && !text::is_alpha(c.peek()) && !says_what_else(c.rest()))
      return static_cast<int>(std::min<std::int64_t>(*number, kLargestNumber));
  }
  return std::nullopt;
}

std::optional<int> local_rank_in(std::string_view name) {
  for (const std::string_view word : {"local_rank", "local-rank", "local.rank", "localrank"})
    if (const auto local = number_after(name, word)) return local;
  return std::nullopt;
}

// "std_log_process_03.txt", "70_driver_log_0.txt" (Azure ML), "process_3.log": not "data_process_2.log".
std::optional<int> process_in(std::string_view name) {
  for (const std::string_view begin : {"std_log_process", "70_driver_log", "process"})
    if (name.starts_with(begin)) return number_after(name, begin);
  return std::nullopt;
}

void identify_name(std::string_view name, FileIdentity& id) {
  if (const auto local = local_rank_in(name)) {
    id.local_rank = LocalRank{*local};
  } else if (const auto rank = number_after(name, "rank")) {
    id.rank = Rank{*rank};
  } else if (const auto process = process_in(name)) {
    id.rank = Rank{*process};
  }
}

bool names_node(std::string_view name) {
  return number_after(name, "node").has_value() || number_after(name, "host").has_value() ||
         number_after(name, "worker").has_value();
}

void identify_pod(std::string_view pod, FileIdentity& id) {
  id.node = std::string(pod);
  id.place = place_of_pod(pod);
}

// Folders from the outside in: nodes, pods, torchrun's attempts; the innermost may be a rank's.
void identify_folders(std::string_view path, const std::vector<std::string_view>& parts, FileIdentity& id) {
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::string part = lower(parts[i]);
    if (part.starts_with("attempt_")) {
      id.attempt = whole_number(std::string_view(part).substr(8));
      const auto local = whole_number(parts[i + 1]);
      if (!id.attempt || !local) continue;
      id.local_rank = LocalRank{*local};
      id.group = std::string(path.substr(0, static_cast<std::size_t>(parts[i + 1].data() - path.data())));
    } else if (const auto pod = pod_of_folder(part)) {
      identify_pod(*pod, id);
    } else if (names_node(part)) {
      id.node = std::string(parts[i]);
      id.place = place_of_pod(part);
    } else if (i + 2 >= parts.size()) {
      identify_name(part, id);
    }
  }
}

void identify_last(std::string_view part, FileIdentity& id) {
  const std::string name = lower(part);
  if (const auto pid = pid_of_ray_worker(name)) {
    id.pid = pid;
    return;
  }
  if (const auto pod = pod_of_container_log(name)) return identify_pod(*pod, id);
  if (!id.local_rank) identify_name(name, id);
  if (id.rank || id.local_rank) return;
  const std::string_view stem = stem_of(name);
  if (const auto task = task_in(stem)) {
    id.place = Place{task->kind, task->number};
    if (!task->node.empty()) id.node = std::string(task->node);
  } else if (id.node.empty() && (names_node(name) || place_of_pod(stem))) {
    identify_pod(stem.substr(0, stem.find('.')), id);
  }
}

}  // namespace

FileIdentity identify_file(std::string_view path) {
  FileIdentity id;
  const auto parts = path_parts(path);
  if (parts.empty()) return id;
  identify_folders(path, parts, id);
  identify_last(parts.back(), id);
  return id;
}

}  // namespace firstfault::demux
