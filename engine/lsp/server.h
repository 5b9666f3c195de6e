// `firstfault lsp`: the language server on two file descriptors. The only door into this folder.
// Not for the command line's flags (cli/) and not for diagnosing (analysis/).
#pragma once

#include <string>
#include <vector>

#include "lsp/framing.h"
#include "rules/loader.h"

namespace firstfault::lsp {

struct ServerOptions {
  std::vector<rules::LoadedRules> rules;  // over the built-in ones and those of the client's folders
  Framing framing = Framing::ContentLength;
  std::string version;  // for serverInfo
};

/// Serves one client until `exit`, the end of its input, a closed output or the death of the process that started it.
/// Where `out_fd` is 1, standard output is pointed at standard error first, so that no stray print can break the
/// protocol. Returns the exit status: 0 after an orderly `shutdown`, else 1.
[[nodiscard]] int run_server(int in_fd, int out_fd, const ServerOptions& options);

}  // namespace firstfault::lsp
