// What an input puts in front of nearly every line, learned from its regularity: a prefix of unknown make is recognised
// as a prefix without anybody having listed it. Not for shapes whose meaning is known (shapes.h); what is learned says
// at most which lines belong together, never a rank.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstfault::demux {

struct HabitToken {
  enum class Kind { Text, Number, Word, Blank };
  Kind kind = Kind::Text;
  std::string text;  // of Kind::Text: stands there exactly so
};

struct Habit {
  std::vector<HabitToken> tokens;  // empty: nothing was learned
  std::size_t blanks = 1;          // at the prefix's end, where a blank ends it
  std::size_t label_begin = 0;     // tokens whose text tells speakers apart; begin == end: none do
  std::size_t label_end = 0;
};

struct HabitMatch {
  std::size_t length = 0;  // of the prefix, bytes
  std::string_view label;
};

/// The prefix at the start of `line`, if it has the habit's form.
[[nodiscard]] std::optional<HabitMatch> match_habit(const Habit& habit, std::string_view line);

/// The habit of these lines, or an empty one. Learned only where what follows the prefix proves that a line begins
/// there: a traceback's header, a frame, a known prefix.
[[nodiscard]] Habit learn_habit(const std::vector<std::string_view>& lines);

}  // namespace firstfault::demux
