// Runs a parsed command line, except the language server, which app/ starts itself (cli/ and lsp/ do not know each
// other).
#pragma once

#include <string>

#include "cli/console.h"
#include "cli/parse.h"

namespace firstfault::cli {

[[nodiscard]] std::string version();

/// Returns the exit status. Not for CommandId::Lsp.
[[nodiscard]] int run(const Invocation& invocation, Console& console);

/// Says what is wrong with the command line; returns the exit status.
[[nodiscard]] int complain_of_usage(const Error& error, Console& console);

}  // namespace firstfault::cli
