// What pytest prints of a test that failed: the code with ">" at the line, "E" in front of the error, "file.py:3:
// ValueError" below. Not for tests that pass, nor for what a test prints.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/traceback_parser.h"

namespace firstfault::parse {

class PytestReport {
 public:
  /// The first test that failed, once its block is complete: the others of a run are further faults of one program.
  [[nodiscard]] std::optional<FinishedTraceback> line(std::string_view text, const LineContext& context);

 private:
  void error_line(std::string_view text, const LineContext& context);
  [[nodiscard]] bool place(std::string_view text);
  [[nodiscard]] std::optional<FinishedTraceback> finish();

  std::vector<TracebackFrame> frames_;
  std::string function_;  // whose code is shown
  std::string source_;    // behind ">"
  std::string type_;      // said by the place below
  std::string error_;     // what "E" stands in front of
  int error_lines_ = 0;
  FinishedTraceback where_;
  bool said_ = false;
};

}  // namespace firstfault::parse
