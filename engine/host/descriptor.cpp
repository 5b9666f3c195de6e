#include "host/descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace firstfault::host {
namespace {

std::string hint_for(int number) {
  switch (number) {
    case ENOENT:
      return "check the spelling, and that the path is meant from this folder";
    case EACCES:
    case EPERM:
      return "ask for read permission, or run as a user who has it";
    case ELOOP:
      return "the symbolic link points back to itself";
    case ENXIO:
    case ENODEV:
      return "name a regular file, or pipe the text in: … | firstfault diagnose -";
    case ENAMETOOLONG:
      return "the name is longer than the system allows; give a file name, and text on standard input";
    case ENOTDIR:
      return "a part of the path is a file, not a folder";
    case EISDIR:
      return "a folder stands here; name a file in it";
    case ESTALE:
    case EIO:
      return "the file system answers with an error; try again, or copy the file first";
    default:
      return "";
  }
}

bool is_null_device(const struct stat& status) { return major(status.st_rdev) == 1 && minor(status.st_rdev) == 3; }

/// Empty where the file can be read to its end.
std::string unreadable_kind(int fd, const struct stat& status) {
  if (S_ISDIR(status.st_mode)) return "is a folder, not a file";
  if (S_ISBLK(status.st_mode)) return "is a disk, not a log";
  if (S_ISCHR(status.st_mode) && !is_null_device(status) && ::isatty(fd) == 0) return "is a device, not a log";
  return "";
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ > STDIN_FILENO) ::close(fd_);
}

Result<Descriptor> open_for_reading(const std::string& path, Opening opening) {
  int fd = STDIN_FILENO;
  const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (opening == Opening::AtOnce ? O_NONBLOCK : 0);
  if (path != "-") {
    do fd = ::open(path.c_str(), flags);
    while (fd < 0 && errno == EINTR);
    if (fd < 0) return system_error(path, "cannot open", errno);
  }
  Descriptor file(fd);
  struct stat status {};
  if (::fstat(fd, &status) != 0) return system_error(path, "cannot read", errno);
  const std::string kind = unreadable_kind(fd, status);
  if (!kind.empty())
    return Error{kind, path == "-" ? "standard input" : path, "name a log file, or a folder of logs", ""};
  return file;
}

std::ptrdiff_t read_some(int fd, char* buffer, std::size_t size) {
  std::ptrdiff_t got = 0;
  do got = ::read(fd, buffer, size);
  while (got < 0 && errno == EINTR);
  return got;
}

std::ptrdiff_t read_full(int fd, char* buffer, std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    const std::ptrdiff_t got = read_some(fd, buffer + filled, size - filled);
    if (got < 0) return filled > 0 ? static_cast<std::ptrdiff_t>(filled) : got;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return static_cast<std::ptrdiff_t>(filled);
}

Error system_error(const std::string& path, const std::string& what, int number) {
  return Error{what + ": " + std::strerror(number), path == "-" ? "standard input" : path, hint_for(number), ""};
}

}  // namespace firstfault::host
