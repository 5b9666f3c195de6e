// Whether the process that started the server is still there.
#pragma once

#include <cstdint>

namespace firstfault::lsp {

/// False for a process that has ended, and for one of another container, which cannot be seen from here.
[[nodiscard]] bool process_exists(std::int64_t pid);

}  // namespace firstfault::lsp
