// textDocument/hover: on a finding's range in the user's source, and on lines of open logs that the engine knows.
#include "lsp/context.h"
#include "lsp/convert.h"

namespace firstfault::lsp {
namespace {

Json hover(const std::string& markdown, const Range& range) {
  Json result;
  result["contents"] = {{"kind", "markdown"}, {"value", markdown}};
  result["range"] = to_json(range);
  return result;
}

/// Source code is no log, though logs quote it.
bool may_be_log(const Document& document) { return document.language != "python"; }

Answer hover_on_log_line(Context& context, const Document& document, const Position& position) {
  const auto line = line_at(document.text, position.line);
  const auto fact = line ? context.lines.find(line->text, "") : std::nullopt;
  if (!fact) return Json(nullptr);
  const std::size_t end = count_units(line->text, context.client.encoding);
  return hover(hover_of(*fact), {{position.line, 0}, {position.line, end}});
}

Answer on_hover(Context& context, const PositionParams& params, const CallPtr&) {
  const auto findings = context.findings.at(params.uri, params.position);
  if (!findings.empty()) {
    std::string markdown;
    for (const auto& finding : findings) markdown += (markdown.empty() ? "" : "\n---\n\n") + finding.hover;
    return hover(markdown, findings.front().diagnostic.range);
  }
  const auto document = context.documents.find(params.uri);
  if (!document || !may_be_log(*document)) return Json(nullptr);
  return hover_on_log_line(context, *document, params.position);
}

}  // namespace

void bind_hover(Binder& binder) { binder.request("textDocument/hover", Where::Now, on_hover); }

}  // namespace firstfault::lsp
