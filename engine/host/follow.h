// Logs that are still written: files, folders in which new files appear, pipes. Asked again and again what has come,
// because not every file system tells. Hands out bytes and paths, never handles. Not for logs that are complete
// (files.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace firstfault::host {

struct FollowSink {
  /// A file was found; what is returned names it from then on.
  std::function<std::uint32_t(const std::string& path)> open;
  /// Some bytes of it; returns false to stop.
  std::function<bool(std::uint32_t file, std::string_view bytes)> feed;
  /// What befell a log while it was read, in words.
  std::function<void(std::string note)> note;
};

class Follower {
 public:
  /// Files and folders (they need not be there yet), pipes, and "-" for standard input.
  explicit Follower(const std::vector<std::string>& paths);
  ~Follower();
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  enum class Looked { NothingNew, Grew, Stopped };
  /// Hands on what has come since the last look.
  [[nodiscard]] Looked look(const FollowSink& sink);

  /// Waits until more may have come, at most `limit`; a signal ends it.
  void wait(std::chrono::milliseconds limit) const;

  /// True once nothing more can come: all that is followed is pipes at their end and files that cannot be read.
  [[nodiscard]] bool ended() const;
  /// Paths that are there and cannot be read.
  [[nodiscard]] std::vector<Error> errors() const;
  /// Paths that are not there yet.
  [[nodiscard]] std::vector<std::string> awaited() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace firstfault::host
