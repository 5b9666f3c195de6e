// Reads the files of one job into a session. Not for printing; the language server has its own way of reading (lsp/).
#pragma once

#include <string>
#include <vector>

#include "analysis/session.h"
#include "host/files.h"
#include "support/result.h"

namespace firstfault::cli {

struct JobRead {
  std::size_t files = 0;      // that could be read
  std::vector<Error> errors;  // of paths that could not; each is also a note of the session
};

/// Opens, feeds and closes every log behind `paths`, in a stable order.
[[nodiscard]] JobRead read_job(const std::vector<std::string>& paths, analysis::Session& session);

/// Where the log does not quote the source line of an incident's frame: looks it up below `roots`, puts it into the
/// frame and lists the file among the inputs.
void add_sources(Report& report, const std::vector<std::string>& roots, const std::vector<host::PathMap>& maps);

}  // namespace firstfault::cli
