// Where a traceback's frame lies in the user's source as it is now, which may have been edited since the run.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "lsp/positions.h"
#include "model/report.h"

namespace firstfault::lsp {

/// The 0-based line that holds what the traceback quoted: the frame's own line, else the only line with that text.
/// Where the traceback quoted nothing, the frame's own line. Empty where the code is gone or stands in several places.
[[nodiscard]] std::optional<std::size_t> find_frame_line(std::string_view source, const UserFrame& frame);

/// What to underline: the marked call where the line is the quoted one, else the line without its indentation; for code
/// that is gone the frame's own line or the last.
[[nodiscard]] Range frame_range(std::string_view source, const UserFrame& frame, Encoding encoding);

}  // namespace firstfault::lsp
