// `firstfault rules export`: fingerprints of chosen causes as a file for a tool that watches logs.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/parse.h"
#include "support/result.h"

namespace firstfault::cli {

struct ExportOptions {
  std::string format;  // one of the choices of --format
  std::vector<std::string> causes;
  std::string selector;
  std::vector<std::string> rules;
  std::string command;  // as it was typed, for the heading of the file
};

/// An error where no format is named.
[[nodiscard]] Result<ExportOptions> export_options(const Invocation& invocation);

[[nodiscard]] int run_rules_export(const ExportOptions& options, Console& console);

}  // namespace firstfault::cli
