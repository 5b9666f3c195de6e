#include "rules/tool/origins.h"

#include <algorithm>

#include "rules/article_parts.h"
#include "scan/literal_filter.h"

namespace firstfault::rules {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Every number becomes one "0": runs differ in ranks, sizes and times.
std::string without_numbers(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (!is_digit(c) || out.empty() || out.back() != '0') out += is_digit(c) ? '0' : c;
  return out;
}

/// An example's lines are looked for one by one: in a recorded job each has a prefix.
struct Wanted {
  std::string_view signature;
  std::vector<std::uint32_t> lines;
};

struct Search {
  std::vector<std::string> lines;
  std::vector<Wanted> examples;

  void add(const Signature& signature, const Node& text) {
    Wanted wanted{signature.id, {}};
    for (const auto& line : text.items) {
      if (line.text.size() < scan::LiteralFilter::kShortest) continue;
      wanted.lines.push_back(static_cast<std::uint32_t>(lines.size()));
      lines.push_back(without_numbers(line.text));
    }
    if (!wanted.lines.empty()) examples.push_back(std::move(wanted));
  }
};

void look_through(const std::string& job, const scan::LiteralFilter& filter, const Search& search,
                  std::map<std::string_view, Origin>& origins) {
  std::vector<std::uint32_t> found;
  filter.find(without_numbers(job), found);
  for (const auto& example : search.examples)
    if (std::includes(found.begin(), found.end(), example.lines.begin(), example.lines.end()))
      origins[example.signature].recorded = true;
}

}  // namespace

std::map<std::string_view, Origin> origins_of(const RuleSet& rules, const std::vector<std::string>& recorded) {
  std::map<std::string_view, Origin> origins;
  Search search;
  for (const auto& signature : rules.signatures) {
    auto& origin = origins[signature.id];
    const auto root = tree_of(signature.source);
    for (const auto& example : root["examples"]["matches"].items) {
      if (!example["source"].text.empty()) origin.sources.insert(example["source"].text);
      search.add(signature, example["text"]);
    }
  }
  std::vector<scan::Literal> literals;
  for (std::uint32_t i = 0; i < search.lines.size(); ++i) literals.push_back({search.lines[i], i});
  const scan::LiteralFilter filter(literals);
  for (const auto& job : recorded) look_through(job, filter, search, origins);
  return origins;
}

}  // namespace firstfault::rules
