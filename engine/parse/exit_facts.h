// Launchers' notices about processes, as signatures state them → how which process ended.
#pragma once

#include <string_view>
#include <vector>

#include "parse/facts.h"

namespace firstfault::parse {

struct ExitNotice {
  std::vector<ProcessExit> exits;     // one a process; a notice may name many ("tasks 0-2,5: Killed")
  std::vector<ClosedProcess> closed;  // processes that the launcher itself ended
};

[[nodiscard]] ExitNotice read_exit(const rules::Match& match, std::string_view text);

/// "SIGKILL", "Killed", "9" → 9; empty for anything else.
[[nodiscard]] std::optional<int> signal_number(std::string_view text);
[[nodiscard]] std::string_view signal_name(int number);

}  // namespace firstfault::parse
