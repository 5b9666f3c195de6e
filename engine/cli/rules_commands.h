// `firstfault rules check` and `firstfault rules list`.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace firstfault::cli {

enum class ListFormat { Text, Json };

[[nodiscard]] int run_rules_check(const std::vector<std::string>& paths, Console& console);
[[nodiscard]] int run_rules_list(ListFormat format, const std::vector<std::string>& folders, Console& console);

}  // namespace firstfault::cli
