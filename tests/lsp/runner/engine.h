// The language server as a child process: bytes in, messages out, its exit status. Every wait is bounded.
#pragma once

#include <boost/process.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace firstfault::test {

class Engine {
 public:
  Engine(const std::string& program, const std::string& folder);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void send_raw(std::string_view bytes);
  void send(std::string_view message);
  /// The body of the next message; empty at the end of the output. Throws where nothing comes within `milliseconds`,
  /// unless `quiet` is what is waited for.
  enum class Wait { Message, Quiet };
  [[nodiscard]] std::optional<std::string> receive(int milliseconds, Wait wait);
  void close_input();
  void close_output();
  [[nodiscard]] int wait_for_exit();

 private:
  [[nodiscard]] std::optional<std::string> take_message();

  int in_ = -1;
  int out_ = -1;
  std::string received_;
  boost::process::child child_;
};

}  // namespace firstfault::test
