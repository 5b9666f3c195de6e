#include "cli/run.h"

#include <unistd.h>

#include "cli/diagnose.h"
#include "cli/export_rules.h"
#include "cli/explain.h"
#include "cli/help.h"
#include "cli/rules_commands.h"
#include "rules/rule.h"

namespace firstfault::cli {
namespace {

int diagnose(const Invocation& invocation, Console& console) {
  const auto options = diagnose_options(invocation, terminal_of(STDOUT_FILENO));
  return options ? run_diagnose(options.value(), console) : complain_of_usage(options.error(), console);
}

int list_rules(const Invocation& invocation, Console& console) {
  const bool json = has(invocation, FlagId::Json) || value_of(invocation, FlagId::Format, "text") == "json";
  return run_rules_list(json ? ListFormat::Json : ListFormat::Text, values_of(invocation, FlagId::Rules), console);
}

int export_rules(const Invocation& invocation, Console& console) {
  const auto options = export_options(invocation);
  return options ? run_rules_export(options.value(), console) : complain_of_usage(options.error(), console);
}

int print_version(Console& console) {
  const rules::RuleSet& rules = rules::builtin_rules();
  console.print("firstfault " + version() + " (" + std::to_string(rules.signatures.size() + rules.causes.size()) +
                " rules: " + std::to_string(rules.signatures.size()) + " signatures, " +
                std::to_string(rules.causes.size()) + " causes)\n");
  return console.finish(kExitFine);
}

int run_command(const Invocation& invocation, Console& console) {
  switch (invocation.command->id) {
    case CommandId::Diagnose:
      return diagnose(invocation, console);
    case CommandId::Explain:
      return run_explain(explain_options(invocation), console);
    case CommandId::RulesCheck:
      return run_rules_check(invocation.paths, console);
    case CommandId::RulesList:
      return list_rules(invocation, console);
    case CommandId::RulesExport:
      return export_rules(invocation, console);
    case CommandId::Lsp:
      break;
  }
  return kExitTrouble;
}

}  // namespace

std::string version() { return FIRSTFAULT_VERSION; }

int run(const Invocation& invocation, Console& console) {
  switch (invocation.wish) {
    case Wish::ShortHelp:
      console.print(short_help(invocation.command));
      return console.finish(kExitFine);
    case Wish::LongHelp:
      console.print(long_help(invocation.command));
      return console.finish(kExitFine);
    case Wish::Version:
      return print_version(console);
    case Wish::NoCommand:
      console.print_error(short_help(nullptr));
      return kExitTrouble;
    case Wish::Run:
      break;
  }
  return run_command(invocation, console);
}

int complain_of_usage(const Error& error, Console& console) {
  console.complain(to_line(error));
  return kExitTrouble;
}

}  // namespace firstfault::cli
