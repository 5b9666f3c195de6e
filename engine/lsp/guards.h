// Quick fixes for a finding: the guards of advice/ as edits of the document as it stands now. Stateless: all that is
// needed comes with the request.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lsp/context.h"
#include "lsp/results.h"

namespace firstfault::lsp {

struct Guard {
  GuardData data;  // names the action and the version that it was made for
  std::string title;
  bool preferred = false;
  WorkspaceEdit edit;
};

/// Every guard that can be inserted. None where the failing line cannot be found for certain.
[[nodiscard]] std::vector<Guard> find_guards(Context& context, const GuardData& data);

/// The guard that `data.action` names; a failure where the document moved on or the call is gone.
[[nodiscard]] std::variant<Guard, Failure> find_guard(Context& context, const GuardData& data);

}  // namespace firstfault::lsp
