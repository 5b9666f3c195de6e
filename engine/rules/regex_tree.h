// A pattern in RE2's syntax as a tree, for those who must say it in the words of another tool (fingerprints.h). Keeps
// only what decides whether a text is hit: no captures, no greed. Not for matching (pattern.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace firstfault::rules {

inline constexpr char32_t kLastCharacter = 0x10FFFF;
inline constexpr int kNoLimit = -1;
inline constexpr int kLargeCount = 10;

struct CharacterRange {
  char32_t first = 0;
  char32_t last = 0;
};

/// Sorted, and neither touching nor overlapping.
using CharacterSet = std::vector<CharacterRange>;

struct Regex {
  enum class Kind {
    Nothing,  // hits no text
    Set,      // one character of `set`
    Join,     // all `parts`, one after the other; no parts: the empty text
    Choice,   // any of `parts`
    Repeat,   // parts[0], `least` to `most` times
    Start,    // of a line
    End,
    Boundary,  // of a word
    NoBoundary
  };
  Kind kind = Kind::Join;
  CharacterSet set;
  std::vector<Regex> parts;
  int least = 0;
  int most = 0;
};

/// Sorts and joins the ranges.
[[nodiscard]] CharacterSet normal(CharacterSet set);
/// All other characters.
[[nodiscard]] CharacterSet others(const CharacterSet& set);

/// The tree of `pattern`; empty for what RE2 accepts and no rule has needed so far (\p{…}, \Q…\E, \C).
[[nodiscard]] std::optional<Regex> parse_regex(std::string_view pattern);

/// The same for a tool that sees one line at a time: what can only be hit by text with a line break is Nothing.
[[nodiscard]] Regex on_one_line(Regex regex);

/// The shortest tree that hits the same texts somewhere: what is optional at either end is cut off.
[[nodiscard]] Regex without_loose_ends(Regex regex);

/// Looser: up to so many characters becomes any number of them. For tools that build a state for each count.
[[nodiscard]] Regex without_large_counts(Regex regex);

}  // namespace firstfault::rules
