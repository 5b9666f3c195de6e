#include "rules/loader.h"
#include "rules/matcher.h"
#include "rules/rule.h"
#include "rules/table.h"

namespace firstfault::rules {
namespace {

using table::kBuiltin;

template <class T>
std::span<const T> slice(std::span<const T> all, table::Run run) {
  return all.subspan(run.begin, run.count);
}

template <class T>
std::vector<T> copy(std::span<const T> all, table::Run run) {
  const auto part = slice(all, run);
  return {part.begin(), part.end()};
}

Signature make(const table::SignatureRow& row) {
  const auto& file = kBuiltin.sources[row.source];
  Signature out{row.id,    row.family,           row.title, file.path, file.text, row.role, row.cls,
                row.where, row.unreliable_frame, {},        {},        {}};
  for (const auto& pattern : slice(kBuiltin.patterns, row.match))
    out.match.push_back(
        {pattern.name, pattern.regex, copy(kBuiltin.texts, pattern.unless), copy(kBuiltin.texts, pattern.literals)});
  out.says = copy(kBuiltin.says, row.says);
  out.evidence = copy(kBuiltin.evidence, row.evidence);
  return out;
}

Cause make(const table::CauseRow& row) {
  const auto& file = kBuiltin.sources[row.source];
  Cause out{row.id, row.title, row.headline, file.path, file.text, row.what,  row.why,      row.asks,
            {},     {},        {},           {},        {},        row.retry, row.retry_why};
  for (const auto& [cause, tell] : slice(kBuiltin.pairs, row.look_alikes)) out.look_alikes.push_back({cause, tell});
  for (const auto& step : slice(kBuiltin.steps, row.confirm)) {
    auto& confirm = out.confirm.emplace_back(Confirm{step.title, step.command, step.why, {}});
    for (const auto& [cause, condition] : slice(kBuiltin.pairs, step.expect))
      confirm.expect.emplace_back(cause, condition);
  }
  out.fix = copy(kBuiltin.texts, row.fix);
  out.not_a_fix = copy(kBuiltin.texts, row.not_a_fix);
  out.guards = copy(kBuiltin.texts, row.guards);
  return out;
}

RuleSet make_builtin() {
  RuleSet rules;
  rules.signatures.reserve(kBuiltin.signatures.size());
  rules.causes.reserve(kBuiltin.causes.size());
  for (const auto& row : kBuiltin.signatures) rules.signatures.push_back(make(row));
  for (const auto& row : kBuiltin.causes) rules.causes.push_back(make(row));
  return rules;
}

}  // namespace

const RuleSet& builtin_rules() {
  static const RuleSet rules = make_builtin();
  return rules;
}

std::vector<RuleSource> builtin_sources() {
  std::vector<RuleSource> sources;
  for (const auto& [path, text] : kBuiltin.sources) sources.push_back({std::string(path), std::string(text)});
  return sources;
}

const Matcher& builtin_matcher() {
  static const Matcher matcher(builtin_rules());
  return matcher;
}

}  // namespace firstfault::rules
