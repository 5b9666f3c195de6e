#include "blame/caught.h"

#include <algorithm>

#include "text/cursor.h"

namespace firstfault::blame {
namespace {

using parse::Facts;
using parse::Failure;
using parse::Mark;
using rules::Class;

std::optional<int> speaker(const Facts& facts, const Failure& failure) {
  if (failure.rank) return failure.rank->value;
  const auto& stream = facts.streams[failure.stream];
  return stream.rank ? std::optional<int>(stream.rank->value) : std::nullopt;
}

// The same speaker moved on after the error, as far as the text can tell who speaks.
bool moved_on(const Facts& facts, const Failure& failure, Class cls) {
  const auto rank = speaker(facts, failure);
  return std::any_of(facts.marks.begin(), facts.marks.end(), [&](const Mark& mark) {
    if (mark.match.signature->cls != cls || mark.attempt != failure.attempt || mark.order <= failure.order)
      return false;
    if (mark.span.input != failure.span.input) return false;
    if (mark.stream == failure.stream && (!rank || !mark.rank || mark.rank->value == *rank)) return true;
    return rank && mark.rank && mark.rank->value == *rank;
  });
}

}  // namespace

bool finished_later(const Facts& facts, const Failure& failure) {
  const auto& stream = facts.streams[failure.stream];
  const bool own_voice = !stream.tag.empty() || stream.file.rank || stream.file.local_rank;
  return own_voice && std::any_of(facts.marks.begin(), facts.marks.end(), [&](const Mark& mark) {
           return mark.match.signature->cls == Class::Success && mark.stream == failure.stream &&
                  mark.order > failure.order && mark.attempt == failure.attempt;
         });
}

bool went_on_logging(const Facts& facts, const Failure& failure) {
  if (!failure.logged) return false;
  const auto trails = facts.trails.find(failure.stream);
  if (trails == facts.trails.end()) return false;
  return std::any_of(trails->second.begin(), trails->second.end(),
                     [&](const auto& entry) { return entry.second.info_before_last > failure.order; });
}

bool went_on_counting(const Facts& facts, const Failure& failure) {
  const auto rank = speaker(facts, failure);
  std::size_t later = 0;
  std::int64_t before = -1;
  for (const auto& mark : facts.marks) {
    if (mark.match.signature->cls != Class::Progress || mark.attempt != failure.attempt ||
        mark.span.input != failure.span.input)
      continue;
    const bool own = mark.stream == failure.stream ? !rank || !mark.rank || mark.rank->value == *rank
                                                   : rank && mark.rank && mark.rank->value == *rank;
    const auto* step = find_fact(mark.match.facts, Fact::Step);
    if (!own || step == nullptr) continue;
    text::Cursor cursor(*step);
    const auto number = cursor.take_number();
    if (!number) continue;
    if (mark.order < failure.order)
      before = std::max(before, *number);
    else if (*number > before)
      ++later;
  }
  return before >= 0 && later >= 2;
}

bool counted_later(const Facts& facts, const Failure& failure) {
  const auto rank = speaker(facts, failure);
  const auto& stream = facts.streams[failure.stream];
  const bool own_stream = !stream.shared && (!stream.tag.empty() || stream.file.rank || stream.file.local_rank);
  return std::any_of(facts.marks.begin(), facts.marks.end(), [&](const auto& mark) {
    const bool own = mark.rank ? rank && mark.rank->value == *rank : own_stream && mark.stream == failure.stream;
    return own && mark.match.signature->cls == Class::Progress && mark.attempt == failure.attempt &&
           mark.span.input == failure.span.input && mark.order > failure.order &&
           find_fact(mark.match.facts, Fact::Step) != nullptr;
  });
}

bool is_caught(const Facts& facts, const Failure& failure) {
  if (failure.ignored) return true;
  if (failure.quoted || failure.cls == Class::Outside) return false;
  if (failure.source == parse::Source::Line) return false;
  // A warning is no failure; an error record is none if the program made progress after it.
  if (failure.record && failure.level != demux::Level::None && failure.level <= demux::Level::Warning) return true;
  if (!failure.logged) return false;
  return moved_on(facts, failure, Class::Progress) || moved_on(facts, failure, Class::Success);
}

}  // namespace firstfault::blame
