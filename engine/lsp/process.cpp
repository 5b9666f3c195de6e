#include "lsp/process.h"

#include <signal.h>

#include <cerrno>
#include <limits>

namespace firstfault::lsp {

bool process_exists(std::int64_t pid) {
  if (pid <= 0 || pid > std::numeric_limits<pid_t>::max()) return false;
  return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno != ESRCH;
}

}  // namespace firstfault::lsp
