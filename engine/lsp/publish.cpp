#include "lsp/publish.h"

#include <utility>
#include <vector>

#include "lsp/convert.h"
#include "output/json.h"
#include "text/clean.h"

namespace firstfault::lsp {
namespace {

/// Where the log did not quote the failing line, it is read from the user's file, so that it is found again after
/// edits.
Incident with_source_line(Incident incident, const Source& source) {
  UserFrame& frame = *incident.frame;
  if (!frame.source.empty() || frame.line < 1) return incident;
  if (const auto line = line_at(source.text, static_cast<std::size_t>(frame.line) - 1))
    frame.source = text::trim(line->text);
  return incident;
}

std::vector<Finding> findings_of(Context& context, const rules::RuleSet& rules, Report& report,
                                 const std::string& cwd) {
  std::vector<Finding> findings;
  for (const auto& incident : report.incidents) {
    if (incident.recovered || !incident.frame) continue;
    const auto source = context.workspace.find(incident.frame->file, cwd, report.notes);
    if (!source) continue;
    const rules::Cause* cause = rules.find_cause(incident.cause.id);
    const Incident quoted = with_source_line(incident, *source);
    const std::string link = explain_link(context.explain_link, incident.cause.id);
    Diagnostic diagnostic = diagnostic_of(report, quoted, *source, context.client.encoding);
    if (cause && context.client.code_description) diagnostic.code_link = link;
    findings.push_back({source->uri, std::move(diagnostic), hover_of(report, quoted, cause, link)});
  }
  return findings;
}

void add_rule_notes(const rules::ActiveRules& active, Report& report) {
  for (std::string& note : rules::origin_notes(active, report)) report.notes.push_back(std::move(note));
  report.notes.insert(report.notes.end(), active.notes.begin(), active.notes.end());
}

/// The caller holds context.publishing.
void send(Context& context, const std::vector<DocumentFindings>& changed) {
  for (const auto& document : changed) {
    Json list = Json::array();
    for (const auto& diagnostic : document.diagnostics) list.push_back(to_json(diagnostic));
    Json params = {{"uri", document.uri}};
    if (const auto open = context.documents.find(document.uri)) params["version"] = open->version;
    params["diagnostics"] = std::move(list);
    context.outgoing.notify("textDocument/publishDiagnostics", std::move(params));
  }
}

const char* word(Health health) {
  switch (health) {
    case Health::Ok:
      return "ok";
    case Health::Warning:
      return "warning";
    case Health::Error:
      return "error";
  }
  return "error";
}

}  // namespace

std::shared_ptr<const Json> publish_diagnosis(Context& context, const std::string& origin,
                                              analysis::Diagnosis diagnosis, const std::string& cwd) {
  const Rules rules = context.rules.current();
  std::vector<Finding> findings = findings_of(context, *rules->rules, diagnosis.report, cwd);
  add_rule_notes(*rules, diagnosis.report);
  auto report = std::make_shared<const Json>(output::report_json(diagnosis.report));
  context.lines.remember(origin, diagnosis, report);
  const std::lock_guard lock(context.publishing);
  send(context, context.findings.replace(origin, std::move(findings)));
  return report;
}

void clear_findings(Context& context) {
  context.lines.clear();
  const std::lock_guard lock(context.publishing);
  send(context, context.findings.clear());
}

void send_status(Context& context, Health health, Activity activity, const std::string& message) {
  Json params = {{"health", word(health)}};
  if (!message.empty()) params["message"] = message;
  params["busy"] = activity == Activity::Busy;
  context.outgoing.notify("firstfault/status", std::move(params));
}

}  // namespace firstfault::lsp
