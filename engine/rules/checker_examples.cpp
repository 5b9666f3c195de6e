#include <algorithm>
#include <set>

#include "rules/checker_parts.h"
#include "rules/pattern.h"

namespace firstfault::rules {
namespace {

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string listed(const std::vector<std::string_view>& names) {
  std::string out;
  for (const auto name : names) out += (out.empty() ? "" : ", ") + quoted(name);
  return out;
}

/// The patterns of one rule, compiled, each tried on its own: the matcher would stop at the first.
struct Patterns {
  const Signature& signature;
  std::vector<std::unique_ptr<CompiledPattern>> compiled;

  explicit Patterns(const Signature& of) : signature(of) {
    for (const auto& pattern : of.match) compiled.push_back(std::make_unique<CompiledPattern>(pattern, of.says));
  }

  [[nodiscard]] std::vector<std::size_t> hits(std::string_view text) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < compiled.size(); ++i)
      if (compiled[i]->hits(text)) out.push_back(i);
    return out;
  }

  [[nodiscard]] std::vector<std::string_view> names(const std::vector<std::size_t>& indices) const {
    std::vector<std::string_view> out;
    for (const auto index : indices) out.push_back(signature.match[index].name);
    return out;
  }
};

bool is_template(const Signature& signature, Fact fact) {
  return std::any_of(signature.says.begin(), signature.says.end(),
                     [&](const Says& says) { return says.fact == fact && !placeholders(says.text).empty(); });
}

void check_facts(const Node& expect, const Signature& signature, const std::vector<FactValue>& facts,
                 const FileProblems& problems) {
  for (std::size_t i = 0; i < expect.keys.size(); ++i) {
    const auto& name = expect.keys[i];
    const auto fact = fact_from_name(name.text);
    if (!fact) continue;  // "match"
    const auto* found = find_fact(facts, *fact);
    if (found == nullptr)
      problems.add(name.at, "the example gives no fact " + quoted(name.text),
                   "its capture took no part, or `says` does not name it");
    else if (*found != expect.items[i].text)
      problems.add(expect.items[i].at, name.text + " is " + quoted(*found) + ", not " + quoted(expect.items[i].text),
                   "mend the pattern or the expectation");
  }
  for (const auto& [fact, text] : facts)
    if (is_template(signature, fact) && expect.find(fact_name(fact)) == nullptr)
      problems.add(expect.at, "the example captures a fact that \"expect\" does not name",
                   "add \"" + std::string(fact_name(fact)) + "\": " + quoted(text));
}

/// The longest beginning of `regex` that compiles and matches, to show how far a pattern got.
std::string_view matching_beginning(std::string_view regex, std::string_view text) {
  for (auto length = regex.size(); length > 0; --length) {
    const RE2 part(re2::StringPiece(regex.data(), length), pattern_options());
    if (part.ok() && RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), part))
      return regex.substr(0, length);
  }
  return {};
}

std::string how_far(const Signature& signature, std::string_view text) {
  std::string_view best;
  std::string_view name;
  for (const auto& pattern : signature.match) {
    const auto part = matching_beginning(pattern.regex, text);
    if (part.size() < best.size()) continue;
    best = part;
    name = pattern.name;
    if (part == pattern.regex) return quoted(name) + " matches, but its \"unless\" cancels it";
  }
  return quoted(name) + " gets furthest: it matches up to " + quoted(best);
}

/// Adds the patterns that match the example to `proven`.
void check_match_example(const Node& example, const Patterns& patterns, std::set<std::size_t>& proven,
                         const FileProblems& problems) {
  const auto text = example["text"].joined("\n");
  const auto hits = patterns.hits(text);
  if (hits.empty())
    return problems.add(example["text"].at,
                        "no pattern of the rule matches the example " + quoted(example["name"].text),
                        how_far(patterns.signature, text));
  proven.insert(hits.begin(), hits.end());
  if (hits.size() > 1)
    return problems.add(
        example["text"].at,
        "several patterns match the example " + quoted(example["name"].text) + ": " + listed(patterns.names(hits)),
        "keep them apart with a narrower pattern or \"unless\"");
  const auto& expect = example["expect"];
  const auto name = patterns.signature.match[hits.front()].name;
  if (expect.find("match") == nullptr)
    problems.add(expect.at, "\"expect\" does not say which pattern matches", "add \"match\": " + quoted(name));
  else if (expect["match"].text != name)
    problems.add(expect["match"].at, "pattern " + quoted(name) + " matches, not " + quoted(expect["match"].text),
                 "mend the patterns or the expectation");
  check_facts(expect, patterns.signature, patterns.compiled[hits.front()]->facts(text), problems);
}

void check_reject_example(const Node& example, const Patterns& patterns, const FileProblems& problems) {
  if (example["because"].text.empty()) problems.add(example["because"].at, "a rejected example needs a reason");
  const auto hits = patterns.hits(example["text"].joined("\n"));
  if (!hits.empty())
    problems.add(example["text"].at,
                 "pattern " + listed(patterns.names(hits)) + " matches an example that it must reject",
                 "narrow the pattern or add \"unless\"; rejected because: " + example["because"].text);
}

void check_names_differ(const Node& list, std::string_view what, const FileProblems& problems) {
  std::set<std::string_view> seen;
  for (const auto& item : list.items)
    if (!seen.insert(item["name"].text).second)
      problems.add(item["name"].at, std::string(what) + " " + quoted(item["name"].text) + " stands twice",
                   "rename one of the two");
}

std::set<std::string_view> ids_hit(const std::string& text, Where where, const Matcher& matcher) {
  std::vector<Match> matches;
  if (where != Where::Exception) matcher.match(text, Where::Line, matches);
  if (where != Where::Line) matcher.match(text, Where::Exception, matches);
  std::set<std::string_view> ids;
  for (const auto& match : matches) ids.insert(match.signature->id);
  return ids;
}

}  // namespace

void check_examples(const RuleFile& file, const Signature& signature, const FileProblems& problems) {
  const auto& examples = file.root["examples"];
  const Patterns patterns(signature);
  check_names_differ(file.root["match"], "the pattern", problems);
  check_names_differ(examples["matches"], "the example", problems);
  std::set<std::size_t> proven;
  for (const auto& example : examples["matches"].items) check_match_example(example, patterns, proven, problems);
  for (std::size_t i = 0; i < signature.match.size(); ++i)
    if (!proven.contains(i))
      problems.add(file.root["match"].items[i]["name"].at,
                   "no example proves the pattern " + quoted(signature.match[i].name),
                   "add a text that it matches to examples.matches");
  if (examples["rejects"].items.empty())
    problems.add(examples["rejects"].at, "the rule has no rejected example",
                 "add a text that looks alike and must not match, with \"because\"");
  for (const auto& example : examples["rejects"].items) check_reject_example(example, patterns, problems);
}

std::map<std::string_view, ForeignExamples> hits_on_examples_of(const RuleSet& base, const RuleSet& checked) {
  std::map<std::string_view, ForeignExamples> hits;
  const Matcher matcher(checked);
  for (const auto& other : base.signatures) {
    if (checked.find_signature(other.id) != nullptr) continue;
    const auto parsed = parse_jsonc(other.source);
    for (const auto* kind : {"matches", "rejects"})
      for (const auto& example : parsed.root["examples"][kind].items)
        for (const auto id : ids_hit(example["text"].joined("\n"), other.where, matcher))
          hits[checked.find_signature(id)->id].try_emplace(other.id, example["name"].text);
  }
  return hits;
}

void check_cross_talk(const RuleFile& file, const Signature& signature, const Matcher& matcher,
                      const ForeignExamples& hits, const FileProblems& problems) {
  const auto& also = file.root["also"];
  const auto is_said = [&](std::string_view id) {
    return std::any_of(also.items.begin(), also.items.end(), [&](const Node& item) { return item.text == id; });
  };
  std::set<std::string_view> foreign;
  for (const auto& [id, example] : hits) {
    foreign.insert(id);
    if (!is_said(id))
      problems.add(file.root["match"].at,
                   "the rule also hits the example " + quoted(example) + " of the rule " + quoted(id),
                   "narrow it, or list that rule: \"also\": [" + quoted(id) + "]");
  }
  for (const auto* list : {&file.root["examples"]["matches"], &file.root["examples"]["rejects"]}) {
    for (const auto& example : list->items) {
      for (const auto id : ids_hit(example["text"].joined("\n"), signature.where, matcher)) {
        if (id == signature.id) continue;
        foreign.insert(id);
        if (!is_said(id))
          problems.add(example["text"].at,
                       "the example " + quoted(example["name"].text) + " is also hit by the foreign rule " + quoted(id),
                       "narrow one of the two, or list it: \"also\": [" + quoted(id) + "]");
      }
    }
  }
  for (const auto& item : also.items)
    if (!foreign.contains(item.text))
      problems.add(item.at, "\"also\" lists " + quoted(item.text) + ", which hits no example here", "remove it");
}

}  // namespace firstfault::rules
