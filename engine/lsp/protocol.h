// What both directions of the protocol share: error codes, what the client can do, the data that a finding carries.
// Data only, LSP 3.17. What clients send is in params.h, what they get in results.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lsp/fields.h"
#include "lsp/json.h"
#include "lsp/positions.h"

namespace firstfault::lsp {

enum class ErrorCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestCancelled = -32800,
  ContentModified = -32801,
  RequestFailed = -32803
};

struct Failure {
  ErrorCode code = ErrorCode::InternalError;
  std::string message;
};

/// Parameters that do not matter.
struct Nothing {};

struct ClientCapabilities {
  Encoding encoding = Encoding::Utf16;
  bool work_done_progress = false;  // the server may create progress of its own
  bool document_changes = false;    // edits may carry versions
  bool apply_edit = false;
  bool watched_files = false;      // the server may ask to hear of changed files
  bool relative_patterns = false;  // … below a folder that it names
  bool code_description = false;   // a diagnostic's code may be a link
  bool lazy_edits = false;         // codeAction/resolve may fill in the edit
};

/// The user's frame and cause that a diagnostic carries, so that a quick fix needs no memory of the server.
struct GuardData {
  std::string uri;
  std::string cause;
  std::string source;  // the line that the traceback quoted
  std::string function;
  int line = 0;  // 1-based
  bool reliable = false;
  int mark_begin = -1;
  int mark_end = -1;
  std::string action;                   // which guard; only in a code action's data
  std::optional<std::int64_t> version;  // of the open document that the action was offered for
};

void read(Fields& in, GuardData& out);
[[nodiscard]] Json to_json(const GuardData& data);
[[nodiscard]] Json to_json(const Failure& failure);

}  // namespace firstfault::lsp
