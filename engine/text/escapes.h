// One escape sequence or invisible character of a terminal: how long it is and what it does to the line that a person
// sees. Internal to text/: others call strip_controls (clean.h).
#pragma once

#include <cstddef>
#include <string_view>

namespace firstfault::text {

enum class Effect {
  Text,      // no sequence: the first byte is to be seen
  Nothing,   // colours, titles, links, marks of shells, …
  Back,      // the cursor goes `amount` characters to the left
  Forward,   // … to the right: Windows' console writes runs of blanks so
  Column,    // … to column `amount` (the first is 1)
  Position,  // … to column `amount` of any row
  Elsewhere  // what follows stands in another place of the screen, or over what was there
};

struct Sequence {
  Effect effect = Effect::Text;
  std::size_t size = 1;  // bytes; a sequence that is cut off ends with the text
  std::size_t amount = 1;
};

/// What stands at the front of `raw` (which is not empty).
[[nodiscard]] Sequence read_sequence(std::string_view raw);

/// Whether read_sequence might find more than text at a byte. Cheap.
[[nodiscard]] bool may_begin_sequence(char byte);

}  // namespace firstfault::text
