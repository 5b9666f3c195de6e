#include "rules/pattern.h"

#include <re2/filtered_re2.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "scan/literal_filter.h"

namespace firstfault::rules {
namespace {

static_assert(kShortestOrdinaryLiteral >= scan::LiteralFilter::kShortest);

constexpr std::int64_t kPatternMemory = 1 << 20;

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

bool in_name(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/// The end of the placeholder that begins at the brace `at`, or npos where the brace is just a brace.
std::size_t placeholder_end(std::string_view text, std::size_t at) {
  auto end = at + 1;
  while (end < text.size() && in_name(text[end])) ++end;
  return end < text.size() && text[end] == '}' && end > at + 1 ? end + 1 : std::string_view::npos;
}

/// Calls `literal` and `name` for the parts of a template, in order.
template <class OnLiteral, class OnName>
void split_template(std::string_view text, OnLiteral literal, OnName name) {
  std::size_t begin = 0;
  for (auto at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
    const auto end = placeholder_end(text, at);
    if (end == std::string_view::npos) {
      ++at;
      continue;
    }
    if (at > begin) literal(text.substr(begin, at - begin));
    name(text.substr(at + 1, end - at - 2));
    begin = at = end;
  }
  if (begin < text.size()) literal(text.substr(begin));
}

bool can_match_without(const re2::FilteredRE2& filter, const std::vector<int>& present) {
  std::vector<int> possible;
  filter.AllPotentials(present, &possible);
  return !possible.empty();
}

/// RE2 says when a set of atoms allows a match. Taking away the shortest first leaves few, long atoms of which one is
/// in every match: an atom may go if, with only the atoms outside the set present, there is still no match.
std::vector<std::string> fewest(const re2::FilteredRE2& filter, const std::vector<std::string>& atoms) {
  std::vector<int> order(atoms.size());
  std::iota(order.begin(), order.end(), 0);
  const auto size = [&](int atom) { return atoms[static_cast<std::size_t>(atom)].size(); };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return size(a) < size(b); });
  std::vector<int> outside;
  std::vector<std::string> kept;
  for (const auto atom : order) {
    outside.push_back(atom);
    if (!can_match_without(filter, outside)) continue;
    outside.pop_back();
    kept.push_back(atoms[static_cast<std::size_t>(atom)]);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

/// The text of a pattern that only one line matches, in lower case.
std::vector<std::string> exact_line(std::string_view regex, const RE2& compiled) {
  constexpr int kLongest = 80;
  std::string least;
  std::string most;
  const bool one =
      compiled.PossibleMatchRange(&least, &most, kLongest) && least == most && RE2::FullMatch(least, compiled);
  if (!one || !regex.starts_with('^') || !regex.ends_with('$') || least.size() < scan::LiteralFilter::kShortest)
    return {};
  for (char& c : least)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return {least};
}

}  // namespace

RE2::Options pattern_options() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_max_mem(kPatternMemory);
  return options;
}

std::vector<std::string_view> placeholders(std::string_view text) {
  std::vector<std::string_view> names;
  split_template(
      text, [](std::string_view) {}, [&](std::string_view name) { names.push_back(name); });
  return names;
}

std::size_t shortest_literal(Class cls) {
  return cls == Class::Progress || cls == Class::Identity ? kShortestOrdinaryLiteral : kShortestLiteral;
}

std::vector<std::string> required_literals(std::string_view regex, std::size_t shortest) {
  return study_pattern(regex, shortest).literals;
}

StudiedPattern study_pattern(std::string_view regex, std::size_t shortest) {
  StudiedPattern out;
  re2::FilteredRE2 filter(static_cast<int>(shortest));
  int id = 0;
  if (const auto code = filter.Add(piece(regex), pattern_options(), &id); code != RE2::NoError) {
    out.error = RE2(piece(regex), pattern_options()).error();
    out.look_around = code == RE2::ErrorBadPerlOp;
    return out;
  }
  const RE2& compiled = filter.GetRE2(id);
  out.size = compiled.ProgramSize();
  for (const auto& [name, index] : compiled.NamedCapturingGroups()) out.names.push_back(name);
  std::vector<std::string> atoms;
  filter.Compile(&atoms);
  out.literals = can_match_without(filter, {}) ? exact_line(regex, compiled) : fewest(filter, atoms);
  return out;
}

CompiledPattern::CompiledPattern(const Pattern& pattern, const std::vector<Says>& says)
    : regex_(piece(pattern.regex), pattern_options()) {
  for (const auto unless : pattern.unless) unless_.push_back(std::make_unique<RE2>(piece(unless), pattern_options()));
  if (!regex_.ok()) return;
  const auto& names = regex_.NamedCapturingGroups();
  for (const auto& [fact, text] : says) {
    Template filled{fact, {}};
    bool complete = true;
    split_template(
        text,
        [&](std::string_view literal) {
          filled.pieces.push_back({std::string(literal), 0});
        },
        [&](std::string_view name) {
          const auto group = names.find(std::string(name));
          complete = complete && group != names.end();
          if (group == names.end()) return;
          groups_ = std::max(groups_, group->second);
          filled.pieces.push_back({{}, group->second});
        });
    if (complete) templates_.push_back(std::move(filled));
  }
}

bool CompiledPattern::hits(std::string_view text) const {
  if (!regex_.ok() || !regex_.Match(piece(text), 0, text.size(), RE2::UNANCHORED, nullptr, 0)) return false;
  return std::none_of(unless_.begin(), unless_.end(), [&](const auto& unless) {
    return unless->ok() && unless->Match(piece(text), 0, text.size(), RE2::UNANCHORED, nullptr, 0);
  });
}

std::vector<FactValue> CompiledPattern::facts(std::string_view text) const {
  std::vector<FactValue> out;
  if (templates_.empty()) return out;
  std::vector<re2::StringPiece> groups(static_cast<std::size_t>(groups_) + 1);
  if (groups_ > 0 && !regex_.Match(piece(text), 0, text.size(), RE2::UNANCHORED, groups.data(), groups_ + 1))
    return out;
  for (const auto& filled : templates_) {
    FactValue value{filled.fact, {}};
    bool complete = true;
    for (const auto& [literal, group] : filled.pieces) {
      const auto& capture = groups[static_cast<std::size_t>(group)];
      complete = complete && (group == 0 || capture.data() != nullptr);
      if (group == 0)
        value.text += literal;
      else if (capture.data() != nullptr)
        value.text.append(capture.data(), capture.size());
    }
    if (complete) out.push_back(std::move(value));
  }
  return out;
}

}  // namespace firstfault::rules
