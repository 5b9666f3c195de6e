// The list of loaded rules, as `firstfault rules list` prints it. Takes plain values, so that output/ need not know
// rules/.
#pragma once

#include <string>
#include <vector>

#include "output/markdown.h"

namespace firstfault::output {

struct ListedRule {
  std::string id;
  std::string kind;  // "signature" or "cause"
  std::string family;
  std::vector<std::string> causes;  // that a signature hints at, best first; a cause's own id
  std::string role;                 // of a signature; empty for a cause
  std::string file;
  std::string title;
};

/// One line a rule, in columns: id, role (or "cause"), title.
[[nodiscard]] std::string rules_to_text(const std::vector<ListedRule>& rules);
/// A table of ids, which lead to their pages, and titles.
[[nodiscard]] std::string rules_to_markdown(const std::vector<ListedRule>& rules, const EntryLink& link);
/// An array of {id, kind, family, causes, role, file, title}; role is null for causes.
[[nodiscard]] std::string rules_to_json(const std::vector<ListedRule>& rules);

}  // namespace firstfault::output
