// A page of the encyclopedia for terminals, as Markdown and for tools. Pure, as all of output/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/article.h"
#include "output/markdown.h"
#include "output/rule_list.h"
#include "output/text.h"

namespace firstfault::output {

/// Wrapped to the width, at most 100 columns; commands, code and quoted lines are never cut or wrapped.
[[nodiscard]] std::string article_to_text(const Article& article, const TextOptions& options);

/// One document; ids of other entries lead to their pages.
[[nodiscard]] std::string article_to_markdown(const Article& article, const EntryLink& link);

/// A rule that speaks for the entry, or that the entry speaks for.
struct WeighedRule {
  std::string id;
  std::string title;
  double weight = 0;
};

struct EntryData {
  ListedRule rule;
  std::string contents;  // of its file: JSON with comments
  std::vector<WeighedRule> related;
};

/// Without comments: {schema, id, kind, family, title, file, rule, signatures|causes}.
[[nodiscard]] std::string entry_to_json(const EntryData& entry);

}  // namespace firstfault::output
