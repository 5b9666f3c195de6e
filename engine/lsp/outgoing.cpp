#include "lsp/outgoing.h"

#include <utility>

namespace firstfault::lsp {

void Outgoing::request(const std::string& method, Json params, Continuation continuation) {
  std::int64_t id = 0;
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= kMaxUnanswered) waiting_.erase(waiting_.begin());
    id = next_id_++;
    waiting_.emplace(id, std::move(continuation));
  }
  Json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
  message["params"] = std::move(params);
  out_.send(message);
}

void Outgoing::notify(const std::string& method, Json params) {
  Json message = {{"jsonrpc", "2.0"}, {"method", method}};
  message["params"] = std::move(params);
  out_.send(message);
}

void Outgoing::receive(const Json& response) {
  const auto id = response.find("id");
  if (id == response.end() || !id->is_number_integer()) return;
  Continuation continuation;
  {
    const std::lock_guard lock(mutex_);
    const auto found = waiting_.find(id->get<std::int64_t>());
    if (found == waiting_.end()) return;
    continuation = std::move(found->second);
    waiting_.erase(found);
  }
  const auto result = response.find("result");
  continuation(result == response.end() ? nullptr : &*result);
}

}  // namespace firstfault::lsp
