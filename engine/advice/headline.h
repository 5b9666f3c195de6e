// Templates of cause rules → short clauses for people. Not for whole verdicts (verdict.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/fact.h"

namespace firstfault::advice {

/// Fills "class index[ {value}] is out of range[ [0, {bound})]". Text in [ ] falls away unless all its {facts} have
/// values; the first "]" closes it, a "[" inside is literal. One line, no control characters; long values are
/// shortened.
[[nodiscard]] std::string fill_headline(std::string_view headline, const std::vector<FactValue>& facts);

/// Shortens to at most `characters` characters, cutting at a blank where one is near, and ends with "…" if it was cut.
[[nodiscard]] std::string shorten(std::string_view text, std::size_t characters);

}  // namespace firstfault::advice
