// diagnose --follow: reads logs while they are written, says the verdict as soon as there is one, and reports at the
// end. Not for finding out what was appended (host/follow.h).
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/diagnose.h"
#include "cli/rule_files.h"

namespace firstfault::cli {

/// True where the log itself says that nothing more is to come: the job succeeded, or its launcher said how it failed.
[[nodiscard]] bool says_it_is_over(const Report& report);

/// Until Ctrl-C, the end of standard input, or the end of the job. Returns the exit status.
[[nodiscard]] int run_follow(const std::vector<std::string>& paths, const DiagnoseOptions& options,
                             const ActiveRules& active, Console& console);

}  // namespace firstfault::cli
