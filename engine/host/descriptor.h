// An open file descriptor that closes itself, and read(2) that survives signals. Internal to host/: nothing here is
// handed to other folders.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "support/result.h"

namespace firstfault::host {

class Descriptor {
 public:
  /// Owns `fd` and closes it, unless it is standard input.
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// Opens a file for reading ("-" is standard input). Folders, disks and endless devices are refused with a message;
/// pipes, terminals and /dev/null are read. A pipe that nobody writes to yet is waited for, or not.
enum class Opening { Waits, AtOnce };
[[nodiscard]] Result<Descriptor> open_for_reading(const std::string& path, Opening opening = Opening::Waits);

/// One read(2), repeated on EINTR. Returns the number of bytes, 0 at the end, or -1 (errno says why).
[[nodiscard]] std::ptrdiff_t read_some(int fd, char* buffer, std::size_t size);

/// Reads until `buffer` is full or the file ends, so that the first bytes of a pipe can be judged like those of a file.
[[nodiscard]] std::ptrdiff_t read_full(int fd, char* buffer, std::size_t size);

/// The error of a failed call on `path`: what errno means and how to mend it.
[[nodiscard]] Error system_error(const std::string& path, const std::string& what, int number);

}  // namespace firstfault::host
