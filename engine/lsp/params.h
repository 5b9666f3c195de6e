// What clients send: LSP's own messages as far as they matter here, and the methods of ours. Data only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lsp/protocol.h"

namespace firstfault::lsp {

struct Folder {
  std::string uri;
};

struct InitializeParams {
  std::optional<std::int64_t> process_id;
  std::vector<Folder> folders;  // of workspaceFolders, else rootUri, else rootPath
  ClientCapabilities capabilities;
  std::vector<std::pair<std::string, std::string>> path_mappings;
  std::vector<std::string> rule_paths;  // rule files, or folders of them
  bool folder_rules = true;             // whether rules that the folders keep may be used
  std::string explain_link;             // where an id's page is for this client; {id} stands for the id
};

struct FoldersEvent {
  std::vector<Folder> added;
  std::vector<Folder> removed;
};

struct FoldersChange {
  FoldersEvent event;
};

struct DocumentItem {
  std::string uri;
  std::string language;
  std::int64_t version = 0;
  std::string text;
};

struct ContentChange {
  std::optional<Range> range;  // empty: `text` is the whole document
  std::string text;
};

struct DidOpenParams {
  DocumentItem document;
};

struct DidChangeParams {
  std::string uri;
  std::int64_t version = 0;
  std::vector<ContentChange> changes;
};

struct DidCloseParams {
  std::string uri;
};

struct PositionParams {
  std::string uri;
  Position position;
};

struct KnownDiagnostic {
  Range range;
  std::string source;
  std::optional<GuardData> data;  // empty where the client did not keep it
  Json original;                  // as the client sent it
};

struct CodeActionParams {
  std::string uri;
  std::vector<KnownDiagnostic> diagnostics;
  std::vector<std::string> only;
};

struct ResolveParams {
  GuardData data;
  Json original;  // the code action as the client sent it
};

struct CommandParams {
  std::string command;
  std::vector<Json> arguments;
};

struct DiagnoseTextParams {
  std::string text;
  std::string origin;
  std::string cwd;
  std::string uri;
};

struct DiagnosePathsParams {
  std::vector<std::string> paths;
  std::string cwd;
  Json work_done_token;
};

/// Of a terminal or a run: a string or a number on the wire, given back as it came.
struct Name {
  std::string text;
  Json wire;
};

struct TerminalChunkParams {
  Name terminal;
  Name run;
  std::int64_t seq = 0;
  std::string data;
};

struct TerminalEndParams {
  Name terminal;
  Name run;
  std::string cwd;
};

struct CancelProgressParams {
  Json token;
};

struct LineInfoParams {
  std::string text;
  Name terminal;  // its text is empty where the client does not say
};

struct ExplainParams {
  std::string id;
};

void read(Fields& in, InitializeParams& out);
void read(Fields& in, FoldersChange& out);
void read(Fields& in, DidOpenParams& out);
void read(Fields& in, DidChangeParams& out);
void read(Fields& in, DidCloseParams& out);
void read(Fields& in, PositionParams& out);
void read(Fields& in, CodeActionParams& out);
void read(Fields& in, ResolveParams& out);
void read(Fields& in, CommandParams& out);
void read(Fields& in, DiagnoseTextParams& out);
void read(Fields& in, DiagnosePathsParams& out);
void read(Fields& in, TerminalChunkParams& out);
void read(Fields& in, TerminalEndParams& out);
void read(Fields& in, CancelProgressParams& out);
void read(Fields& in, LineInfoParams& out);
void read(Fields& in, ExplainParams& out);

}  // namespace firstfault::lsp
