#include "blame/attempts.h"

#include <algorithm>
#include <map>
#include <set>

namespace firstfault::blame {
namespace {

using parse::Facts;
using parse::Order;

bool is_start(const parse::Mark& mark) {
  if (mark.match.signature->cls == rules::Class::Identity) return true;
  const auto* step = find_fact(mark.match.facts, Fact::Step);
  return mark.match.signature->cls == rules::Class::Progress && step != nullptr && *step == "0";
}

// "Worker group FAILED. 1/1 attempts left; will restart worker group", right after the failure notice.
Order restart_said(const Facts& facts, std::uint32_t input, Order failed) {
  constexpr Order kNear = 50;
  for (const auto& mark : facts.marks)
    if (mark.match.signature->id == "elastic-restart" && mark.span.input.value == input && mark.order > failed &&
        mark.order < failed + kNear)
      return mark.order;
  return 0;
}

// A start marker that the same speaker prints for the second time, after the launcher noticed a failure, is a restart.
// One seen for the first time after it is only late output (tee'd streams are not in time order).
std::vector<Order> restarts(const Facts& facts, std::uint32_t input) {
  std::vector<Order> cuts;
  for (const Order failed : facts.elastic_failures) {
    if (failed >> 40U != input) continue;
    Order first_again = 0;
    std::set<std::string> before;

    for (const auto& mark : facts.marks) {
      if (mark.span.input.value != input || !is_start(mark)) continue;
      std::string speaker = std::string(mark.match.signature->id) + '/' + std::to_string(mark.stream) + '/' +
                            (mark.rank ? std::to_string(mark.rank->value) : "");
      for (const auto& fact : mark.match.facts) speaker += '/' + fact.text;
      if (mark.order < failed)
        before.insert(std::move(speaker));
      else if (before.contains(speaker) && (first_again == 0 || mark.order < first_again))
        first_again = mark.order;
    }
    // Everything up to the new start belongs to the old attempt: the launcher's table, late output.
    if (first_again == 0) first_again = restart_said(facts, input, failed);
    if (first_again != 0 && std::find(cuts.begin(), cuts.end(), first_again - 1) == cuts.end())
      cuts.push_back(first_again - 1);
  }
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

}  // namespace

int assign_attempts(Facts& facts) {
  std::map<std::uint32_t, std::vector<Order>> cuts;
  for (std::uint32_t i = 0; i < facts.inputs.size(); ++i) cuts[i] = restarts(facts, i);
  int attempts = 1;
  const auto attempt_at = [&](InputId input, Order order) {
    const auto& file = facts.inputs[input.value].file;
    int attempt = file.attempt.value_or(0);
    if (!file.attempt)

      for (const Order cut : cuts[input.value]) attempt += order > cut ? 1 : 0;
    attempts = std::max(attempts, std::min(attempt, 1000) + 1);
    return attempt;
  };
  for (auto& failure : facts.failures) failure.attempt = attempt_at(failure.span.input, failure.order);
  for (auto& exit : facts.exits) exit.attempt = attempt_at(exit.input, exit.order);
  for (auto& mark : facts.marks) mark.attempt = attempt_at(mark.span.input, mark.order);
  for (const auto& input : facts.inputs)
    if (input.file.attempt) attempts = std::max(attempts, std::min(*input.file.attempt, 1000) + 1);
  return attempts;
}

}  // namespace firstfault::blame
