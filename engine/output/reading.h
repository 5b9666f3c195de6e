// How lines were read → text for people (one row a line) or JSON lines for tools and tests. Pure.
#pragma once

#include <string>
#include <string_view>

#include "model/reading.h"

namespace firstfault::output {

/// "train.log:12  rank 3 (prefix)  node01  [default3]:  10:11:12  [role tag, time]  traceback  IndexError: …"
[[nodiscard]] std::string reading_to_text(const LineReading& reading, std::string_view path);

/// One JSON object and a newline; unknown fields are null.
[[nodiscard]] std::string reading_to_json(const LineReading& reading, std::string_view path);

}  // namespace firstfault::output
