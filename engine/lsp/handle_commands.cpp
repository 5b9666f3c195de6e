// workspace/executeCommand. Commands act on findings and on the user's open documents; none starts a process.
#include "lsp/context.h"
#include "lsp/guards.h"
#include "lsp/publish.h"

namespace firstfault::lsp {
namespace {

Answer on_clear_findings(Context& context, const Nothing&, const CallPtr&) {
  clear_findings(context);
  return Json(nullptr);
}

/// {"applied": true}, or the reason why the editor did not.
Answer applied(const Json* result) {
  if (!result || !result->is_object()) return Failure{ErrorCode::RequestFailed, "the editor refused the edit"};
  const auto done = result->find("applied");
  if (done != result->end() && done->is_boolean() && done->get<bool>()) return Json{{"applied", true}};
  const auto reason = result->find("failureReason");
  const bool known = reason != result->end() && reason->is_string();
  return Failure{ErrorCode::RequestFailed,
                 "the editor did not apply the edit" + (known ? ": " + reason->get<std::string>() : "")};
}

/// For clients that cannot apply a code action themselves: the server asks for the edit and looks whether it was made.
Answer on_apply_check(Context& context, const GuardData& data, const CallPtr& call) {
  if (!context.client.apply_edit)
    return Failure{ErrorCode::RequestFailed, "the editor does not support workspace/applyEdit"};
  const auto found = find_guard(context, data);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  const Guard& guard = std::get<Guard>(found);
  Json params = {{"label", guard.title}};
  params["edit"] = to_json(guard.edit, context.client);
  context.outgoing.request("workspace/applyEdit", std::move(params),
                           [call](const Json* result) { call->answer(applied(result)); });
  return Deferred{};
}

Answer on_execute(Context& context, const CommandParams& params, const CallPtr& call) {
  const Request* command = context.binder.find_command(params.command);
  if (!command)
    return Failure{ErrorCode::InvalidParams, "params.command: there is no command '" + params.command + "'"};
  return command->run(context, params.arguments.empty() ? Json(nullptr) : params.arguments.front(), call);
}

}  // namespace

void bind_commands(Binder& binder) {
  binder.request("workspace/executeCommand", Where::Now, on_execute);
  binder.command("firstfault.clearFindings", on_clear_findings);
  binder.command("firstfault.server.applyCheck", on_apply_check);
}

}  // namespace firstfault::lsp
