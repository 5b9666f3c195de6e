// firstfault/lineInfo: what a terminal or log line is, answered from memory. firstfault/clear.
#include "lsp/context.h"
#include "lsp/publish.h"
#include "output/words.h"

namespace firstfault::lsp {
namespace {

Answer on_line_info(Context& context, const LineInfoParams& params, const CallPtr&) {
  const auto fact = context.lines.find(params.text, terminal_origin(params.terminal.text));
  if (!fact) return Json(nullptr);
  Json result = {{"verdict", fact->verdict}, {"role", output::word(fact->role)}};
  result["rank"] = fact->rank ? Json(fact->rank->value) : Json(nullptr);
  result["says"] = fact->says;
  result["report"] = *fact->report;
  return result;
}

Answer on_clear(Context& context, const Nothing&, const CallPtr&) {
  clear_findings(context);
  return Json(nullptr);
}

void on_clear_notification(Context& context, const Nothing&) { clear_findings(context); }

}  // namespace

void bind_lines(Binder& binder) {
  binder.request("firstfault/lineInfo", Where::Now, on_line_info);
  binder.request("firstfault/clear", Where::Now, on_clear);
  binder.notification("firstfault/clear", Where::Now, on_clear_notification);
}

}  // namespace firstfault::lsp
