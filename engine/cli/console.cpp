#include "cli/console.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

namespace firstfault::cli {
namespace {

/// Writes all of `text`; returns errno, or 0.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(fd, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return 0;
}

/// Paths and rule files may hold escape codes; a message must not send them to the terminal.
std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool c1 = byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    const bool control = (byte < 0x20 && text[i] != '\n' && text[i] != '\t') || byte == 0x7f || c1;
    out += control ? '?' : text[i];
    i += c1 ? 1 : 0;
  }
  return out;
}

}  // namespace

void prepare_descriptors() {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // Open for reading only: a write to it then fails with EBADF, as on the closed descriptor.
    [[maybe_unused]] const int placed = ::open("/dev/null", O_RDONLY);
  }
}

void Console::print(std::string_view text) {
  if (out_error_ == 0) out_error_ = write_all(out_, text);
}

void Console::print_error(std::string_view text) { (void)write_all(err_, printable(text)); }

void Console::complain(std::string_view text) { print_error("firstfault: " + std::string(text) + "\n"); }

int Console::finish(int status) {
  if (out_error_ == 0) return status;
  if (out_error_ == EPIPE || out_error_ == EBADF) return kExitClosedOutput;
  complain(std::string("cannot write to standard output: ") + std::strerror(out_error_));
  return kExitTrouble;
}

}  // namespace firstfault::cli
