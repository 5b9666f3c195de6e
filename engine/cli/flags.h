// The one table of commands and options. The parser (parse.h) and the help (help.h) are made from it; nothing else
// knows an option's name.
#pragma once

#include <span>
#include <string_view>

namespace firstfault::cli {

enum class FlagId {
  Format,
  Json,
  Source,
  PathMap,
  Rules,
  Follow,
  Color,
  ExitZero,
  RetryAdvice,
  Verbose,
  ExplainReading,
  ExportFormat,
  Cause,
  Selector,
  EntryFormat,
  Reader,
  Stdio,
  Delimited,
  Help,
  Version
};

struct Flag {
  FlagId id;
  std::string_view name;                      // "--format"
  char letter;                                // 'v' for -v; 0 for none
  std::string_view value;                     // what the help calls its value, "DIR"; empty where it takes none
  std::span<const std::string_view> choices;  // the values that are allowed; empty for any
  std::string_view help;                      // one line
  std::string_view more;                      // for --help; may be empty
};

enum class CommandId { Diagnose, Explain, Lsp, RulesCheck, RulesList, RulesExport };

struct Example {
  std::string_view command;
  std::string_view about;
};

struct Command {
  CommandId id;
  std::string_view name;       // "rules check"
  std::string_view arguments;  // "[PATH…]"; empty where it takes no paths
  std::string_view summary;    // one line
  std::string_view about;      // paragraphs for --help, separated by \n
  std::span<const Example> examples;
  std::span<const FlagId> flags;
};

[[nodiscard]] std::span<const Flag> all_flags();
[[nodiscard]] std::span<const Command> all_commands();
[[nodiscard]] const Flag& flag_of(FlagId id);

}  // namespace firstfault::cli
