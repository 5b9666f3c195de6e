// Where work is done and how much of it may wait: lanes run tasks one after the other; the budget holds the reader back
// when more bytes are waiting than the engine should keep. Knows nothing of messages.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace firstfault::lsp {

/// A queue between threads.
template <class T>
class Mailbox {
 public:
  void put(T item) {
    {
      const std::lock_guard lock(mutex_);
      items_.push_back(std::move(item));
    }
    arrived_.notify_one();
  }

  /// Empty after `patience` without an item.
  [[nodiscard]] std::optional<T> take(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_for(lock, patience, [this] { return !items_.empty(); })) return {};
    T item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<T> items_;
};

class Lane {
 public:
  enum class Mode { Thread, Inline };  // Inline: post() does the work itself

  explicit Lane(Mode mode);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  void post(std::function<void()> task);
  /// Drops what waits and lets the running task end. False where it does not within `patience`.
  [[nodiscard]] bool stop(std::chrono::milliseconds patience);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  bool ended_ = true;
  std::thread thread_;
};

/// Bytes of messages that were read and are not yet dealt with.
class Budget {
 public:
  explicit Budget(std::size_t limit) : limit_(limit) {}

  /// Waits for room. The room is given back when the last copy of the ticket goes. A single message always finds room.
  [[nodiscard]] std::shared_ptr<void> take(std::size_t bytes);
  /// Nobody waits from now on.
  void lift();

 private:
  void give_back(std::size_t bytes);

  std::size_t limit_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t used_ = 0;
};

}  // namespace firstfault::lsp
