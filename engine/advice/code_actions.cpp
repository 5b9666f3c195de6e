#include "advice/code_actions.h"

#include <algorithm>
#include <optional>

#include "advice/code_actions_locate.h"
#include "advice/guard_class_index.h"
#include "advice/guard_embedding_index.h"

namespace firstfault::advice {

namespace {

struct Guard {
  bool (*is_candidate)(std::string_view source, const syntax::Call& call);
  std::optional<CodeAction> (*make)(std::string_view source, const syntax::Call& call);
};

std::optional<Guard> guard_for(std::string_view cause) {
  if (cause == "data.class_index_out_of_range") return Guard{is_class_index_call, guard_class_index};
  if (cause == "data.embedding_index_out_of_range" || cause == "data.position_out_of_range")
    return Guard{is_embedding_call, guard_embedding_index};
  return std::nullopt;
}

/// torch.jit.script compiles the function's source and knows neither f-strings nor all that a guard uses.
bool is_scripted(const syntax::Call& call) {
  return std::any_of(call.decorators.begin(), call.decorators.end(),
                     [](const std::string& decorator) { return decorator.find("script") != std::string::npos; });
}

}  // namespace

std::vector<CodeAction> code_actions(std::string_view source, const UserFrame& frame, std::string_view cause) {
  const auto guard = guard_for(cause);
  if (!guard) return {};
  const auto call =
      locate_call(source, frame, [&](const syntax::Call& candidate) { return guard->is_candidate(source, candidate); });
  if (!call || !call->insertable || is_scripted(*call) || syntax::is_python2(source)) return {};
  auto action = guard->make(source, *call);
  if (!action) return {};
  action->preferred = frame.reliable;
  return {std::move(*action)};
}

}  // namespace firstfault::advice
