// One pattern ready to run: RE2 with the options that every rule uses, the patterns that cancel it, and the templates
// of its facts. Also derives the literals that the filter needs. For matcher.cpp and the checker; others use matcher.h.
#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/fact.h"
#include "rules/rule.h"

namespace firstfault::rules {

/// Every match of a pattern holds a literal of at least so many bytes: shorter ones stand on too many lines. Rules of
/// class progress and identity are meant for ordinary lines ("step 12 …"), whose words are short.
inline constexpr std::size_t kShortestLiteral = 7;
inline constexpr std::size_t kShortestOrdinaryLiteral = 5;

/// Bytes in, bytes out (any bytes match, valid UTF-8 or not), nothing printed, memory bounded.
[[nodiscard]] RE2::Options pattern_options();

/// Names in {braces} within a template or headline, in order.
[[nodiscard]] std::vector<std::string_view> placeholders(std::string_view text);

/// All that loading asks of a pattern, out of one compilation.
struct StudiedPattern {
  std::string error;                  // RE2's words; empty where the pattern compiles
  bool look_around = false;           // the error is a look-around or another thing that RE2 leaves out
  int size = 0;                       // RE2 instructions
  std::vector<std::string> names;     // of its captures
  std::vector<std::string> literals;  // see required_literals
};
[[nodiscard]] StudiedPattern study_pattern(std::string_view regex, std::size_t shortest);

/// Lower-case literals of which every match of `regex` holds at least one; empty where there are none of
/// `shortest` bytes (or where the pattern does not compile). A pattern that is one exact line is its own literal,
/// also where it is a little shorter: "^Killed$".
[[nodiscard]] std::vector<std::string> required_literals(std::string_view regex, std::size_t shortest);
[[nodiscard]] std::size_t shortest_literal(Class cls);

class CompiledPattern {
 public:
  CompiledPattern(const Pattern& pattern, const std::vector<Says>& says);

  [[nodiscard]] bool hits(std::string_view text) const;
  /// The facts of a text that hits(); facts whose captures did not take part are left out.
  [[nodiscard]] std::vector<FactValue> facts(std::string_view text) const;

 private:
  struct Piece {
    std::string literal;
    int group = 0;  // 0: the literal
  };
  struct Template {
    Fact fact;
    std::vector<Piece> pieces;
  };

  RE2 regex_;
  std::vector<std::unique_ptr<RE2>> unless_;
  std::vector<Template> templates_;  // only those whose captures this pattern has
  int groups_ = 0;                   // capture groups that the templates need
};

}  // namespace firstfault::rules
