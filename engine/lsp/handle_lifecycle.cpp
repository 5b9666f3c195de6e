// initialize, initialized, shutdown, and the notifications that are read and need no more. `exit` ends the loop
// (server.cpp).
#include "lsp/context.h"
#include "lsp/process.h"
#include "lsp/publish.h"

namespace firstfault::lsp {
namespace {

Json capabilities(const Context& context) {
  Json commands = Json::array();
  for (const auto& [name, command] : context.binder.commands()) commands.push_back(name);
  Json folders;
  folders["workspaceFolders"] = {{"supported", true}, {"changeNotifications", true}};
  Json result = {{"positionEncoding", context.client.encoding == Encoding::Utf8 ? "utf-8" : "utf-16"},
                 {"textDocumentSync", {{"openClose", true}, {"change", 2}}},
                 {"hoverProvider", true}};
  result["codeActionProvider"] = {{"codeActionKinds", Json::array({"quickfix"})}, {"resolveProvider", true}};
  result["executeCommandProvider"]["commands"] = std::move(commands);
  result["workspace"] = std::move(folders);
  return result;
}

Answer on_initialize(Context& context, const InitializeParams& params, const CallPtr&) {
  if (context.lifecycle != Lifecycle::Created)
    return Failure{ErrorCode::InvalidRequest, "the server is initialized already"};
  context.client = params.capabilities;
  if (params.process_id && process_exists(*params.process_id)) context.client_process = params.process_id;
  context.workspace.set(params);
  context.rules.changed(context.workspace.rule_places());
  context.explain_link = params.explain_link;
  context.lifecycle = Lifecycle::Running;
  Json result;
  result["capabilities"] = capabilities(context);
  result["serverInfo"] = {{"name", "firstfault"}, {"version", context.options.version}};
  return result;
}

void on_initialized(Context& context, const Nothing&) {
  watch_rules(context);
  send_status(context, Health::Ok, Activity::Idle, "");
}

Answer on_shutdown(Context& context, const Nothing&, const CallPtr&) {
  context.lifecycle = Lifecycle::ShutDown;
  return Json(nullptr);
}

void on_folders(Context& context, const FoldersChange& change) {
  context.workspace.change(change);
  context.rules.changed(context.workspace.rule_places());
}

void on_progress_cancel(Context& context, const CancelProgressParams& params) {
  context.calls.cancel_progress(params.token);
}

void ignore(Context&, const Nothing&) {}

}  // namespace

void bind_lifecycle(Binder& binder) {
  binder.request("initialize", Where::Now, on_initialize);
  binder.request("shutdown", Where::Now, on_shutdown);
  binder.notification("initialized", Where::Now, on_initialized);
  binder.notification("workspace/didChangeWorkspaceFolders", Where::Now, on_folders);
  binder.notification("window/workDoneProgress/cancel", Where::Now, on_progress_cancel);
  binder.notification("workspace/didChangeConfiguration", Where::Now, ignore);
  binder.notification("textDocument/didSave", Where::Now, ignore);
  binder.notification("$/setTrace", Where::Now, ignore);
}

}  // namespace firstfault::lsp
