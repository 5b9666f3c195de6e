#include "child.h"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/posix.hpp>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace firstfault::test {
namespace {

namespace asio = boost::asio;
namespace bp = boost::process;

constexpr auto kTimeLimit = std::chrono::seconds(60);
constexpr unsigned kNobody = 65534;

void close_on_exec(int fd) { ::fcntl(fd, F_SETFD, FD_CLOEXEC); }

/// One end goes to the child and is closed here after the start; the other is read or written asynchronously.
struct Channel {
  int child_end = -1;
  std::optional<asio::posix::stream_descriptor> parent_end;
  std::string text;
};

Channel make_pipe(asio::io_context& context, bool child_writes) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  Channel channel;
  channel.child_end = ends[child_writes ? 1 : 0];
  channel.parent_end.emplace(context, ends[child_writes ? 0 : 1]);
  return channel;
}

Channel make_terminal(asio::io_context& context) {
  int master = -1;
  Channel channel;
  if (::openpty(&master, &channel.child_end, nullptr, nullptr, nullptr) != 0)
    throw std::runtime_error("cannot make a terminal");
  termios raw{};
  ::tcgetattr(channel.child_end, &raw);
  ::cfmakeraw(&raw);
  ::tcsetattr(channel.child_end, TCSANOW, &raw);
  close_on_exec(master);
  close_on_exec(channel.child_end);
  channel.parent_end.emplace(context, master);
  return channel;
}

Channel make_file(const char* path, int flags) {
  Channel channel;
  channel.child_end = ::open(path, flags | O_CLOEXEC);
  return channel;
}

Channel make_input(asio::io_context& context, const CaseFile& file) {
  if (file.stdin_tty) return make_terminal(context);
  if (!file.stdin_text) return make_file("/dev/null", O_RDONLY);
  Channel channel = make_pipe(context, false);
  channel.text = *file.stdin_text;
  return channel;
}

Channel make_output(asio::io_context& context, const std::string& mode) {
  if (mode == "tty") return make_terminal(context);
  if (mode == "full") return make_file("/dev/full", O_WRONLY);
  if (mode == "closed") return {};
  Channel channel = make_pipe(context, true);
  if (mode == "gone") channel.parent_end.reset();
  return channel;
}

void collect(Channel& channel) {
  if (!channel.parent_end) return;
  asio::async_read(*channel.parent_end, asio::dynamic_buffer(channel.text),
                   [](const boost::system::error_code&, std::size_t) {});  // ends with EOF, or EIO on a terminal
}

void supply(Channel& channel, bool terminal) {
  if (!channel.parent_end || terminal) return;
  asio::async_write(*channel.parent_end, asio::buffer(channel.text),
                    [&channel](const boost::system::error_code&, std::size_t) { channel.parent_end.reset(); });
}

/// In the child, before exec: descriptors where they belong, and no root where the case says so.
struct InChild : bp::extend::handler {
  int in;
  int out;
  int err;
  bool nobody;
  InChild(int in_fd, int out_fd, int err_fd, bool as_nobody) : in(in_fd), out(out_fd), err(err_fd), nobody(as_nobody) {}

  template <class Executor>
  void on_exec_setup(Executor& executor) const {
    ::dup2(in, STDIN_FILENO);
    ::dup2(err, STDERR_FILENO);
    out < 0 ? ::close(STDOUT_FILENO) : ::dup2(out, STDOUT_FILENO);
    const bool drop = nobody && ::getuid() == 0;
    if (drop && (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0))
      executor.set_error(std::error_code(errno, std::generic_category()), "cannot leave root");
  }
};

bp::environment environment_of(const CaseFile& file) {
  bp::environment env;
  env["PATH"] = "/usr/bin:/bin";
  env["TERM"] = "xterm";
  for (const auto& [name, value] : file.env) env[name] = value;
  return env;
}

}  // namespace

Outcome run_case(const std::string& engine, const CaseFile& file, const std::string& folder) {
  asio::io_context context;
  Channel in = make_input(context, file);
  Channel out = make_output(context, file.stdout_mode);
  Channel err = make_pipe(context, true);
  std::error_code error;
  bp::child child(engine, file.args, bp::start_dir = folder, environment_of(file), error,
                  InChild(in.child_end, out.child_end, err.child_end, file.as_nobody));
  if (error) throw std::runtime_error("cannot start " + engine + ": " + error.message());
  for (Channel* channel : {&in, &out, &err})
    if (channel->child_end >= 0) ::close(channel->child_end);
  collect(out);
  collect(err);
  supply(in, file.stdin_tty);
  context.run_for(kTimeLimit);
  if (!context.stopped()) {
    child.terminate(error);
    throw std::runtime_error("takes longer than 60 s");
  }
  child.wait(error);
  return {child.exit_code(), out.text, err.text};
}

}  // namespace firstfault::test
