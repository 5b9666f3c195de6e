// Launchers' notices that spread over several lines: Open MPI's "first process to do so" and MPICH's "BAD TERMINATION".
#pragma once

#include <optional>
#include <string_view>

#include "parse/facts.h"

namespace firstfault::parse {

class MpiNotice {
 public:
  /// The exit that the line completes, if it does. `text` is without prefixes.
  std::optional<ProcessExit> line(std::string_view text, std::string_view whole, const SourceSpan& span);

 private:
  std::optional<ProcessExit> pending_;
  int age_ = 0;
};

}  // namespace firstfault::parse
