// A value or one error that a user can act on. Used at the edges only (files, JSON, rule loading):
// parsing of logs never fails and returns values.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace firstfault {

/// What went wrong, in the parts a user needs: what, where, and how to mend it.
struct Error {
  std::string message;  // one sentence, no full stop: "cannot read the log"
  std::string where;    // path, or file:line:column; empty where there is no place
  std::string hint;     // how to mend it; empty where nothing helps
  std::string snippet;  // the offending text, shortened; may be empty
};

/// `error` as one line for stderr: "where: message (hint)".
[[nodiscard]] inline std::string to_line(const Error& error) {
  std::string line = error.where.empty() ? error.message : error.where + ": " + error.message;
  if (!error.hint.empty()) line += " (" + error.hint + ")";
  return line;
}

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// Only where `ok()`.
  [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
  [[nodiscard]] T& value() & { return std::get<0>(state_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }

  /// Only where not `ok()`.
  [[nodiscard]] const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace firstfault
