// Text of a guard as it stands in the user's file: in the file's own indentation and line ends, in front of a
// statement.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "advice/code_actions.h"

namespace firstfault::advice {

struct GuardLine {
  int level;  // of indentation below the statement's own
  std::string text;
};

/// The insertion of `lines` in front of the statement that begins at `statement`, the first thing on its line.
[[nodiscard]] TextEdit insert_before(std::string_view source, std::size_t statement, std::span<const GuardLine> lines);

/// Whether a guard whose first line begins with `head` ("if labels.numel()") stands directly above that statement,
/// perhaps with other guards of ours between.
[[nodiscard]] bool is_guarded(std::string_view source, std::size_t statement, std::string_view head);

}  // namespace firstfault::advice
