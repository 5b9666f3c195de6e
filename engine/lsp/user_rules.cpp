#include "lsp/user_rules.h"

#include <utility>

#include "host/rule_files.h"
#include "rules/checker.h"

namespace firstfault::lsp {
namespace {

struct Loaded {
  std::vector<rules::LoadedRules> layers;
  std::vector<std::string> notes;

  void add(Result<std::vector<host::TextFile>> files) {
    if (!files) {
      notes.push_back("left out: " + to_line(files.error()));
      return;
    }
    std::vector<rules::RuleSource> sources;
    for (host::TextFile& file : files.value()) sources.push_back({std::move(file.path), std::move(file.text)});
    if (!sources.empty()) layers.push_back(rules::load_rules_over(rules::builtin_rules(), std::move(sources)));
  }
};

Rules load(const RulePlaces& places, const std::vector<rules::LoadedRules>& over) {
  Loaded loaded;
  for (const std::string& folder : places.folders) loaded.add(host::read_own_rules(folder));
  for (const std::string& path : places.paths) loaded.add(host::read_rule_files(path));
  loaded.layers.insert(loaded.layers.end(), over.begin(), over.end());
  rules::refuse_unknown_causes(loaded.layers, rules::builtin_rules());
  rules::ActiveRules active = rules::activate(loaded.layers);
  active.notes.insert(active.notes.end(), loaded.notes.begin(), loaded.notes.end());
  return std::make_shared<const rules::ActiveRules>(std::move(active));
}

}  // namespace

void UserRules::changed(RulePlaces places) {
  const std::lock_guard lock(mutex_);
  places_ = std::move(places);
  rules_.reset();
}

void UserRules::changed() {
  const std::lock_guard lock(mutex_);
  rules_.reset();
}

Rules UserRules::current() {
  const std::lock_guard lock(mutex_);
  if (!rules_) rules_ = load(places_, over_);
  return rules_;
}

}  // namespace firstfault::lsp
