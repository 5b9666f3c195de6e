#include "rules/fingerprints.h"

#include <algorithm>
#include <utility>

#include "rules/problem.h"

namespace firstfault::rules {
namespace {

constexpr std::string_view kUnknownSyntax = "written in syntax that is not translated";
constexpr std::string_view kSeveralLines = "hits only text of several lines";

std::string_view family_of(const Cause& cause) { return cause.id.substr(0, cause.id.find('.')); }

bool names(const std::string& word, const Cause& cause) {
  return word == "all" || word == cause.id || word == family_of(cause);
}

Result<std::vector<const Cause*>> chosen(const RuleSet& rules, const std::vector<std::string>& wanted) {
  std::vector<const Cause*> causes;
  for (const Cause& cause : rules.causes)
    if (std::any_of(wanted.begin(), wanted.end(), [&](const auto& word) { return names(word, cause); }))
      causes.push_back(&cause);
  for (const std::string& word : wanted) {
    if (std::any_of(rules.causes.begin(), rules.causes.end(), [&](const auto& cause) { return names(word, cause); }))
      continue;
    std::vector<std::string_view> known;
    for (const Cause& cause : rules.causes) known.insert(known.end(), {cause.id, family_of(cause)});
    const auto near = nearest_name(word, known);
    return Error{"no cause or family is called '" + word + "'", "",
                 near.empty() ? "firstfault rules list names them" : "did you mean '" + std::string(near) + "'?", ""};
  }
  return causes;
}

/// Advice and what happens while a job is taken down prove nothing by themselves, and a good end is no alarm.
bool may_alarm(const Signature& signature) {
  const bool telling = signature.role != Role::Advice && signature.role != Role::Teardown;
  return telling && signature.cls != Class::Progress && signature.cls != Class::Success &&
         signature.cls != Class::Identity;
}

bool speaks_for(const Signature& signature, const Cause& cause) {
  if (!may_alarm(signature) || signature.evidence.empty()) return false;
  const double heaviest = signature.evidence.front().weight;
  return std::any_of(signature.evidence.begin(), signature.evidence.end(), [&](const CauseWeight& weight) {
    return weight.cause == cause.id && weight.weight >= kTellingWeight && weight.weight >= heaviest - kNearlyHeaviest;
  });
}

void add(CauseFingerprints& out, const Signature& signature, const Pattern& pattern) {
  const auto leave_out = [&](std::string_view why) { out.left_out.push_back({&signature, &pattern, why}); };
  auto hit = parse_regex(pattern.regex);
  if (!hit) return leave_out(kUnknownSyntax);
  Fingerprint made{&signature, &pattern, without_loose_ends(on_raw_line(std::move(*hit))), {}};
  if (made.hit.kind == Regex::Kind::Nothing) return leave_out(kSeveralLines);
  for (const auto unless : pattern.unless) {
    auto cancels = parse_regex(unless);
    if (!cancels) return leave_out(kUnknownSyntax);
    auto line = without_loose_ends(on_raw_line(std::move(*cancels)));
    if (line.kind != Regex::Kind::Nothing) made.unless.push_back(std::move(line));
  }
  out.fingerprints.push_back(std::move(made));
}

Regex after_prefix(Regex regex) {
  for (Regex& part : regex.parts) part = after_prefix(std::move(part));
  if (regex.kind != Regex::Kind::Start) return regex;
  Regex end_of_prefix{Regex::Kind::Set,
                      normal({{'\t', '\t'}, {' ', ' '}, {')', ')'}, {':', ':'}, {'>', '>'}, {']', ']'}, {'|', '|'}}),
                      {},
                      0,
                      0};
  std::vector<Regex> parts;
  parts.push_back(std::move(regex));
  parts.push_back(std::move(end_of_prefix));
  return {Regex::Kind::Choice, {}, std::move(parts), 0, 0};
}

}  // namespace

const std::vector<std::string>& families_on_call() {
  static const std::vector<std::string> families{"collective", "cuda",    "hardware", "io",
                                                 "memory",     "network", "process",  "rendezvous"};
  return families;
}

Result<std::vector<CauseFingerprints>> fingerprints(const RuleSet& rules, const std::vector<std::string>& wanted) {
  const auto causes = chosen(rules, wanted);
  if (!causes) return causes.error();
  std::vector<CauseFingerprints> all;
  for (const Cause* cause : causes.value()) {
    CauseFingerprints& out = all.emplace_back();
    out.cause = cause;
    for (const Signature& signature : rules.signatures)
      if (speaks_for(signature, *cause))
        for (const Pattern& pattern : signature.match) add(out, signature, pattern);
  }
  return all;
}

Regex on_raw_line(Regex regex) { return on_one_line(after_prefix(std::move(regex))); }

}  // namespace firstfault::rules
