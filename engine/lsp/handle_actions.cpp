// textDocument/codeAction and codeAction/resolve: quick fixes on our own findings.
#include <algorithm>

#include "lsp/context.h"
#include "lsp/guards.h"

namespace firstfault::lsp {
namespace {

bool wants_quick_fixes(const std::vector<std::string>& only) {
  return only.empty() || std::any_of(only.begin(), only.end(),
                                     [](const std::string& kind) { return kind.empty() || kind == "quickfix"; });
}

/// What the diagnostic carried, or, where the client dropped it, what stands at its place.
std::optional<GuardData> data_of(const Context& context, const std::string& uri, const KnownDiagnostic& diagnostic) {
  std::optional<GuardData> data = diagnostic.data;
  if (!data) {
    const auto findings = context.findings.at(uri, diagnostic.range.start);
    if (!findings.empty()) data = findings.front().diagnostic.data;
  }
  if (data) data->uri = uri;
  return data;
}

Json code_action(const Context& context, const Guard& guard, const Json& diagnostic) {
  Json action = {{"title", guard.title}, {"kind", "quickfix"}};
  action["diagnostics"] = Json::array({diagnostic});
  action["isPreferred"] = guard.preferred;
  action["data"] = to_json(guard.data);
  if (!context.client.lazy_edits) action["edit"] = to_json(guard.edit, context.client);
  return action;
}

Answer on_code_action(Context& context, const CodeActionParams& params, const CallPtr&) {
  Json actions = Json::array();
  if (!wants_quick_fixes(params.only)) return actions;
  for (const auto& diagnostic : params.diagnostics) {
    if (diagnostic.source != "firstfault") continue;
    const auto data = data_of(context, params.uri, diagnostic);
    if (!data) continue;
    for (const auto& guard : find_guards(context, *data))
      actions.push_back(code_action(context, guard, diagnostic.original));
  }
  return actions;
}

Answer on_resolve(Context& context, const ResolveParams& params, const CallPtr&) {
  const auto guard = find_guard(context, params.data);
  if (const auto* failure = std::get_if<Failure>(&guard)) return *failure;
  Json action = params.original;
  action["edit"] = to_json(std::get<Guard>(guard).edit, context.client);
  return action;
}

}  // namespace

void bind_actions(Binder& binder) {
  binder.request("textDocument/codeAction", Where::Now, on_code_action);
  binder.request("codeAction/resolve", Where::Now, on_resolve);
}

}  // namespace firstfault::lsp
