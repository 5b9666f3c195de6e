// Work-done progress of one request: with the client's token, or with one of ours where the client supports that and
// has agreed in time. Ends when it goes out of scope.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "lsp/context.h"

namespace firstfault::lsp {

class Progress {
 public:
  /// `token` is null where the client gave none.
  Progress(Context& context, const Json& token, const CallPtr& call, std::string title);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `percent` that does not rise is not sent.
  void report(int percent, const std::string& message);

 private:
  void begin();
  void send(Json value);

  Context& context_;
  Json token_;
  std::string title_;
  std::shared_ptr<std::atomic<bool>> agreed_ = std::make_shared<std::atomic<bool>>(false);
  bool begun_ = false;
  int last_percent_ = 0;
};

}  // namespace firstfault::lsp
