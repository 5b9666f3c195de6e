// firstfault/explain: a page of the encyclopedia, or the list of what an id may mean, as Markdown.
#include "lsp/context.h"
#include "output/article.h"
#include "rules/article.h"
#include "rules/lookup.h"

namespace firstfault::lsp {
namespace {

/// Editors show any entry on a page of its own, beside this one.
std::string page_of(std::string_view id) { return std::string(id) + ".md"; }

std::string list(const rules::Found& found) {
  std::vector<output::ListedRule> rows;
  for (const auto* cause : found.causes) {
    auto& row = rows.emplace_back();
    row.id = cause->id;
    row.title = cause->title;
  }
  for (const auto* signature : found.signatures) {
    auto& row = rows.emplace_back();
    row.id = signature->id;
    row.title = signature->title;
  }
  return output::rules_to_markdown(rows, page_of);
}

Failure unknown(const std::string& id, const rules::Found& found) {
  std::string message = "nothing is known by the name '" + id + "'";
  if (!found.near.empty()) message += "; did you mean " + std::string(found.near.front()) + "?";
  return {ErrorCode::RequestFailed, message};
}

Answer on_explain(Context& context, const ExplainParams& params, const CallPtr&) {
  const auto held = context.rules.current();
  const auto& rules = *held->rules;
  const auto found = rules::look_up(params.id, rules);
  if (found.count() == 0) return unknown(params.id, found);
  if (found.count() > 1) return Json{{"markdown", list(found)}};
  const auto article = found.causes.empty() ? rules::article_of(*found.signatures.front(), rules)
                                            : rules::article_of(*found.causes.front(), rules);
  return Json{{"markdown", output::article_to_markdown(article, page_of)}};
}

}  // namespace

void bind_explain(Binder& binder) { binder.request("firstfault/explain", Where::Now, on_explain); }

}  // namespace firstfault::lsp
