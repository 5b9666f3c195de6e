#include "cli/rule_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "host/rule_files.h"
#include "rules/checker.h"

namespace firstfault::cli {
namespace {

namespace fs = std::filesystem;

Error broken(const std::vector<rules::Problem>& problems) {
  std::string text;
  for (std::size_t i = 0; i < std::min(problems.size(), rules::kShownProblems); ++i) text += rules::format(problems[i]);
  while (text.ends_with('\n')) text.pop_back();
  if (problems.size() > rules::kShownProblems)
    text += "\nand " + std::to_string(problems.size() - rules::kShownProblems) + " more";
  return {"a rule file is broken\n" + text, "", "", ""};
}

void append(std::vector<host::TextFile> files, std::vector<rules::RuleSource>& sources) {
  for (host::TextFile& file : files) sources.push_back({std::move(file.path), std::move(file.text)});
}

struct OwnRules {
  std::vector<rules::LoadedRules> layers;
  std::vector<std::string> notes;
};

OwnRules load_own_rules(const std::vector<std::string>& folders) {
  OwnRules own;
  std::set<fs::path> seen;
  for (const std::string& folder : folders) {
    std::error_code error;
    if (!seen.insert(fs::weakly_canonical(folder, error)).second) continue;
    auto files = host::read_own_rules(folder);
    if (!files) {
      own.notes.push_back("left out: " + to_line(files.error()));
      continue;
    }
    if (files.value().empty()) continue;
    std::vector<rules::RuleSource> sources;
    append(std::move(files).value(), sources);
    own.layers.push_back(rules::load_rules_over(rules::builtin_rules(), std::move(sources)));
  }
  return own;
}

}  // namespace

Result<std::vector<rules::RuleSource>> read_rule_files(const std::vector<std::string>& paths) {
  std::vector<rules::RuleSource> sources;
  for (const std::string& path : paths) {
    auto files = host::read_rule_files(path);
    if (!files) return files.error();
    append(std::move(files).value(), sources);
  }
  return sources;
}

Result<std::vector<rules::LoadedRules>> load_rule_paths(const std::vector<std::string>& paths) {
  std::vector<rules::LoadedRules> layers;
  for (const std::string& path : paths) {
    auto sources = read_rule_files({path});
    if (!sources) return sources.error();
    layers.push_back(rules::load_rules_over(rules::builtin_rules(), std::move(sources).value()));
    if (!layers.back().problems.empty()) return broken(layers.back().problems);
  }
  return layers;
}

Result<ActiveRules> activate_rules(const std::vector<std::string>& paths, const std::vector<std::string>& folders) {
  auto named = load_rule_paths(paths);
  if (!named) return named.error();
  std::vector<std::string> all{"."};
  all.insert(all.end(), folders.begin(), folders.end());
  OwnRules own = load_own_rules(all);
  const std::size_t of_folders = own.layers.size();
  for (rules::LoadedRules& layer : named.value()) own.layers.push_back(std::move(layer));
  rules::refuse_unknown_causes(own.layers, rules::builtin_rules());
  for (std::size_t i = of_folders; i < own.layers.size(); ++i)
    if (!own.layers[i].problems.empty()) return broken(own.layers[i].problems);
  ActiveRules active = rules::activate(own.layers);
  active.notes.insert(active.notes.end(), own.notes.begin(), own.notes.end());
  return active;
}

Result<ActiveRules> activate_rules(const std::vector<std::string>& paths) { return activate_rules(paths, {}); }

void add_rule_notes(Report& report, const ActiveRules& active) {
  for (std::string& note : rules::origin_notes(active, report)) report.notes.push_back(std::move(note));
  report.notes.insert(report.notes.end(), active.notes.begin(), active.notes.end());
}

void complain_of_rules(const ActiveRules& active, Console& console) {
  for (const std::string& note : active.notes) console.complain(note);
}

}  // namespace firstfault::cli
