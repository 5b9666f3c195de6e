#include <algorithm>

#include "rules/checker.h"
#include "rules/loader.h"
#include "syntax/python.h"
#include "targets.h"

namespace firstfault::fuzz {

void rule_loader(std::string_view data) {
  const auto loaded = rules::load_rules(
      {{"signatures/fuzz/rule.jsonc", std::string(data)}, {"causes/fuzz/rule.jsonc", std::string(data)}});
  const auto lines = static_cast<std::size_t>(std::count(data.begin(), data.end(), '\n')) + 1;
  for (const auto& problem : loaded.problems) {
    require(!problem.message.empty() && !problem.file.empty(), "a problem says what and where");
    require(problem.line >= 1 && problem.line <= lines && problem.column >= 1, "a problem points into the file");
    require(!rules::format(problem).empty(), "a problem can be printed");
  }
  require(!loaded.problems.empty() || loaded.rules.signatures.size() + loaded.rules.causes.size() > 0,
          "a file is a rule or has a problem");
  (void)rules::check_rules(loaded, {}, syntax::first_error);
}

}  // namespace firstfault::fuzz
