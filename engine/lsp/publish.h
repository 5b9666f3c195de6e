// The common end of every diagnosis: Problems entries, remembered lines, the JSON that answers the request.
#pragma once

#include <memory>
#include <string>

#include "analysis/session.h"
#include "lsp/context.h"

namespace firstfault::lsp {

enum class Health { Ok, Warning, Error };
enum class Activity { Idle, Busy };

/// Publishes what was found in place of what `origin` found before, and remembers its lines. Notes that arise on the
/// way (several files fit a frame) are part of the report that comes back.
[[nodiscard]] std::shared_ptr<const Json> publish_diagnosis(Context& context, const std::string& origin,
                                                            analysis::Diagnosis diagnosis, const std::string& cwd);

void clear_findings(Context& context);

/// The notification firstfault/status. `message` may be empty.
void send_status(Context& context, Health health, Activity activity, const std::string& message);

}  // namespace firstfault::lsp
