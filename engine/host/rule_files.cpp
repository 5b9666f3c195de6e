#include "host/rule_files.h"

#include <algorithm>
#include <filesystem>

#include "host/files.h"

namespace firstfault::host {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxRuleFiles = 65'536;

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
  std::vector<std::string> files;
  std::error_code error;
  auto it = fs::recursive_directory_iterator(folder, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (it.depth() >= kMaxDepth) it.disable_recursion_pending();
    if (it->path().extension() != ".jsonc" || !it->is_regular_file(error)) continue;
    if (files.size() == kMaxRuleFiles)
      return Error{"holds more than " + std::to_string(kMaxRuleFiles) + " rule files", folder, "name a smaller folder",
                   ""};
    files.push_back(it->path().string());
  }
  if (error) return Error{"cannot be walked: " + error.message(), folder, "check who may read it", ""};
  return files;
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
