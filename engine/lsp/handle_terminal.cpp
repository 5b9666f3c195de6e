// firstfault/terminalChunk and firstfault/terminalEnd; raises firstfault/incident while a job may still hang.
#include "lsp/context.h"
#include "lsp/publish.h"

namespace firstfault::lsp {
namespace {

void on_chunk(Context& context, const TerminalChunkParams& chunk) {
  auto diagnosis = context.terminals.feed(chunk);
  if (!diagnosis) return;
  const auto report = publish_diagnosis(context, terminal_origin(chunk.terminal.text), std::move(*diagnosis), "");
  Json params;
  params["report"] = *report;
  params["terminal"] = chunk.terminal.wire;
  params["run"] = chunk.run.wire;
  context.outgoing.notify("firstfault/incident", std::move(params));
}

/// Commands that have nothing to do with a job (`ls`) leave the findings of the last job alone.
Answer on_end(Context& context, const TerminalEndParams& end, const CallPtr&) {
  auto ended = context.terminals.end(end);
  if (!ended) return Json(nullptr);
  const bool is_job = ended->diagnosis.report.outcome != Outcome::NoFailureFound;
  if (!is_job && !ended->raised) return Json(nullptr);
  const auto report =
      publish_diagnosis(context, terminal_origin(end.terminal.text), std::move(ended->diagnosis), end.cwd);
  return is_job ? *report : Json(nullptr);
}

}  // namespace

void bind_terminal(Binder& binder) {
  binder.notification("firstfault/terminalChunk", Where::Terminal, on_chunk);
  binder.request("firstfault/terminalEnd", Where::Terminal, on_end);
}

}  // namespace firstfault::lsp
