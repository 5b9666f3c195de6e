// Requests on their way from being read to being answered, and their cancellation. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "lsp/json.h"
#include "lsp/protocol.h"
#include "lsp/transport.h"
#include "support/cancel.h"

namespace firstfault::lsp {

/// The handler answers later through the Call it was given.
struct Deferred {};
using Answer = std::variant<Json, Failure, Deferred>;

/// One request. Any thread may answer it; only the first answer is sent.
class Call {
 public:
  Call(Json id, std::string method, Output& out) : id_(std::move(id)), method_(std::move(method)), out_(out) {}

  /// False where it was cancelled while it waited: there is nothing left to do.
  [[nodiscard]] bool start();
  void answer(Answer answer);
  /// A waiting request is answered at once; a running one sees it at the next block of its work.
  void cancel();

  [[nodiscard]] const CancelToken& token() const { return token_; }
  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] const Json& id() const { return id_; }

 private:
  enum class State { Waiting, Running, Answered };
  void send(const Answer& answer);

  Json id_;
  std::string method_;
  Output& out_;
  CancelToken token_;
  std::atomic<State> state_{State::Waiting};
};

using CallPtr = std::shared_ptr<Call>;

/// Finds running requests by their id, or by the token of the progress they report.
class CallTable {
 public:
  void add(const CallPtr& call);
  void add_progress(const Json& token, const CallPtr& call);
  void cancel(const Json& id);
  void cancel_progress(const Json& token);
  void cancel_all();

 private:
  void insert(std::string key, const CallPtr& call);
  [[nodiscard]] CallPtr find(const std::string& key);

  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<Call>> calls_;
  std::size_t sweep_at_ = 64;
};

/// The JSON of an error that answers no known request (id null).
[[nodiscard]] Json error_message(const Json& id, const Failure& failure);

}  // namespace firstfault::lsp
