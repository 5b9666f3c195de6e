#include "rules/regex_tree.h"

#include <algorithm>
#include <utility>

namespace firstfault::rules {
namespace {

using Kind = Regex::Kind;

bool is_empty_text(const Regex& regex) { return regex.kind == Kind::Join && regex.parts.empty(); }

CharacterSet without_line_break(const CharacterSet& set) {
  CharacterSet kept;
  for (const auto& [first, last] : set) {
    if (first > U'\n' || last < U'\n') {
      kept.push_back({first, last});
      continue;
    }
    if (first < U'\n') kept.push_back({first, U'\n' - 1});
    if (last > U'\n') kept.push_back({U'\n' + 1, last});
  }
  return kept;
}

Regex nothing() { return {Kind::Nothing, {}, {}, 0, 0}; }

Regex joined(std::vector<Regex> parts) {
  const auto lost = [](const Regex& part) { return part.kind == Kind::Nothing; };
  if (std::any_of(parts.begin(), parts.end(), lost)) return nothing();
  std::erase_if(parts, is_empty_text);
  if (parts.size() == 1) return std::move(parts.front());
  return {Kind::Join, {}, std::move(parts), 0, 0};
}

Regex repeated(Regex part, int least, int most) {
  if (part.kind == Kind::Nothing) return least > 0 ? nothing() : Regex{};
  if (is_empty_text(part)) return part;
  std::vector<Regex> parts;
  parts.push_back(std::move(part));
  return {Kind::Repeat, {}, std::move(parts), least, most};
}

/// An empty alternative makes the others optional.
Regex chosen(std::vector<Regex> parts) {
  std::erase_if(parts, [](const Regex& part) { return part.kind == Kind::Nothing; });
  const auto before = parts.size();
  std::erase_if(parts, is_empty_text);
  const bool optional = parts.size() < before;
  if (parts.empty()) return optional ? Regex{} : nothing();
  Regex choice = parts.size() == 1 ? std::move(parts.front()) : Regex{Kind::Choice, {}, std::move(parts), 0, 0};
  return optional ? repeated(std::move(choice), 0, 1) : choice;
}

enum class Side { Begin, Finish };

Regex trimmed(Regex regex, Side side);

void trim_join(std::vector<Regex>& parts, Side side) {
  while (!parts.empty()) {
    Regex& outer = side == Side::Begin ? parts.front() : parts.back();
    outer = trimmed(std::move(outer), side);
    if (!is_empty_text(outer)) return;
    parts.erase(side == Side::Begin ? parts.begin() : parts.end() - 1);
  }
}

Regex trimmed(Regex regex, Side side) {
  switch (regex.kind) {
    case Kind::Join:
      trim_join(regex.parts, side);
      return joined(std::move(regex.parts));
    case Kind::Choice:
      for (Regex& part : regex.parts) part = trimmed(std::move(part), side);
      return chosen(std::move(regex.parts));
    case Kind::Repeat:
      if (regex.least == 0) return {};
      return regex.least == 1 ? trimmed(std::move(regex.parts.front()), side)
                              : repeated(std::move(regex.parts.front()), regex.least, regex.least);
    case Kind::Nothing:
    case Kind::Set:
    case Kind::Start:
    case Kind::End:
    case Kind::Boundary:
    case Kind::NoBoundary:
      return regex;
  }
  return regex;
}

}  // namespace

CharacterSet normal(CharacterSet set) {
  std::sort(set.begin(), set.end(), [](const CharacterRange& a, const CharacterRange& b) { return a.first < b.first; });
  CharacterSet out;
  for (const auto& range : set) {
    if (!out.empty() && range.first <= out.back().last + 1)
      out.back().last = std::max(out.back().last, range.last);
    else
      out.push_back(range);
  }
  return out;
}

CharacterSet others(const CharacterSet& set) {
  CharacterSet out;
  char32_t next = 0;
  for (const auto& [first, last] : set) {
    if (first > next) out.push_back({next, first - 1});
    next = last + 1;
  }
  if (next <= kLastCharacter) out.push_back({next, kLastCharacter});
  return out;
}

Regex on_one_line(Regex regex) {
  for (Regex& part : regex.parts) part = on_one_line(std::move(part));
  switch (regex.kind) {
    case Kind::Set:
      regex.set = without_line_break(regex.set);
      return regex.set.empty() ? nothing() : regex;
    case Kind::Join:
      return joined(std::move(regex.parts));
    case Kind::Choice:
      return chosen(std::move(regex.parts));
    case Kind::Repeat:
      return repeated(std::move(regex.parts.front()), regex.least, regex.most);
    case Kind::Nothing:
    case Kind::Start:
    case Kind::End:
    case Kind::Boundary:
    case Kind::NoBoundary:
      return regex;
  }
  return regex;
}

Regex without_large_counts(Regex regex) {
  for (Regex& part : regex.parts) part = without_large_counts(std::move(part));
  if (regex.kind == Kind::Repeat && regex.least <= 1 && regex.most >= kLargeCount) regex.most = kNoLimit;
  return regex;
}

Regex without_loose_ends(Regex regex) { return trimmed(trimmed(std::move(regex), Side::Begin), Side::Finish); }

}  // namespace firstfault::rules
