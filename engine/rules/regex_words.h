// A regex tree (regex_tree.h) in the words of other tools.
#pragma once

#include <string>
#include <string_view>

#include "rules/regex_tree.h"

namespace firstfault::rules {

enum class Dialect {
  Extended,  // POSIX extended with GNU's \b, as `grep -E` reads it
  Modern     // what RE2, Go, Rust and Java have in common: (?:…), \xHH
};

struct RegexStyle {
  Dialect dialect = Dialect::Modern;
  std::string_view hidden;  // characters that would end the quotation around the pattern; Modern only: \xHH is written
};

/// The tree must hold no Nothing (see on_one_line). Sets are written for texts without line breaks. The result holds
/// neither line breaks nor, in Modern, control characters.
[[nodiscard]] std::string to_pattern(const Regex& regex, const RegexStyle& style);

}  // namespace firstfault::rules
