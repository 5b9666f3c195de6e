#include "lsp/calls.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace firstfault::lsp {
namespace {

std::string progress_key(const Json& token) { return "progress " + dump_json(token); }

}  // namespace

Json error_message(const Json& id, const Failure& failure) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", to_json(failure)}};
}

bool Call::start() {
  State waiting = State::Waiting;
  return state_.compare_exchange_strong(waiting, State::Running);
}

void Call::answer(Answer answer) {
  if (std::holds_alternative<Deferred>(answer)) return;
  if (state_.exchange(State::Answered) != State::Answered) send(answer);
}

void Call::cancel() {
  token_.cancel();
  State waiting = State::Waiting;
  if (state_.compare_exchange_strong(waiting, State::Answered))
    send(Failure{ErrorCode::RequestCancelled, "the request was cancelled"});
}

void Call::send(const Answer& answer) {
  if (const auto* failure = std::get_if<Failure>(&answer)) {
    out_.send(error_message(id_, *failure));
  } else if (const auto* result = std::get_if<Json>(&answer)) {
    Json message = {{"jsonrpc", "2.0"}, {"id", id_}};
    message["result"] = *result;
    out_.send(message);
  }
}

void CallTable::add(const CallPtr& call) { insert(dump_json(call->id()), call); }

void CallTable::add_progress(const Json& token, const CallPtr& call) { insert(progress_key(token), call); }

void CallTable::insert(std::string key, const CallPtr& call) {
  const std::lock_guard lock(mutex_);
  if (calls_.size() >= sweep_at_) {
    std::erase_if(calls_, [](const auto& entry) { return entry.second.expired(); });
    sweep_at_ = std::max<std::size_t>(64, 2 * calls_.size());
  }
  calls_.insert_or_assign(std::move(key), call);
}

CallPtr CallTable::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = calls_.find(key);
  return found == calls_.end() ? nullptr : found->second.lock();
}

void CallTable::cancel(const Json& id) {
  if (const CallPtr call = find(dump_json(id))) call->cancel();
}

void CallTable::cancel_progress(const Json& token) {
  if (const CallPtr call = find(progress_key(token))) call->cancel();
}

void CallTable::cancel_all() {
  std::vector<CallPtr> running;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, weak] : calls_)
      if (auto call = weak.lock()) running.push_back(std::move(call));
  }
  for (const CallPtr& call : running) call->token().cancel();
}

}  // namespace firstfault::lsp
