// Lets the owner of a long piece of work ask it to stop. The worker looks at chunk boundaries; nothing is interrupted.
#pragma once

#include <atomic>
#include <memory>

namespace firstfault {

class CancelToken {
 public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}
  void cancel() const { flag_->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool cancelled() const { return flag_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

}  // namespace firstfault
