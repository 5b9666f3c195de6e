#include "lsp/progress.h"

#include <utility>

namespace firstfault::lsp {

Progress::Progress(Context& context, const Json& token, const CallPtr& call, std::string title)
    : context_(context), token_(token), title_(std::move(title)) {
  if (!token_.is_null()) {
    context_.calls.add_progress(token_, call);
    begin();
  } else if (context_.client.work_done_progress) {
    token_ = "firstfault/" + dump_json(call->id());
    context_.calls.add_progress(token_, call);
    context_.outgoing.request("window/workDoneProgress/create", {{"token", token_}},
                              [agreed = agreed_](const Json* result) { agreed->store(result != nullptr); });
  }
}

Progress::~Progress() {
  if (begun_) send({{"kind", "end"}});
}

void Progress::report(int percent, const std::string& message) {
  if (!begun_ && agreed_->load()) begin();
  if (!begun_ || percent <= last_percent_) return;
  last_percent_ = percent;
  send({{"kind", "report"}, {"message", message}, {"percentage", percent}});
}

void Progress::begin() {
  begun_ = true;
  send({{"kind", "begin"}, {"title", title_}, {"cancellable", true}, {"percentage", 0}});
}

void Progress::send(Json value) {
  Json params = {{"token", token_}};
  params["value"] = std::move(value);
  context_.outgoing.notify("$/progress", std::move(params));
}

}  // namespace firstfault::lsp
