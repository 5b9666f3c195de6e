// A fault in a rule file, in the parts that its author needs: where, what, the offending line, and how to mend it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace firstfault::rules {

struct Problem {
  std::string file;
  std::size_t line = 1;    // 1-based
  std::size_t column = 1;  // 1-based, counts code points
  std::string message;     // one sentence, no full stop
  std::string snippet;     // the line, shortened
  std::string hint;        // how to mend it; may be empty
};

/// The problem at byte `at` of `text`, the contents of `file`.
[[nodiscard]] Problem problem_at(std::string_view file, std::string_view text, std::size_t at, std::string message,
                                 std::string hint);

/// "file:line:col: message", then the snippet and the hint, each on an indented line of its own.
[[nodiscard]] std::string format(const Problem& problem);
[[nodiscard]] Error to_error(const Problem& problem);

/// By file, line and column.
void sort_problems(std::vector<Problem>& problems);

/// The name most like `name`, or empty where none is near.
[[nodiscard]] std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names);

}  // namespace firstfault::rules
