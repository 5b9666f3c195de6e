#include "cli/rule_files.h"

#include <algorithm>

#include "host/files.h"

namespace firstfault::cli {
namespace {

constexpr std::size_t kLargestRuleFile = 1024 * 1024;
constexpr std::size_t kShownProblems = 10;

/// Folders give their *.jsonc; a file that is named is taken whatever it is called.
Result<std::vector<std::string>> rule_paths(const std::string& path) {
  host::FileList list = host::find_logs({path});
  if (!list.errors.empty()) return list.errors.front();
  if (list.files == std::vector<std::string>{path}) return list.files;
  std::erase_if(list.files, [](const std::string& file) { return !file.ends_with(".jsonc"); });
  if (list.files.empty())
    return Error{"no rule file (*.jsonc) in this folder", path, "name a folder of rule files", ""};
  return list.files;
}

Error broken(const std::vector<rules::Problem>& problems) {
  std::string text;
  for (std::size_t i = 0; i < std::min(problems.size(), kShownProblems); ++i) text += rules::format(problems[i]);
  while (text.ends_with('\n')) text.pop_back();
  if (problems.size() > kShownProblems) text += "\nand " + std::to_string(problems.size() - kShownProblems) + " more";
  return {"a rule file is broken\n" + text, "", "", ""};
}

}  // namespace

Result<std::vector<rules::RuleSource>> read_rule_files(const std::vector<std::string>& paths) {
  std::vector<rules::RuleSource> sources;
  for (const std::string& path : paths) {
    auto files = rule_paths(path);
    if (!files) return files.error();
    for (const std::string& file : files.value()) {
      auto text = host::read_whole(file, kLargestRuleFile);
      if (!text) return text.error();
      sources.push_back({file, std::move(text).value()});
    }
  }
  return sources;
}

Result<ActiveRules> activate_rules(const std::vector<std::string>& folders) {
  ActiveRules active;
  if (folders.empty()) {
    active.rules = &rules::builtin_rules();
    active.matcher = &rules::builtin_matcher();
    return active;
  }
  auto sources = read_rule_files(folders);
  if (!sources) return sources.error();
  const auto loaded = rules::load_rules(std::move(sources).value());
  if (!loaded.problems.empty()) return broken(loaded.problems);
  active.own_rules = std::make_unique<const rules::RuleSet>(rules::merge(rules::builtin_rules(), loaded.rules));
  active.own_matcher = std::make_unique<const rules::Matcher>(*active.own_rules);
  active.rules = active.own_rules.get();
  active.matcher = active.own_matcher.get();
  return active;
}

}  // namespace firstfault::cli
