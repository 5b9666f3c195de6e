// Pages of the encyclopedia, written from rule files: what `firstfault explain`, the documents and the editor show.
// Reads the file of the one rule that is asked for, when it is asked for. Not for finding a rule by what a user types
// (lookup.h) and not for looks (output/article.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/article.h"
#include "rules/rule.h"

namespace firstfault::rules {

enum class Audience { Engineer, Oncall, Manager };

/// Every section of the cause's file, and the signatures of `rules` that speak for it.
[[nodiscard]] Article article_of(const Cause& cause, const RuleSet& rules);
/// What the text proves, the causes it speaks for, its patterns and its examples.
[[nodiscard]] Article article_of(const Signature& signature, const RuleSet& rules);

/// The same in a few lines for one reader. Where a signature is asked for, its leading cause speaks.
[[nodiscard]] Article short_article_of(const Cause& cause, Audience audience);
[[nodiscard]] Article short_article_of(const Signature& signature, const RuleSet& rules, Audience audience);

/// Words for how strongly a signature speaks for a cause.
[[nodiscard]] std::string_view strength_of(double weight);

struct Supporter {
  const Signature* signature = nullptr;
  double weight = 0;
};

/// The signatures that speak for `cause`, strongest first, then by id.
[[nodiscard]] std::vector<Supporter> supporters_of(std::string_view cause, const RuleSet& rules);

}  // namespace firstfault::rules
