// Command line → what is asked for, by the table in flags.h. Does nothing else: no files, no output.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "support/result.h"

namespace firstfault::cli {

enum class Wish { Run, ShortHelp, LongHelp, Version, NoCommand };

struct Option {
  FlagId flag;
  std::string value;  // empty where the flag takes none
};

struct Invocation {
  Wish wish = Wish::Run;
  const Command* command = nullptr;  // null for help and version of the whole program
  std::vector<Option> options;       // in the order given
  std::vector<std::string> paths;
};

/// `arguments` without the program's name. The error's hint says what was probably meant.
[[nodiscard]] Result<Invocation> parse(std::span<const std::string> arguments);

[[nodiscard]] bool has(const Invocation& invocation, FlagId flag);
/// The last value given for `flag`, or `fallback`.
[[nodiscard]] std::string value_of(const Invocation& invocation, FlagId flag, const std::string& fallback);
/// All values given for `flag`.
[[nodiscard]] std::vector<std::string> values_of(const Invocation& invocation, FlagId flag);

}  // namespace firstfault::cli
