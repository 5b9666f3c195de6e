// What clients get, besides reports (output/json.h). Data only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lsp/protocol.h"

namespace firstfault::lsp {

enum class Severity { Error = 1, Warning = 2 };

struct RelatedInformation {
  std::string uri;
  Range range;
  std::string message;
};

struct Diagnostic {
  Range range;
  Severity severity = Severity::Error;
  std::string code;
  std::string code_link;  // where the code is explained; may be empty
  std::string message;
  std::vector<RelatedInformation> related;
  GuardData data;
};

struct DocumentEdit {
  Range range;
  std::string text;
};

/// Edits of one document.
struct WorkspaceEdit {
  std::string uri;
  std::optional<std::int64_t> version;  // empty where the document is not open
  std::vector<DocumentEdit> edits;
};

[[nodiscard]] Json to_json(const Position& position);
[[nodiscard]] Json to_json(const Range& range);
[[nodiscard]] Json to_json(const Diagnostic& diagnostic);
/// With versions where the client understands documentChanges, else as `changes`.
[[nodiscard]] Json to_json(const WorkspaceEdit& edit, const ClientCapabilities& client);

}  // namespace firstfault::lsp
