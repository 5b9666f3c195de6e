#include "advice/guard_class_index.h"

#include <array>

#include "advice/guard_call.h"
#include "advice/guard_text.h"

namespace firstfault::advice {

namespace {

// Those of cross_entropy and, up to "reduction", of nll_loss.
constexpr std::array<Parameter, 8> kParameters = {{{"input", "logits"},
                                                   {"target", "target"},
                                                   {"weight", "weight"},
                                                   {"size_average", "size_average"},
                                                   {"ignore_index", "ignore_index"},
                                                   {"reduce", "reduce"},
                                                   {"reduction", "reduction"},
                                                   {"label_smoothing", "label_smoothing"}}};

std::optional<std::string> operation_of(std::string_view source, const syntax::Call& call) {
  const auto function = resolve(source, call.callee);
  if (function == "torch.nn.functional.cross_entropy") return "cross_entropy";
  if (function == "torch.nn.functional.nll_loss") return "nll_loss";
  return std::nullopt;
}

/// Targets are widened first: a comparison of a uint8 tensor with -100 or with 300 classes would wrap around.
std::vector<GuardLine> check(const std::string& operation, const std::string& logits, const std::string& target,
                             const std::string& ignore_index) {
  return {
      {0, "if " + target + ".numel() and not " + target + ".is_floating_point():"},
      {1, "firstfault_labels = " + target + ".long()"},
      {1, "firstfault_classes = " + logits + ".size(1 if " + logits + ".dim() > 1 else 0)"},
      {1, "firstfault_bad = (firstfault_labels < 0) | (firstfault_labels >= firstfault_classes)"},
      {1, "firstfault_bad &= firstfault_labels != " + ignore_index},
      {1, "if firstfault_bad.any():"},
      {2, "raise ValueError("},
      {3, "f\"" + operation + " targets outside [0, {firstfault_classes}): \""},
      {3, "f\"{firstfault_labels[firstfault_bad][:8].tolist()} \""},
      {3, "f\"at {firstfault_bad.nonzero()[:8].tolist()}\""},
      {2, ")"},
  };
}

}  // namespace

bool is_class_index_call(std::string_view source, const syntax::Call& call) {
  return operation_of(source, call).has_value();
}

std::optional<CodeAction> guard_class_index(std::string_view source, const syntax::Call& call) {
  const auto operation = operation_of(source, call);
  const auto logits = argument_for(call, kParameters, "input");
  const auto target = argument_for(call, kParameters, "target");
  const auto ignore_index = argument_for(call, kParameters, "ignore_index");
  if (!operation || !logits || !target) return std::nullopt;

  std::vector<std::size_t> read = {*logits, *target};
  if (ignore_index) read.push_back(*ignore_index);
  auto bindings = bind_arguments(source, call, kParameters, read);
  if (!bindings) return std::nullopt;
  const auto& expressions = bindings->expressions;

  std::vector<GuardLine> lines;
  for (auto& assignment : bindings->assignments) lines.push_back({0, std::move(assignment)});
  for (auto& line : check(*operation, expressions[*logits], expressions[*target],
                          ignore_index ? expressions[*ignore_index] : "-100"))
    lines.push_back(std::move(line));
  if (is_guarded(source, call.statement.begin, "if " + expressions[*target] + ".numel()")) return std::nullopt;

  CodeAction action{"class-index", "Check targets before " + *operation, false, {}};
  action.edits.push_back(insert_before(source, call.statement.begin, lines));
  for (auto& edit : bindings->replacements) action.edits.push_back(std::move(edit));
  return action;
}

}  // namespace firstfault::advice
