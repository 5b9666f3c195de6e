// `firstfault diagnose`: reads the paths of one job, has them diagnosed, prints the report, and chooses the exit
// status.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/parse.h"
#include "cli/terminal.h"
#include "host/files.h"
#include "model/report.h"
#include "rules/rule.h"
#include "support/result.h"

namespace firstfault::cli {

enum class Format { Text, Json, RetryAdvice };
enum class OnFailure { ExitOne, ExitZero };

struct DiagnoseOptions {
  std::vector<std::string> paths;
  Format format = Format::Text;
  OnFailure on_failure = OnFailure::ExitOne;
  output::Colour colour = output::Colour::Off;
  std::size_t width = 0;
  bool everything = false;       // --verbose
  bool follow = false;
  bool explain_reading = false;  // how each line was read, instead of a report
  std::vector<std::string> sources;
  std::vector<host::PathMap> path_maps;
  std::vector<std::string> rules;
};

/// What the command line asks for, on `terminal`. An error where a value makes no sense.
[[nodiscard]] Result<DiagnoseOptions> diagnose_options(const Invocation& invocation, const Terminal& terminal);

/// The exit status by the contract. `unread`: some of several paths could not be read.
enum class Unread { None, Some };
[[nodiscard]] int status_of(const Report& report, const DiagnoseOptions& options, Unread unread);

/// The report in the wanted format.
[[nodiscard]] std::string rendered(const Report& report, const DiagnoseOptions& options, const rules::RuleSet& rules);

/// Says what is wrong with the paths; the exit status for it.
[[nodiscard]] int complain_of(const std::vector<Error>& errors, Console& console);

[[nodiscard]] int run_diagnose(const DiagnoseOptions& options, Console& console);

}  // namespace firstfault::cli
