#include "rules/active.h"

#include <set>

namespace firstfault::rules {
namespace {

/// On one line: a report's notes are lines.
std::string note_of(const Problem& problem) {
  std::string text = "left out: " + problem.file + ":" + std::to_string(problem.line) + ":" +
                     std::to_string(problem.column) + ": " + problem.message;
  return problem.hint.empty() ? text : text + " (" + problem.hint + ")";
}

std::vector<std::string> notes_of(const std::vector<LoadedRules>& layers) {
  std::vector<std::string> notes;
  std::size_t unsaid = 0;
  for (const LoadedRules& layer : layers)
    for (const Problem& problem : layer.problems) {
      if (notes.size() < kShownProblems)
        notes.push_back(note_of(problem));
      else
        ++unsaid;
    }
  if (unsaid > 0) notes.push_back("and " + std::to_string(unsaid) + " more problems of rule files");
  return notes;
}

/// Ids of signatures and causes that stand in the report.
std::set<std::string, std::less<>> named_in(const Report& report) {
  std::set<std::string, std::less<>> ids;
  for (const Incident& incident : report.incidents) {
    ids.insert(incident.cause.id);
    for (const Evidence& evidence : incident.evidence) ids.insert(evidence.rule);
    for (const Hypothesis& hypothesis : incident.hypotheses) ids.insert(hypothesis.cause);
  }
  return ids;
}

template <class Rule>
void add_origin(const Rule& rule, const Rule* builtin, std::vector<std::string>& notes) {
  notes.push_back("rule " + std::string(rule.id) + " comes from " + std::string(rule.file) +
                  (builtin == nullptr ? "" : " (it replaces the built-in one)"));
}

}  // namespace

ActiveRules activate(const std::vector<LoadedRules>& layers) {
  ActiveRules active;
  active.rules = &builtin_rules();
  active.matcher = &builtin_matcher();
  active.notes = notes_of(layers);
  for (const LoadedRules& layer : layers) active.of_users = merge(active.of_users, layer.rules);
  if (active.of_users.signatures.empty() && active.of_users.causes.empty()) return active;
  active.own_rules = std::make_unique<const RuleSet>(merge(builtin_rules(), active.of_users));
  active.own_matcher = std::make_unique<const Matcher>(*active.own_rules);
  active.rules = active.own_rules.get();
  active.matcher = active.own_matcher.get();
  return active;
}

std::vector<std::string> origin_notes(const ActiveRules& active, const Report& report) {
  std::vector<std::string> notes;
  const auto named = named_in(report);
  for (const Signature& rule : active.of_users.signatures)
    if (named.contains(rule.id)) add_origin(rule, builtin_rules().find_signature(rule.id), notes);
  for (const Cause& rule : active.of_users.causes)
    if (named.contains(rule.id)) add_origin(rule, builtin_rules().find_cause(rule.id), notes);
  return notes;
}

}  // namespace firstfault::rules
