#include <sys/stat.h>

#include <cerrno>

#include "host/descriptor.h"
#include "host/files.h"
#include "host/folder.h"

namespace firstfault::host {
namespace {

std::string without_trailing_slashes(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  return end == std::string::npos ? path.substr(0, 1) : path.substr(0, end + 1);
}

}  // namespace

FileList find_logs(const std::vector<std::string>& paths) {
  FileList list;
  std::set<FileKey> seen;
  bool standard_input = false;
  for (const std::string& path : paths) {
    struct stat status {};
    if (path == "-") {
      if (!standard_input) list.files.push_back(path);
      standard_input = true;
    } else if (path.empty()) {
      list.errors.push_back({"an empty path names no file", "", "check the quotes and variables of the command", ""});
    } else if (::stat(path.c_str(), &status) != 0) {
      list.errors.push_back(system_error(path, "cannot open", errno));
    } else if (S_ISDIR(status.st_mode)) {
      walk_folder(without_trailing_slashes(path), seen, list);
    } else if (S_ISREG(status.st_mode) && !seen.insert({status.st_dev, status.st_ino}).second) {
      list.notes.push_back(path + ": the same file as another path; read once");
    } else {
      list.files.push_back(path);
    }
  }
  return list;
}

}  // namespace firstfault::host
