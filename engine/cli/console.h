// Standard output and standard error of the program. Writes with write(2), so that a reader that left (head, a closed
// pager) is noticed and ends the program quietly instead of killing it.
#pragma once

#include <string_view>

namespace firstfault::cli {

/// Exit statuses of the contract.
inline constexpr int kExitFine = 0;
inline constexpr int kExitFailureFound = 1;
inline constexpr int kExitTrouble = 2;
inline constexpr int kExitClosedOutput = 141;  // as of a program that SIGPIPE ended

/// Once, before anything is opened: ignores SIGPIPE, and puts something in the place of standard descriptors that are
/// closed, so that no log is opened as number 1 and written to.
void prepare_descriptors();

class Console {
 public:
  Console(int out, int err) : out_(out), err_(err) {}

  void print(std::string_view text);
  /// One message for people: "firstfault: " and the text.
  void complain(std::string_view text);
  /// The text as it is, on standard error.
  void print_error(std::string_view text);

  /// True once standard output could not be written: nobody reads on.
  [[nodiscard]] bool is_broken() const { return out_error_ != 0; }

  /// `status`, unless standard output could not be written: then 141 where it is closed, 2 (with a message) else.
  [[nodiscard]] int finish(int status);

 private:
  int out_;
  int err_;
  int out_error_ = 0;  // errno of the first write to `out_` that failed
};

}  // namespace firstfault::cli
