// Reads rule files as texts. Knows nothing of what stands in them (rules/loader.h).
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace firstfault::host {

/// Where a folder keeps rules of its own.
inline constexpr const char* kRulesFolder = ".firstfault/rules";
inline constexpr std::size_t kMaxRuleBytes = 1024 * 1024;

struct TextFile {
  std::string path;
  std::string text;
};

/// The files behind `path`: a folder gives its *.jsonc, a file is taken whatever it is called. An error where it cannot
/// be read or a folder holds none.
[[nodiscard]] Result<std::vector<TextFile>> read_rule_files(const std::string& path);

/// Those of `folder`/.firstfault/rules; empty where there is no such folder, or nothing in it. What cannot be read is
/// an error.
[[nodiscard]] Result<std::vector<TextFile>> read_own_rules(const std::string& folder);

}  // namespace firstfault::host
