#include "lsp/workspace.h"

#include <algorithm>
#include <filesystem>

#include "lsp/uri.h"

namespace firstfault::lsp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string without_last_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

/// Links resolved on both sides, so that a link inside a folder does not lead out of it.
bool lies_in(const std::string& path, const std::string& folder) {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(path, error);
  if (error) return false;
  const fs::path root = fs::weakly_canonical(folder, error);
  if (error) return false;
  const auto differ = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  return differ.first == root.end();
}

}  // namespace

void Workspace::set(const InitializeParams& params) {
  const std::lock_guard lock(mutex_);
  folders_.clear();
  for (const auto& folder : params.folders)
    if (auto path = path_from_uri(folder.uri)) folders_.push_back(without_last_slash(*path));
  maps_.clear();
  for (const auto& [from, to] : params.path_mappings) maps_.push_back({from, to});
  rule_paths_ = params.rule_paths;
  folder_rules_ = params.folder_rules;
}

void Workspace::change(const FoldersChange& change) {
  const std::lock_guard lock(mutex_);
  for (const auto& folder : change.event.removed)
    if (auto path = path_from_uri(folder.uri)) std::erase(folders_, without_last_slash(*path));
  for (const auto& folder : change.event.added)
    if (auto path = path_from_uri(folder.uri)) folders_.push_back(without_last_slash(*path));
}

std::optional<Source> Workspace::find(std::string_view logged, const std::string& cwd,
                                      std::vector<std::string>& notes) const {
  std::vector<std::vector<std::string>> searches;
  const bool usable = cwd.size() > 1 && cwd.front() == '/';  // "/" would mean the whole machine
  if (usable) searches.push_back({without_last_slash(cwd)});
  if (auto known = folders(); !known.empty()) searches.push_back(std::move(known));
  std::string note;
  for (const auto& roots : searches) {
    const auto match = host::find_source(logged, roots, maps_);
    if (!match.path.empty()) return load(match.path);
    if (note.empty()) note = match.note;
  }
  if (!note.empty()) notes.push_back(note);
  return {};
}

std::optional<Source> Workspace::open(const std::string& uri) const {
  if (const auto document = documents_.find(uri)) return Source{document->uri, document->text, document->version};
  const auto path = path_from_uri(uri);
  if (!path) return {};
  const auto roots = folders();
  const bool inside =
      std::any_of(roots.begin(), roots.end(), [&](const std::string& root) { return lies_in(*path, root); });
  return inside ? load(*path) : std::nullopt;
}

std::string Workspace::absolute(const std::string& path, const std::string& cwd) const {
  if (auto from_uri = path_from_uri(path)) return *from_uri;
  if (!path.empty() && path.front() == '/') return path;
  const auto roots = folders();
  const std::string base = !cwd.empty() ? cwd : roots.empty() ? std::string() : roots.front();
  return base.empty() ? path : (fs::path(base) / path).lexically_normal().string();
}

RulePlaces Workspace::rule_places() const {
  RulePlaces places;
  if (folder_rules_) places.folders = folders();
  for (const auto& path : rule_paths_) places.paths.push_back(absolute(path, ""));
  return places;
}

std::vector<std::string> Workspace::folders() const {
  const std::lock_guard lock(mutex_);
  return folders_;
}

std::optional<Source> Workspace::load(const std::string& path) const {
  const std::string uri = uri_from_path(path);
  if (const auto document = documents_.find(uri)) return Source{document->uri, document->text, document->version};
  auto text = host::read_whole(path, kMaxSourceBytes);
  if (!text) return {};
  std::string content = std::move(text).value();
  if (content.starts_with(kByteOrderMark)) content.erase(0, kByteOrderMark.size());
  return Source{uri, std::move(content), std::nullopt};
}

}  // namespace firstfault::lsp
