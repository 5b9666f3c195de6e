// The help texts, made from the table in flags.h.
#pragma once

#include <string>

#include "cli/flags.h"

namespace firstfault::cli {

/// One screen: usage and options in a line each. `command` null: the whole program.
[[nodiscard]] std::string short_help(const Command* command);

/// Examples first, then all there is to say.
[[nodiscard]] std::string long_help(const Command* command);

}  // namespace firstfault::cli
