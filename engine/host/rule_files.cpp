#include "host/rule_files.h"

#include <algorithm>
#include <filesystem>

#include "host/files.h"

namespace firstfault::host {
namespace {

namespace fs = std::filesystem;

Result<std::vector<TextFile>> read_all(const std::vector<std::string>& paths) {
  std::vector<TextFile> files;
  for (const std::string& path : paths) {
    auto text = read_whole(path, kMaxRuleBytes);
    if (!text) return text.error();
    files.push_back({path, std::move(text).value()});
  }
  return files;
}

Result<std::vector<std::string>> rules_in(const std::string& folder) {
  FileList list = find_logs({folder});
  if (!list.errors.empty()) return list.errors.front();
  std::erase_if(list.files, [](const std::string& file) { return !file.ends_with(".jsonc"); });
  return list.files;
}

}  // namespace

Result<std::vector<TextFile>> read_rule_files(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return read_all({path});
  const auto paths = rules_in(path);
  if (!paths) return paths.error();
  if (paths.value().empty())
    return Error{"no rule file (*.jsonc) in this folder", path, "name a folder of rule files", ""};
  return read_all(paths.value());
}

Result<std::vector<TextFile>> read_own_rules(const std::string& folder) {
  const std::string path = folder == "." ? kRulesFolder : (fs::path(folder) / kRulesFolder).string();
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::vector<TextFile>{};
  const auto paths = rules_in(path);
  if (!paths) return paths.error();
  return read_all(paths.value());
}

}  // namespace firstfault::host
