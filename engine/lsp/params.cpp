#include "lsp/params.h"

#include <algorithm>
#include <initializer_list>

#include "lsp/uri.h"

namespace firstfault::lsp {
namespace {

const Json* member_at(const Json& json, std::initializer_list<const char*> path) {
  const Json* at = &json;
  for (const char* name : path) {
    if (!at->is_object()) return nullptr;
    const auto member = at->find(name);
    if (member == at->end()) return nullptr;
    at = &*member;
  }
  return at;
}

bool is_true(const Json& json, std::initializer_list<const char*> path) {
  const Json* member = member_at(json, path);
  return member && member->is_boolean() && member->get<bool>();
}

bool is_false(const Json& json, std::initializer_list<const char*> path) {
  const Json* member = member_at(json, path);
  return member && member->is_boolean() && !member->get<bool>();
}

std::string read_text(const Json& json, const char* name) {
  const Json* member = member_at(json, {name});
  return member && member->is_string() ? member->get<std::string>() : std::string();
}

std::vector<std::string> read_texts(const Json& json, const char* name) {
  std::vector<std::string> texts;
  const Json* member = member_at(json, {name});
  if (!member || !member->is_array()) return texts;
  for (const Json& text : *member)
    if (text.is_string() && !text.get<std::string>().empty()) texts.push_back(text.get<std::string>());
  return texts;
}

bool lists(const Json& json, std::initializer_list<const char*> path, const char* wanted) {
  const Json* member = member_at(json, path);
  return member && member->is_array() && std::find(member->begin(), member->end(), wanted) != member->end();
}

ClientCapabilities read_capabilities(const Json& json) {
  ClientCapabilities client;
  if (lists(json, {"general", "positionEncodings"}, "utf-8")) client.encoding = Encoding::Utf8;
  client.work_done_progress = is_true(json, {"window", "workDoneProgress"});
  client.document_changes = is_true(json, {"workspace", "workspaceEdit", "documentChanges"});
  client.apply_edit = is_true(json, {"workspace", "applyEdit"});
  client.watched_files = is_true(json, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"});
  client.relative_patterns = is_true(json, {"workspace", "didChangeWatchedFiles", "relativePatternSupport"});
  client.code_description = is_true(json, {"textDocument", "publishDiagnostics", "codeDescriptionSupport"});
  client.lazy_edits = lists(json, {"textDocument", "codeAction", "resolveSupport", "properties"}, "edit");
  return client;
}

/// {"from": "to"} or [{"from": …, "to": …}].
std::vector<std::pair<std::string, std::string>> read_mappings(const Json& options) {
  std::vector<std::pair<std::string, std::string>> mappings;
  const Json* json = member_at(options, {"pathMappings"});
  if (!json) return mappings;
  if (json->is_object()) {
    for (const auto& [from, to] : json->items())
      if (to.is_string()) mappings.emplace_back(from, to.get<std::string>());
  } else if (json->is_array()) {
    for (const Json& entry : *json) {
      const Json* from = member_at(entry, {"from"});
      const Json* to = member_at(entry, {"to"});
      if (from && to && from->is_string() && to->is_string()) mappings.emplace_back(*from, *to);
    }
  }
  return mappings;
}

struct VersionedDocument {
  std::string uri;
  std::int64_t version = 0;
};

void read(Fields& in, VersionedDocument& out) {
  in.required("uri", out.uri);
  in.required("version", out.version);
}

struct DocumentName {
  std::string uri;
};

void read(Fields& in, DocumentName& out) { in.required("uri", out.uri); }

void read_document(Fields& in, std::string& uri) {
  DocumentName document;
  in.required("textDocument", document);
  uri = document.uri;
}

struct ActionContext {
  std::vector<KnownDiagnostic> diagnostics;
  std::vector<std::string> only;
};

void read(Fields& in, ActionContext& out) {
  in.required("diagnostics", out.diagnostics);
  in.optional("only", out.only);
}

void read_name(Fields& in, const char* member, Name& out) {
  in.required(member, out.wire);
  if (out.wire.is_number_integer())
    out.text = dump_json(out.wire);
  else
    in.required(member, out.text);
}

}  // namespace

void read(Fields& in, Folder& out) { in.required("uri", out.uri); }

void read(Fields& in, Position& out) {
  in.required("line", out.line);
  in.required("character", out.character);
}

void read(Fields& in, Range& out) {
  in.required("start", out.start);
  in.required("end", out.end);
}

void read(Fields& in, InitializeParams& out) {
  Json capabilities;
  Json options;
  std::string root_uri;
  std::string root_path;
  in.optional("processId", out.process_id);
  in.optional("capabilities", capabilities);
  in.optional("initializationOptions", options);
  in.optional("workspaceFolders", out.folders);
  in.optional("rootUri", root_uri);
  in.optional("rootPath", root_path);
  if (root_uri.empty() && !root_path.empty()) root_uri = uri_from_path(root_path);
  if (out.folders.empty() && !root_uri.empty()) out.folders.push_back({root_uri});
  out.capabilities = read_capabilities(capabilities);
  out.path_mappings = read_mappings(options);
  out.rule_paths = read_texts(options, "rulePaths");
  out.folder_rules = !is_false(options, {"folderRules"});
  out.explain_link = read_text(options, "explainLink");
}

void read(Fields& in, FoldersEvent& out) {
  in.optional("added", out.added);
  in.optional("removed", out.removed);
}

void read(Fields& in, FoldersChange& out) { in.required("event", out.event); }

void read(Fields& in, DocumentItem& out) {
  in.required("uri", out.uri);
  in.optional("languageId", out.language);
  in.required("version", out.version);
  in.required("text", out.text);
}

void read(Fields& in, DidOpenParams& out) { in.required("textDocument", out.document); }

void read(Fields& in, ContentChange& out) {
  in.optional("range", out.range);
  in.required("text", out.text);
}

void read(Fields& in, DidChangeParams& out) {
  VersionedDocument document;
  in.required("textDocument", document);
  in.required("contentChanges", out.changes);
  out.uri = document.uri;
  out.version = document.version;
}

void read(Fields& in, DidCloseParams& out) { read_document(in, out.uri); }

void read(Fields& in, PositionParams& out) {
  read_document(in, out.uri);
  in.required("position", out.position);
}

void read(Fields& in, KnownDiagnostic& out) {
  Json data;
  out.original = in.json();
  in.required("range", out.range);
  in.optional("source", out.source);
  in.optional("data", data);
  if (!data.is_object()) return;
  GuardData known;
  Fields fields(data, "data");
  read(fields, known);
  if (fields.ok()) out.data = known;
}

void read(Fields& in, CodeActionParams& out) {
  ActionContext context;
  read_document(in, out.uri);
  in.required("context", context);
  out.diagnostics = std::move(context.diagnostics);
  out.only = std::move(context.only);
}

void read(Fields& in, ResolveParams& out) {
  in.required("data", out.data);
  out.original = in.json();
}

void read(Fields& in, CommandParams& out) {
  in.required("command", out.command);
  in.optional("arguments", out.arguments);
}

void read(Fields& in, DiagnoseTextParams& out) {
  in.required("text", out.text);
  in.required("origin", out.origin);
  in.optional("cwd", out.cwd);
  in.optional("uri", out.uri);
}

void read(Fields& in, DiagnosePathsParams& out) {
  in.required("paths", out.paths);
  in.optional("cwd", out.cwd);
  in.optional("workDoneToken", out.work_done_token);
}

void read(Fields& in, TerminalChunkParams& out) {
  read_name(in, "terminal", out.terminal);
  read_name(in, "run", out.run);
  in.required("seq", out.seq);
  in.required("data", out.data);
}

void read(Fields& in, TerminalEndParams& out) {
  read_name(in, "terminal", out.terminal);
  read_name(in, "run", out.run);
  in.optional("cwd", out.cwd);
}

void read(Fields& in, CancelProgressParams& out) { in.required("token", out.token); }

void read(Fields& in, LineInfoParams& out) {
  in.required("text", out.text);
  in.optional("terminal", out.terminal.wire);
  if (!out.terminal.wire.is_null()) read_name(in, "terminal", out.terminal);
}

void read(Fields& in, ExplainParams& out) { in.required("id", out.id); }

}  // namespace firstfault::lsp
