#include "engine.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <boost/process/extend.hpp>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace firstfault::test {
namespace {

namespace bp = boost::process;

constexpr auto kExitLimit = std::chrono::seconds(60);

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  return ends;
}

/// In the child, before exec: the pipes where they belong. Everything else is closed on exec.
struct Descriptors : bp::extend::handler {
  int in;
  int out;
  Descriptors(int in_fd, int out_fd) : in(in_fd), out(out_fd) {}

  template <class Executor>
  void on_exec_setup(Executor&) const {
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
  }
};

}  // namespace

Engine::Engine(const std::string& program, const std::string& folder) {
  const auto to_child = make_pipe();
  const auto from_child = make_pipe();
  in_ = to_child[1];
  out_ = from_child[0];
  child_ = bp::child(program, "lsp", bp::start_dir = folder, Descriptors(to_child[0], from_child[1]));
  ::close(to_child[0]);
  ::close(from_child[1]);
}

Engine::~Engine() {
  close_input();
  close_output();
  std::error_code error;
  if (child_.valid() && child_.running(error)) child_.terminate(error);
}

void Engine::send_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(in_, bytes.data(), bytes.size());
    if (written <= 0) throw std::runtime_error("the server does not read any more");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Engine::send(std::string_view message) {
  send_raw("Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + std::string(message));
}

std::optional<std::string> Engine::receive(int milliseconds, Wait wait) {
  while (true) {
    if (auto message = take_message()) return message;
    pollfd ready{out_, POLLIN, 0};
    if (::poll(&ready, 1, milliseconds) <= 0) {
      if (wait == Wait::Quiet) return {};
      throw std::runtime_error("the server says nothing");
    }
    std::array<char, 65536> block{};
    const ssize_t count = ::read(out_, block.data(), block.size());
    if (count <= 0) return {};
    received_.append(block.data(), static_cast<std::size_t>(count));
  }
}

/// Strict on purpose: anything but one header line per message is a defect of the server.
std::optional<std::string> Engine::take_message() {
  const std::string name = "Content-Length: ";
  const std::size_t end = received_.find("\r\n\r\n");
  if (end == std::string::npos) return {};
  if (received_.compare(0, name.size(), name) != 0)
    throw std::runtime_error("this is no message: " + received_.substr(0, 200));
  const std::size_t length = std::stoul(received_.substr(name.size(), end - name.size()));
  if (received_.size() < end + 4 + length) return {};
  std::string message = received_.substr(end + 4, length);
  received_.erase(0, end + 4 + length);
  return message;
}

void Engine::close_input() {
  if (in_ >= 0) ::close(in_);
  in_ = -1;
}

void Engine::close_output() {
  if (out_ >= 0) ::close(out_);
  out_ = -1;
}

/// Not child::wait_for: in Boost 1.74 it may sleep through the end of the child.
int Engine::wait_for_exit() {
  const auto limit = std::chrono::steady_clock::now() + kExitLimit;
  std::error_code error;
  while (child_.running(error)) {
    if (std::chrono::steady_clock::now() > limit) throw std::runtime_error("the server does not end");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return child_.exit_code();
}

}  // namespace firstfault::test
