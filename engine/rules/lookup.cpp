#include "rules/lookup.h"

#include <algorithm>
#include <string>

#include "rules/article_parts.h"
#include "rules/problem.h"

namespace firstfault::rules {
namespace {

constexpr std::size_t kNearest = 3;

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Lower case, without blanks and quotes around it.
std::string plain(std::string_view words) {
  std::string out;
  for (const char c : words) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  const auto begin = out.find_first_not_of(" \t\"'`");
  if (begin == std::string::npos) return {};
  return out.substr(begin, out.find_last_not_of(" \t\"'`") + 1 - begin);
}

/// "xid 79", "xid: 79", "xid-79", "xid79", "79" → "79"; empty for what is no Xid.
std::string_view xid_of(std::string_view word) {
  if (word.starts_with("xid")) word.remove_prefix(3);
  word.remove_prefix(std::min(word.find_first_not_of(" -_:=#("), word.size()));
  if (word.ends_with(')')) word.remove_suffix(1);
  return is_number(word) ? word : std::string_view{};
}

/// A code that has no signature of its own belongs to those that read it out of one of their examples.
bool has_example_of(const Signature& signature, std::string_view xid) {
  const bool reads = std::any_of(signature.says.begin(), signature.says.end(),
                                 [](const Says& says) { return says.fact == Fact::Xid; });
  if (!reads) return false;
  const auto root = tree_of(signature.source);
  const auto& examples = root["examples"]["matches"].items;
  return std::any_of(examples.begin(), examples.end(),
                     [&](const Node& example) { return example["expect"]["xid"].text == xid; });
}

void find_xid(std::string_view xid, const RuleSet& rules, Found& found) {
  if (const auto* own = rules.find_signature("xid-" + std::string(xid))) {
    found.signatures.push_back(own);
    return;
  }
  for (const auto& signature : rules.signatures)
    if (has_example_of(signature, xid)) found.signatures.push_back(&signature);
}

template <class Rule, class Fits>
void add_if(const std::vector<Rule>& rules, std::vector<const Rule*>& out, Fits fits) {
  for (const auto& rule : rules)
    if (fits(rule)) out.push_back(&rule);
}

/// The name behind the family: "cuda_oom".
std::string_view name_of(const Cause& cause) { return cause.id.substr(cause.id.find('.') + 1); }
std::string_view family_of(const Cause& cause) { return cause.id.substr(0, cause.id.find('.')); }

void find_family(std::string_view word, const RuleSet& rules, Found& found) {
  if (word.ends_with('.') || word.ends_with('/')) word.remove_suffix(1);
  add_if(rules.causes, found.causes, [&](const Cause& c) { return family_of(c) == word; });
  add_if(rules.signatures, found.signatures, [&](const Signature& s) { return s.family == word; });
}

void find_beginning(std::string_view word, const RuleSet& rules, Found& found) {
  add_if(rules.causes, found.causes,
         [&](const Cause& c) { return c.id.starts_with(word) || name_of(c).starts_with(word); });
  add_if(rules.signatures, found.signatures, [&](const Signature& s) { return s.id.starts_with(word); });
}

void find_nearest(std::string_view word, const RuleSet& rules, Found& found) {
  std::vector<std::string_view> names;
  for (const auto& cause : rules.causes) names.insert(names.end(), {cause.id, name_of(cause)});
  for (const auto& signature : rules.signatures) names.push_back(signature.id);
  while (found.near.size() < kNearest) {
    const auto near = nearest_name(word, names);
    if (near.empty()) return;
    std::erase(names, near);
    const auto cause =
        std::find_if(rules.causes.begin(), rules.causes.end(), [&](const Cause& c) { return name_of(c) == near; });
    const auto id = cause == rules.causes.end() ? near : cause->id;  // either name of a cause stands for it once
    if (std::find(found.near.begin(), found.near.end(), id) == found.near.end()) found.near.push_back(id);
  }
}

}  // namespace

Found look_up(std::string_view words, const RuleSet& rules) {
  const auto word = plain(words);
  Found found;
  if (word.empty()) add_if(rules.causes, found.causes, [](const Cause&) { return true; });
  if (const auto* cause = rules.find_cause(word)) return {{cause}, {}, {}};
  if (const auto* signature = rules.find_signature(word)) return {{}, {signature}, {}};
  if (const auto xid = xid_of(word); !xid.empty()) find_xid(xid, rules, found);
  if (found.count() == 0) add_if(rules.causes, found.causes, [&](const Cause& c) { return name_of(c) == word; });
  if (found.count() == 0) find_family(word, rules, found);
  if (found.count() == 0) find_beginning(word, rules, found);
  if (found.count() == 0 && !is_number(word)) find_nearest(word, rules, found);
  return found;
}

}  // namespace firstfault::rules
