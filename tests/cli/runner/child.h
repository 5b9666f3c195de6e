// Starts the engine for one case and collects what it prints. The only user of Boost.Process in these tests.
#pragma once

#include <string>

#include "case_file.h"

namespace firstfault::test {

/// Runs `engine` in `folder` as the case says. Throws std::runtime_error where it cannot be started or takes too long.
[[nodiscard]] Outcome run_case(const std::string& engine, const CaseFile& file, const std::string& folder);

}  // namespace firstfault::test
