// Where a guard for a call may go: in front of the statement that holds the call, provided that the call is evaluated
// exactly once whenever that statement is reached. Internal to syntax/.
#pragma once

#include "syntax/tree.h"

namespace firstfault::syntax {

struct Placement {
  TSNode statement{};   // null where none was found
  bool broken = false;  // the statement, or what holds it, has syntax errors
  bool insertable = false;
};

[[nodiscard]] Placement place(const Tree& tree, TSNode call, const Path& path);

}  // namespace firstfault::syntax
