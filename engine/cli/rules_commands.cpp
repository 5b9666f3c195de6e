#include "cli/rules_commands.h"

#include "cli/rule_files.h"
#include "output/rule_list.h"
#include "rules/checker.h"
#include "rules/listing.h"

namespace firstfault::cli {
namespace {

std::string counted(std::size_t signatures, std::size_t causes) {
  return std::to_string(signatures) + (signatures == 1 ? " signature and " : " signatures and ") +
         std::to_string(causes) + (causes == 1 ? " cause" : " causes");
}

std::string title_of(const rules::RuleSet& rules, const rules::RuleRow& row) {
  if (const rules::Cause* cause = rules.find_cause(row.id)) return std::string(cause->title);
  const rules::Signature* signature = rules.find_signature(row.id);
  return signature == nullptr ? "" : std::string(signature->title);
}

std::vector<output::ListedRule> listed(const rules::RuleSet& rules) {
  std::vector<output::ListedRule> all;
  for (const rules::RuleRow& row : rules::list_rules(rules)) {
    output::ListedRule& rule = all.emplace_back();
    rule.id = row.id;
    rule.kind = row.kind;
    rule.family = row.family;
    rule.causes.assign(row.causes.begin(), row.causes.end());
    rule.role = row.role;
    rule.file = row.file;
    rule.title = title_of(rules, row);
  }
  return all;
}

}  // namespace

int run_rules_check(const std::vector<std::string>& paths, Console& console) {
  const rules::RuleSet& builtin = rules::builtin_rules();
  if (paths.empty()) {
    console.print(counted(builtin.signatures.size(), builtin.causes.size()) +
                  " are built in; they were checked when this program was built.\n"
                  "Check rules of your own with: firstfault rules check PATH\n");
    return console.finish(kExitFine);
  }
  auto sources = read_rule_files(paths);
  if (!sources) {
    console.complain(to_line(sources.error()));
    return kExitTrouble;
  }
  const auto loaded = rules::load_rules(std::move(sources).value());
  const auto problems = rules::check_rules(loaded, builtin);
  for (const rules::Problem& problem : problems) console.print_error(rules::format(problem));
  if (!problems.empty()) {
    console.complain(std::to_string(problems.size()) + (problems.size() == 1 ? " problem" : " problems"));
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
  const auto rules = listed(*active.value().rules);
  console.print(format == ListFormat::Json ? output::rules_to_json(rules) : output::rules_to_text(rules));
  return console.finish(kExitFine);
}

}  // namespace firstfault::cli
