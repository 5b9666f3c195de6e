// Single frames of a Python traceback: reading the line, and telling the user's code from libraries and communication.
#pragma once

#include <optional>
#include <string_view>

#include "parse/facts.h"

namespace firstfault::parse {

/// `  File "x.py", line 12, in f` (also faulthandler's form without the second comma, an exception group's `| `).
[[nodiscard]] std::optional<TracebackFrame> parse_frame_line(std::string_view text);

/// Code of the user: not a library, the interpreter, a launcher or generated code. Its line is known, too.
[[nodiscard]] bool is_user_frame(const TracebackFrame& frame);

/// A call that waits for other ranks: torch.distributed, gloo, backward of a wrapped model, deepspeed.comm, horovod …
[[nodiscard]] bool is_communication_frame(const TracebackFrame& frame);

/// The deepest frame of the user's own code, or nullptr.
[[nodiscard]] const TracebackFrame* deepest_user_frame(const Traceback& traceback);

}  // namespace firstfault::parse
