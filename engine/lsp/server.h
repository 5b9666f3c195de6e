// `firstfault lsp`: the language server on two file descriptors. The only door into this folder.
// Not for the command line's flags (cli/) and not for diagnosing (analysis/).
#pragma once

#include <string>

#include "rules/matcher.h"
#include "rules/rule.h"

namespace firstfault::lsp {

/// How messages are told apart on the wire.
enum class Framing {
  ContentLength,  // as LSP says
  Delimited       // for people and tests: messages between lines `---`, lines with `#` are comments; handled strictly in order
};

/// Both pointers must outlive the server.
struct ServerOptions {
  const rules::RuleSet* rules = nullptr;
  const rules::Matcher* matcher = nullptr;
  Framing framing = Framing::ContentLength;
  std::string version;  // for serverInfo
};

/// Serves one client until `exit`, the end of its input, a closed output or the death of the process that started it.
/// Where `out_fd` is 1, standard output is pointed at standard error first, so that no stray print can break the protocol.
/// Returns the exit status: 0 only after an orderly `shutdown` and `exit`, else 1.
[[nodiscard]] int run_server(int in_fd, int out_fd, const ServerOptions& options);

}  // namespace firstfault::lsp
