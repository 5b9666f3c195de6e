#include "lsp/dispatch.h"

#include <cstdio>
#include <exception>

#include "lsp/publish.h"

namespace firstfault::lsp {

void run_request(Context& context, const Request& request, const CallPtr& call, const Json& params) {
  if (!call->start()) return;
  std::string problem;
  try {
    return call->answer(request.run(context, params, call));
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "an unknown error";
  }
  std::fprintf(stderr, "firstfault: internal error in %s: %s\n", call->method().c_str(), problem.c_str());
  send_status(context, Health::Error, Activity::Idle, "internal error in " + call->method());
  call->answer(Failure{ErrorCode::InternalError, "internal error in " + call->method() + ": " + problem});
}

void run_notification(Context& context, const Notification& notification, const std::string& method,
                      const Json& params) {
  std::string problem;
  try {
    problem = notification.run(context, params);
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "an unknown error";
  }
  if (!problem.empty()) std::fprintf(stderr, "firstfault: %s is ignored: %s\n", method.c_str(), problem.c_str());
}

}  // namespace firstfault::lsp
