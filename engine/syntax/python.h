// Python source → the calls and subscripts that stand on a line, with their arguments and the place where a guard may
// be inserted. The only user of tree-sitter. Not for reading files: source text comes in as bytes. Never fails: broken
// code yields fewer calls.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstfault::syntax {

struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Something in an expression that may do more than yield a value: a call, "await", "yield", ":=". Among what a
/// statement evaluates earlier also values that depend on the moment: "+=" (to an attribute or item), "operator",
/// "subscript".
struct Effect {
  std::string callee;  // source text of the called function, or one of the words above
  std::string text;    // source text of the whole expression
};

struct Argument {
  std::string name;  // keyword; empty for a positional argument
  std::string text;  // source text of the value
  ByteRange range;   // of the value
  bool starred = false;
  std::vector<Effect> effects;  // of the value, in the order of the text
};

struct Call {
  std::string callee;  // source text of the function: "F.cross_entropy", "self.emb"
  std::vector<Argument> arguments;
  ByteRange range;              // the whole call
  ByteRange statement;          // the enclosing simple or compound statement that a guard can be put in front of
  int line = 0;                 // 1-based line on which the call begins
  int end_line = 0;             // 1-based line on which the call ends
  bool insertable = false;      // false where nothing can be put in front (lambda, comprehension, decorator, default,
                                // one-line body, broken code)
  std::vector<Effect> earlier;  // what the statement evaluates before this call and its arguments
  std::string function;         // name of the enclosing function; empty at the top level or where it is unknown
  std::vector<std::string> decorators;  // of the enclosing functions and classes, as source text without "@"
};

/// Sources longer than this, or with more than 65,000 tokens, are not read: every function answers "nothing found".
inline constexpr std::size_t kMaxSourceBytes = 4 * 1024 * 1024;

/// Calls that begin on, or span, `line` (1-based, lines end with "\n"), outermost first.
[[nodiscard]] std::vector<Call> calls_on_line(std::string_view source, int line);

/// What `name` was assigned in the file, as source text of the right-hand side: "self.emb" → "nn.Embedding(vocab,
/// dim)". Empty unless every assignment in the file to that name is the same kind of call.
[[nodiscard]] std::optional<std::string> assigned_call(std::string_view source, std::string_view name);

/// Where the source stops being Python; empty where all of it is.
[[nodiscard]] std::optional<std::size_t> first_error(std::string_view source);

/// Whether the file uses statements that only Python 2 has (print, exec).
[[nodiscard]] bool is_python2(std::string_view source);

/// Modules and aliases: what `alias` means in this file by its imports ("F" → "torch.nn.functional", "nn" → "torch.nn",
/// "cross_entropy" → "torch.nn.functional.cross_entropy"). Empty where nothing says so.
[[nodiscard]] std::optional<std::string> imported_as(std::string_view source, std::string_view alias);

}  // namespace firstfault::syntax
