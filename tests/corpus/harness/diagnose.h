// Diagnoses a case in process, as `firstfault diagnose input` does in the case's folder, but with the bytes in hand, so
// that tests can bend them first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/session.h"
#include "harness/case.h"

namespace firstfault::corpus {

struct File {
  std::string path;  // relative to the case's folder: "input/train.log"
  std::string bytes;
};

/// The inputs of a case, in the order in which the engine opens them.
[[nodiscard]] std::vector<File> read_inputs(const Case& c);

inline constexpr std::size_t kWhole = 0;  // one piece a file

/// `piece`: so many bytes are fed at a time.
[[nodiscard]] analysis::Diagnosis diagnose(const std::vector<File>& files, std::size_t piece);

/// The report as `diagnose` prints it into a pipe.
[[nodiscard]] std::string as_json(const Report& report);
[[nodiscard]] std::string as_text(const Report& report);

}  // namespace firstfault::corpus
