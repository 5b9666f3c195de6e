// `firstfault explain`: a page of the encyclopedia, or the list of what an ID may mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/parse.h"
#include "output/text.h"
#include "rules/article.h"

namespace firstfault::cli {

enum class EntryForm { Text, Markdown, Json };

struct ExplainOptions {
  std::string words;  // what was asked for; empty: all causes
  EntryForm form = EntryForm::Text;
  std::optional<rules::Audience> reader;  // empty: the whole page
  std::vector<std::string> rule_folders;
  output::TextOptions text;
};

[[nodiscard]] ExplainOptions explain_options(const Invocation& invocation);
[[nodiscard]] int run_explain(const ExplainOptions& options, Console& console);

}  // namespace firstfault::cli
