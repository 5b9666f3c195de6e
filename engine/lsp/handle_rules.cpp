// Rules of users while the server runs: workspace/didChangeWatchedFiles, and the client's help in watching.
#include "lsp/context.h"
#include "lsp/uri.h"

namespace firstfault::lsp {
namespace {

/// The folder too: who removes it whole hears nothing of the files within.
constexpr const char* kOwnRules = "**/{.firstfault,.firstfault/rules,.firstfault/rules/**}";

Json watchers_of(Context& context) {
  Json watchers = Json::array();
  watchers.push_back({{"globPattern", kOwnRules}});
  if (!context.client.relative_patterns) return watchers;
  for (const std::string& path : context.workspace.rule_places().paths)
    for (const char* pattern : {"*", "**/*.jsonc"})
      watchers.push_back({{"globPattern", {{"baseUri", uri_from_path(path)}, {"pattern", pattern}}}});
  return watchers;
}

/// Which file changed does not matter: rules of one file bear on another's.
void on_files_changed(Context& context, const Nothing&) { context.rules.changed(); }

}  // namespace

void watch_rules(Context& context) {
  if (!context.client.watched_files) return;
  Json registration = {{"id", "firstfault.rules"}, {"method", "workspace/didChangeWatchedFiles"}};
  registration["registerOptions"]["watchers"] = watchers_of(context);
  Json params;
  params["registrations"] = Json::array({std::move(registration)});
  context.outgoing.request("client/registerCapability", std::move(params), [](const Json*) {});
}

void bind_rules(Binder& binder) {
  binder.notification("workspace/didChangeWatchedFiles", Where::Now, on_files_changed);
}

}  // namespace firstfault::lsp
