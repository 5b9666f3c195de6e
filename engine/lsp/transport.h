// The two descriptors of the protocol: frames in, JSON out. Retries what was interrupted, survives a closed peer.
// Not for the meaning of messages (server.cpp) nor their framing (framing.h).
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

#include "lsp/framing.h"
#include "lsp/json.h"

namespace firstfault::lsp {

/// Takes standard output away from everybody else: the protocol gets a copy, descriptor 1 becomes standard error (or
/// /dev/null). Any other descriptor comes back as it is.
[[nodiscard]] int reserve_output(int out_fd);

/// One reader thread calls next(); any thread may call stop().
class Input {
 public:
  Input(int fd, Framing framing);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Waits for a whole frame. Empty at the end of the input and after stop().
  [[nodiscard]] std::optional<Frame> next();
  void stop() const;

 private:
  enum class Wait { Readable, Stopped };
  [[nodiscard]] Wait wait() const;
  [[nodiscard]] bool read_more();

  int fd_;
  int wake_[2] = {-1, -1};  // a pipe: what is written to it ends the wait
  Decoder decoder_;
  bool ended_ = false;
};

/// Thread-safe: messages leave whole, in the order of the calls.
class Output {
 public:
  Output(int fd, Framing framing) : fd_(fd), framing_(framing) {}

  void send(const Json& message);
  /// True once the peer stopped reading; what is sent then is dropped.
  [[nodiscard]] bool closed() const { return closed_.load(); }

 private:
  int fd_;
  Framing framing_;
  std::mutex mutex_;
  std::atomic<bool> closed_{false};
};

}  // namespace firstfault::lsp
