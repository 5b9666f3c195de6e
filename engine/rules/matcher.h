// Finds the signatures that hit a text. Two phases: a literal filter names the few candidates, RE2 confirms and
// captures. Patterns are compiled when first needed. Thread-safe: share one matcher between sessions.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace firstfault::rules {

struct Match {
  const Signature* signature = nullptr;
  std::size_t pattern = 0;       // index into signature->match
  std::vector<FactValue> facts;  // templates of `says` filled in; facts whose captures did not take part are left out
};

class Matcher {
 public:
  explicit Matcher(const RuleSet& rules);  // `rules` must outlive the matcher
  ~Matcher();
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  /// Appends to `out` every signature that hits `text`, at most one match a signature, in order of signature id.
  /// `where` is what `text` is: Line or Exception. Texts beyond 64 kB are cut.
  void match(std::string_view text, Where where, std::vector<Match>& out) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The matcher of the built-in rules, made once.
[[nodiscard]] const Matcher& builtin_matcher();

}  // namespace firstfault::rules
