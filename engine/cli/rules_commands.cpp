#include "cli/rules_commands.h"

#include <algorithm>

#include "cli/listed.h"
#include "cli/rule_files.h"
#include "rules/checker.h"
#include "syntax/python.h"

namespace firstfault::cli {
namespace {

constexpr std::size_t kMostProblems = 100;  // that rules check prints

std::string counted(std::size_t signatures, std::size_t causes) {
  return std::to_string(signatures) + (signatures == 1 ? " signature and " : " signatures and ") +
         std::to_string(causes) + (causes == 1 ? " cause" : " causes");
}

}  // namespace

int run_rules_check(const std::vector<std::string>& paths, Console& console) {
  auto sources = paths.empty() ? Result(rules::builtin_sources()) : read_rule_files(paths);
  if (!sources) {
    console.complain(to_line(sources.error()));
    return kExitTrouble;
  }
  const auto loaded = rules::load_rules(std::move(sources).value());
  const auto problems =
      rules::check_rules(loaded, paths.empty() ? rules::RuleSet{} : rules::builtin_rules(), syntax::first_error);
  for (std::size_t i = 0; i < std::min(problems.size(), kMostProblems); ++i)
    console.print_error(rules::format(problems[i]));
  if (!problems.empty()) {
    const std::string more =
        problems.size() > kMostProblems ? "; the first " + std::to_string(kMostProblems) + " are shown" : "";
    console.complain(std::to_string(problems.size()) + (problems.size() == 1 ? " problem" : " problems") + more);
    return kExitTrouble;
  }
  console.print(counted(loaded.rules.signatures.size(), loaded.rules.causes.size()) + " are sound.\n");
  return console.finish(kExitFine);
}

int run_rules_list(ListFormat format, const std::vector<std::string>& folders, Console& console) {
  const auto active = activate_rules(folders);
  if (!active) {
    console.complain(to_line(active.error()));
    return kExitTrouble;
  }
  complain_of_rules(active.value(), console);
  const auto rules = listed(rules::list_rules(*active.value().rules));
  console.print(format == ListFormat::Json ? output::rules_to_json(rules) : output::rules_to_text(rules));
  return console.finish(kExitFine);
}

}  // namespace firstfault::cli
