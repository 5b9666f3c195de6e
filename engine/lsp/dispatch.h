// Runs one handler so that nothing it does can end the server: what it throws becomes the answer. On any thread.
#pragma once

#include <string>

#include "lsp/context.h"

namespace firstfault::lsp {

void run_request(Context& context, const Request& request, const CallPtr& call, const Json& params);
void run_notification(Context& context, const Notification& notification, const std::string& method,
                      const Json& params);

}  // namespace firstfault::lsp
