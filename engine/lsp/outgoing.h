// Requests that the server makes of the client, and what to do with the answers. Thread-safe; answers run on the loop's
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "lsp/json.h"
#include "lsp/transport.h"

namespace firstfault::lsp {

/// Beyond this many unanswered requests the oldest is forgotten.
inline constexpr std::size_t kMaxUnanswered = 256;

class Outgoing {
 public:
  /// `result` is null where the client answered with an error.
  using Continuation = std::function<void(const Json* result)>;

  explicit Outgoing(Output& out) : out_(out) {}

  void request(const std::string& method, Json params, Continuation continuation);
  void notify(const std::string& method, Json params);
  /// `response` has an id and a result or an error. One that nobody waits for is ignored.
  void receive(const Json& response);

 private:
  Output& out_;
  std::mutex mutex_;
  std::int64_t next_id_ = 1;
  std::map<std::int64_t, Continuation> waiting_;
};

}  // namespace firstfault::lsp
