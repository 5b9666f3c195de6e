#include "rules/matcher.h"

#include <deque>
#include <mutex>
#include <string>

#include "rules/pattern.h"
#include "scan/literal_filter.h"

namespace firstfault::rules {
namespace {

constexpr std::size_t kLongestText = 64 * 1024;

struct Entry {
  const Signature* signature = nullptr;
  std::size_t pattern = 0;
  std::once_flag once;
  std::unique_ptr<CompiledPattern> compiled;

  const CompiledPattern& get() {
    std::call_once(once,
                   [&] { compiled = std::make_unique<CompiledPattern>(signature->match[pattern], signature->says); });
    return *compiled;
  }
};

bool tried_on(Where of_signature, Where text) { return of_signature == Where::Any || of_signature == text; }

}  // namespace

struct Matcher::State {
  std::deque<Entry> entries;        // all patterns, in order of signature id; never moved
  std::deque<std::string> derived;  // literals of rules that bring none
  std::unique_ptr<scan::LiteralFilter> line;
  std::unique_ptr<scan::LiteralFilter> exception;

  void collect(const Pattern& pattern, Class cls, std::uint32_t id, std::vector<scan::Literal>& out) {
    if (pattern.literals.empty())
      for (auto& literal : required_literals(pattern.regex, shortest_literal(cls)))
        out.push_back({derived.emplace_back(std::move(literal)), id});
    else
      for (const auto literal : pattern.literals) out.push_back({literal, id});
  }
};

Matcher::Matcher(const RuleSet& rules) : state_(std::make_unique<State>()) {
  std::vector<scan::Literal> line;
  std::vector<scan::Literal> exception;
  for (const auto& signature : rules.signatures) {
    for (std::size_t i = 0; i < signature.match.size(); ++i) {
      const auto id = static_cast<std::uint32_t>(state_->entries.size());
      auto& entry = state_->entries.emplace_back();
      entry.signature = &signature;
      entry.pattern = i;
      std::vector<scan::Literal> literals;
      state_->collect(signature.match[i], signature.cls, id, literals);
      if (literals.empty()) literals.push_back({{}, id});  // no literal: tried on every text
      if (tried_on(signature.where, Where::Line)) line.insert(line.end(), literals.begin(), literals.end());
      if (tried_on(signature.where, Where::Exception))
        exception.insert(exception.end(), literals.begin(), literals.end());
    }
  }
  state_->line = std::make_unique<scan::LiteralFilter>(line);
  state_->exception = std::make_unique<scan::LiteralFilter>(exception);
}

Matcher::~Matcher() = default;

void Matcher::match(std::string_view text, Where where, std::vector<Match>& out) const {
  text = text.substr(0, kLongestText);
  std::vector<std::uint32_t> candidates;
  (where == Where::Exception ? state_->exception : state_->line)->find(text, candidates);
  const Signature* matched = nullptr;
  for (const auto id : candidates) {
    auto& entry = state_->entries[id];
    if (entry.signature == matched) continue;
    const auto& pattern = entry.get();
    if (!pattern.hits(text)) continue;
    matched = entry.signature;
    out.push_back({entry.signature, entry.pattern, pattern.facts(text)});
  }
}

}  // namespace firstfault::rules
