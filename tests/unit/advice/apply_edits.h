// Applies edits to a text; shared by the tests and by apply_action.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "advice/code_actions.h"

namespace firstfault::advice {

[[nodiscard]] inline std::string apply_edits(std::string text, std::vector<TextEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.range.begin > b.range.begin; });
  for (const TextEdit& edit : edits) text.replace(edit.range.begin, edit.range.end - edit.range.begin, edit.text);
  return text;
}

}  // namespace firstfault::advice
