#include "blame/notices.h"

#include <algorithm>
#include <iterator>

#include "text/cursor.h"

namespace firstfault::blame {
namespace {

using parse::Failure;

std::string_view first_cause(const Failure& failure) {
  if (failure.matches.empty()) return {};
  const auto& evidence = failure.matches.front().signature->evidence;
  return evidence.empty() ? std::string_view{} : evidence.front().cause;
}

}  // namespace

bool is_hardware_notice(const Failure& failure) {
  return failure.source == parse::Source::Line && first_cause(failure).starts_with("hardware.");
}

bool is_decided_on_cpu(const Failure& failure) {
  if (failure.source != parse::Source::Exception || failure.cls != rules::Class::Local || failure.suspect) return false;
  if (failure.matches.empty()) return !failure.generic;
  constexpr std::string_view kOfTheCpu[] = {"data.",   "numeric.", "shape.", "dtype.",
                                            "device.", "config.",  "env.",   "code."};
  return std::any_of(std::begin(kOfTheCpu), std::end(kOfTheCpu),
                     [&](std::string_view family) { return first_cause(failure).starts_with(family); });
}

bool was_borne(const parse::Facts& facts, const Failure& notice) {
  std::int64_t before = -1;
  std::size_t later = 0;
  for (const auto& mark : facts.marks) {
    const auto* step = find_fact(mark.match.facts, Fact::Step);
    if (mark.match.signature->cls != rules::Class::Progress || mark.span.input != notice.span.input || step == nullptr)
      continue;
    text::Cursor cursor(*step);
    const auto number = cursor.take_number();
    if (!number) continue;
    if (mark.order < notice.order)
      before = std::max(before, *number);
    else if (*number > before)
      ++later;
  }
  constexpr std::size_t kSteps = 2;  // one may have been on its way
  return before >= 0 && later >= kSteps;
}

}  // namespace firstfault::blame
