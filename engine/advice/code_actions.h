// Code actions: edits of the user's own source that insert a range check at the failing call.
// Source text in, edits out (byte offsets of that text). Does not read files and does not know LSP.
// An operation without a right guard gets none: no edit is better than a wrong one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/report.h"
#include "syntax/python.h"

namespace firstfault::advice {

struct TextEdit {
  syntax::ByteRange range;  // of the source as given; empty range = insertion
  std::string text;
};

struct CodeAction {
  std::string id;     // "class-index", "embedding-index"
  std::string title;  // "Check targets before cross_entropy"
  bool preferred = false;
  std::vector<TextEdit> edits;
};

/// The guards for `cause` at `frame` in `source` (the user's file as it is now, UTF-8, any line endings, tabs or
/// blanks). Empty where the call cannot be found with certainty, stands in a place where nothing can be inserted, or is
/// guarded already.
[[nodiscard]] std::vector<CodeAction> code_actions(std::string_view source, const UserFrame& frame,
                                                   std::string_view cause);

}  // namespace firstfault::advice
