// The loop: one thread reads, this one decides, two lanes work (analysis, terminal). All reasons to act are in here.
#include "lsp/server.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>

#include "lsp/context.h"
#include "lsp/dispatch.h"
#include "lsp/lanes.h"
#include "lsp/process.h"
#include "lsp/publish.h"

namespace firstfault::lsp {
namespace {

constexpr std::size_t kMaxWaitingBytes = 2 * kMaxMessageBytes;
constexpr auto kParentCheck = std::chrono::seconds(2);
constexpr auto kPatienceAtExit = std::chrono::seconds(2);

struct Event {
  enum class Kind { Message, Malformed, End };
  Kind kind = Kind::End;
  Json message;
  CallPtr call;                  // of a request
  std::string problem;           // of a malformed message
  std::shared_ptr<void> ticket;  // room in the budget, until the message is dealt with
};

bool is_id(const Json& id) { return id.is_string() || id.is_number_integer(); }

const Json* member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string method_of(const Json& message) {
  const Json* method = member(message, "method");
  return method && method->is_string() ? method->get<std::string>() : std::string();
}

Json params_of(const Json& message) {
  const Json* params = member(message, "params");
  return params ? *params : Json(nullptr);
}

void bind_all(Binder& binder) {
  bind_lifecycle(binder);
  bind_documents(binder);
  bind_diagnose(binder);
  bind_terminal(binder);
  bind_lines(binder);
  bind_explain(binder);
  bind_hover(binder);
  bind_rules(binder);
  bind_actions(binder);
  bind_commands(binder);
}

Lane::Mode lane_mode(Framing framing) {
  return framing == Framing::Delimited ? Lane::Mode::Inline : Lane::Mode::Thread;
}

class Server {
 public:
  Server(int in_fd, int out_fd, const ServerOptions& options)
      : options_(options),
        input_(in_fd, options.framing),
        output_(out_fd, options.framing),
        context_(options, output_),
        analysis_(lane_mode(options.framing)),
        terminal_(lane_mode(options.framing)) {
    bind_all(context_.binder);
  }

  int run();

 private:
  void read_all();
  [[nodiscard]] Event read_event(const Frame& frame);
  [[nodiscard]] bool goes_on(std::optional<Event> event);
  void on_message(const Event& event);
  void on_request(const Event& event);
  void on_notification(const Event& event);
  void go(Where where, std::function<void()> task);
  void stop();

  const ServerOptions& options_;
  Input input_;
  Output output_;
  Context context_;
  Budget budget_{kMaxWaitingBytes};
  Mailbox<Event> mailbox_;
  bool exit_ = false;
  Lane analysis_;  // last: they end before what they use
  Lane terminal_;
  std::thread reader_;
};

int Server::run() {
  reader_ = std::thread([this] { read_all(); });
  while (goes_on(mailbox_.take(kParentCheck))) {
  }
  stop();
  return context_.lifecycle == Lifecycle::ShutDown ? 0 : 1;
}

/// On the reader's thread. Cancellation does not wait in the queue behind what it cancels, except where order is
/// everything.
void Server::read_all() {
  while (auto frame = input_.next()) {
    auto ticket = budget_.take(frame->text.size());
    Event event = read_event(*frame);
    event.ticket = std::move(ticket);
    if (options_.framing == Framing::ContentLength && method_of(event.message) == "$/cancelRequest") {
      const Json params = params_of(event.message);
      if (const Json* id = member(params, "id")) context_.calls.cancel(*id);
      continue;
    }
    mailbox_.put(std::move(event));
  }
  mailbox_.put({});
}

Event Server::read_event(const Frame& frame) {
  Event event;
  event.kind = Event::Kind::Malformed;
  event.problem = frame.text;
  if (frame.kind == Frame::Kind::Malformed) return event;
  auto json = parse_json(frame.text);
  event.problem = "the message is not JSON, not UTF-8, or nested too deep";
  if (!json) return event;
  event.kind = Event::Kind::Message;
  event.message = std::move(*json);
  const std::string method = method_of(event.message);
  const Json* id = member(event.message, "id");
  if (!method.empty() && id && is_id(*id)) {
    event.call = std::make_shared<Call>(*id, method, output_);
    context_.calls.add(event.call);
  }
  return event;
}

/// Deals with one event, or, where none came, looks whether anybody is still there.
bool Server::goes_on(std::optional<Event> event) {
  if (!event) return !context_.client_process || process_exists(*context_.client_process);
  switch (event->kind) {
    case Event::Kind::End:
      return false;
    case Event::Kind::Malformed:
      output_.send(error_message(nullptr, {ErrorCode::ParseError, event->problem}));
      break;
    case Event::Kind::Message:
      on_message(*event);
      break;
  }
  return !exit_ && !output_.closed();
}

void Server::on_message(const Event& event) {
  if (event.call) return on_request(event);
  const bool has_id = member(event.message, "id") != nullptr;
  const bool is_answer = member(event.message, "result") || member(event.message, "error");
  if (!method_of(event.message).empty() && !has_id) return on_notification(event);
  if (has_id && is_answer) return context_.outgoing.receive(event.message);
  output_.send(error_message(
      nullptr, {ErrorCode::InvalidRequest, "this is no request, notification or response of JSON-RPC 2.0"}));
}

void Server::on_request(const Event& event) {
  const CallPtr& call = event.call;
  const Request* request = context_.binder.find_request(call->method());
  if (context_.lifecycle == Lifecycle::Created && call->method() != "initialize")
    return call->answer(Failure{ErrorCode::ServerNotInitialized, "the first request must be initialize"});
  if (context_.lifecycle == Lifecycle::ShutDown)
    return call->answer(Failure{ErrorCode::InvalidRequest, "the server is shut down; only exit may follow"});
  if (!request) return call->answer(Failure{ErrorCode::MethodNotFound, "there is no method '" + call->method() + "'"});
  go(request->where, [this, request, call, params = params_of(event.message), ticket = event.ticket] {
    run_request(context_, *request, call, params);
  });
}

/// Notifications have no answer: those that are unknown, come too early or too late are dropped.
void Server::on_notification(const Event& event) {
  const std::string method = method_of(event.message);
  if (method == "exit") exit_ = true;
  const Notification* notification = context_.binder.find_notification(method);
  if (!notification || context_.lifecycle != Lifecycle::Running) return;
  go(notification->where, [this, notification, method, params = params_of(event.message), ticket = event.ticket] {
    run_notification(context_, *notification, method, params);
  });
}

void Server::go(Where where, std::function<void()> task) {
  switch (where) {
    case Where::Now:
      return task();
    case Where::Analysis:
      return analysis_.post(std::move(task));
    case Where::Terminal:
      return terminal_.post(std::move(task));
  }
}

/// A lane that hangs in a read (a dead network file system) must not keep the process alive.
void Server::stop() {
  context_.calls.cancel_all();
  budget_.lift();
  input_.stop();
  const bool idle = analysis_.stop(kPatienceAtExit) && terminal_.stop(kPatienceAtExit);
  if (!idle) std::_Exit(context_.lifecycle == Lifecycle::ShutDown ? 0 : 1);
  reader_.join();
}

}  // namespace

int run_server(int in_fd, int out_fd, const ServerOptions& options) {
  (void)std::signal(SIGPIPE, SIG_IGN);  // a closed output is seen by write()
  Server server(in_fd, reserve_output(out_fd), options);
  return server.run();
}

}  // namespace firstfault::lsp
