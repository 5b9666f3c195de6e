#include "lsp/results.h"

namespace firstfault::lsp {
namespace {

Json to_json(const RelatedInformation& related) {
  Json location = {{"uri", related.uri}, {"range", lsp::to_json(related.range)}};
  return {{"location", std::move(location)}, {"message", related.message}};
}

}  // namespace

Json to_json(const Position& position) { return {{"line", position.line}, {"character", position.character}}; }

Json to_json(const Range& range) { return {{"start", to_json(range.start)}, {"end", to_json(range.end)}}; }

Json to_json(const Diagnostic& diagnostic) {
  Json related = Json::array();
  for (const auto& entry : diagnostic.related) related.push_back(to_json(entry));
  Json json = {{"range", to_json(diagnostic.range)},
               {"severity", static_cast<int>(diagnostic.severity)},
               {"code", diagnostic.code}};
  if (!diagnostic.code_link.empty()) json["codeDescription"]["href"] = diagnostic.code_link;
  json["source"] = "firstfault";
  json["message"] = diagnostic.message;
  json["relatedInformation"] = std::move(related);
  json["data"] = to_json(diagnostic.data);
  return json;
}

Json to_json(const WorkspaceEdit& edit, const ClientCapabilities& client) {
  Json edits = Json::array();
  for (const auto& change : edit.edits)
    edits.push_back(Json{{"range", to_json(change.range)}, {"newText", change.text}});
  Json result;
  if (!client.document_changes) {
    result["changes"][edit.uri] = std::move(edits);
    return result;
  }
  Json document = {{"uri", edit.uri}, {"version", nullptr}};
  if (edit.version) document["version"] = *edit.version;
  Json change;
  change["textDocument"] = std::move(document);
  change["edits"] = std::move(edits);
  result["documentChanges"] = Json::array({std::move(change)});
  return result;
}

}  // namespace firstfault::lsp
