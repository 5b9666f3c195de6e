// Walks one folder for log files. Internal to host/: others call find_logs.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "host/files.h"

namespace firstfault::host {

/// Device and inode: tells files apart whatever they are called.
using FileKey = std::pair<std::uint64_t, std::uint64_t>;

/// Appends the logs below `folder` to `list`, naturally sorted, each file once (`seen` is shared by all paths of a
/// job).
void walk_folder(const std::string& folder, std::set<FileKey>& seen, FileList& list);

}  // namespace firstfault::host
