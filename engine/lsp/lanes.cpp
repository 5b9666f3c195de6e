#include "lsp/lanes.h"

#include <algorithm>
#include <utility>

namespace firstfault::lsp {

Lane::Lane(Mode mode) {
  if (mode == Mode::Inline) return;
  ended_ = false;
  thread_ = std::thread([this] { work(); });
}

Lane::~Lane() {
  (void)stop(std::chrono::hours(1));
  if (thread_.joinable()) thread_.join();
}

void Lane::post(std::function<void()> task) {
  if (!thread_.joinable()) return task();
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_) tasks_.push_back(std::move(task));
  }
  changed_.notify_all();
}

bool Lane::stop(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  tasks_.clear();
  changed_.notify_all();
  return changed_.wait_for(lock, patience, [this] { return ended_; });
}

void Lane::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
    if (stopping_) break;
    const auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
  ended_ = true;
  changed_.notify_all();
}

std::shared_ptr<void> Budget::take(std::size_t bytes) {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [&] { return used_ == 0 || bytes <= limit_ - std::min(used_, limit_); });
  used_ += bytes;
  return {static_cast<void*>(this), [this, bytes](void*) { give_back(bytes); }};
}

void Budget::lift() {
  {
    const std::lock_guard lock(mutex_);
    limit_ = std::numeric_limits<std::size_t>::max();
  }
  freed_.notify_all();
}

void Budget::give_back(std::size_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    used_ -= bytes;
  }
  freed_.notify_all();
}

}  // namespace firstfault::lsp
