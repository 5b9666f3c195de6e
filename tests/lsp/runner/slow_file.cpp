#include "slow_file.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace firstfault::test {
namespace {

constexpr auto kLimit = std::chrono::seconds(60);

}  // namespace

/// Opened for both directions, so that neither side waits for the other.
SlowFile::SlowFile(const std::string& path) {
  if (::mkfifo(path.c_str(), 0600) == 0) fd_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd_ < 0) throw std::runtime_error(path + ": cannot make a named pipe");
}

SlowFile::~SlowFile() { ::close(fd_); }

void SlowFile::pour(std::string_view text) const {
  if (::write(fd_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw std::runtime_error("cannot write into the named pipe");
  const auto limit = std::chrono::steady_clock::now() + kLimit;
  for (int left = 1; left > 0;) {
    if (::ioctl(fd_, FIONREAD, &left) != 0 || std::chrono::steady_clock::now() > limit)
      throw std::runtime_error("nobody reads the slow file");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace firstfault::test
