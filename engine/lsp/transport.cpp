#include "lsp/transport.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace firstfault::lsp {
namespace {

constexpr std::size_t kReadBytes = 64 * 1024;

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      pollfd ready{fd, POLLOUT, 0};
      (void)::poll(&ready, 1, -1);
      continue;
    }
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

int reserve_output(int out_fd) {
  if (out_fd != STDOUT_FILENO) return out_fd;
  const int own = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (own < 0) return out_fd;
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) (void)::dup2(nowhere, STDOUT_FILENO);
  }
  return own;
}

Input::Input(int fd, Framing framing) : fd_(fd), decoder_(framing) {
  if (::pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) wake_[0] = wake_[1] = -1;
}

Input::~Input() {
  for (const int fd : wake_)
    if (fd >= 0) (void)::close(fd);
}

std::optional<Frame> Input::next() {
  while (true) {
    if (auto frame = decoder_.next()) return frame;
    if (ended_ || wait() == Wait::Stopped) return {};
    if (!read_more()) {
      ended_ = true;
      decoder_.finish();
    }
  }
}

void Input::stop() const {
  const char byte = 0;
  if (wake_[1] >= 0) (void)!::write(wake_[1], &byte, 1);
}

Input::Wait Input::wait() const {
  pollfd watched[2] = {{fd_, POLLIN, 0}, {wake_[0], POLLIN, 0}};
  while (::poll(watched, wake_[0] >= 0 ? 2 : 1, -1) < 0 && errno == EINTR) {
  }
  return watched[1].revents != 0 ? Wait::Stopped : Wait::Readable;
}

/// False at the end of the input, which a broken descriptor is too.
bool Input::read_more() {
  char block[kReadBytes];
  ssize_t count = 0;
  do {
    count = ::read(fd_, block, sizeof block);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EAGAIN) return true;
  if (count <= 0) return false;
  decoder_.append({block, static_cast<std::size_t>(count)});
  return true;
}

void Output::send(const Json& message) {
  const std::string text = framing_ == Framing::Delimited ? dump_pretty_json(message) : dump_json(message);
  const std::string bytes = encode_frame(text, framing_);
  const std::lock_guard lock(mutex_);
  if (!closed() && !write_all(fd_, bytes)) closed_.store(true);
}

}  // namespace firstfault::lsp
