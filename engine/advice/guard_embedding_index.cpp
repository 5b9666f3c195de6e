#include "advice/guard_embedding_index.h"

#include <algorithm>
#include <array>

#include "advice/guard_call.h"
#include "advice/guard_text.h"

namespace firstfault::advice {

namespace {

enum class Form { Module, Function };

constexpr std::array<Parameter, 1> kModuleParameters = {{{"input", "ids"}}};
constexpr std::array<Parameter, 7> kFunctionParameters = {{{"input", "ids"},
                                                           {"weight", "weight"},
                                                           {"padding_idx", "padding_idx"},
                                                           {"max_norm", "max_norm"},
                                                           {"norm_type", "norm_type"},
                                                           {"scale_grad_by_freq", "scale_grad_by_freq"},
                                                           {"sparse", "sparse"}}};

// Methods of a module that return the module itself.
constexpr std::array<std::string_view, 11> kReturnSelf = {
    "to", "cuda", "cpu", "half", "float", "double", "train", "bfloat16", "eval", "type", "requires_grad_"};

/// Whether `constructor` makes an nn.Embedding: "nn.Embedding(8, 4)", "nn.Embedding.from_pretrained(w).to(device)".
bool makes_an_embedding(std::string_view source, std::string_view constructor) {
  std::vector<syntax::Call> chain = syntax::calls_on_line(constructor, 1);
  std::erase_if(chain, [](const syntax::Call& call) { return call.range.begin != 0; });
  while (chain.size() > 1) {
    const std::string callee = chain.front().callee;
    const std::string_view method = std::string_view(callee).substr(callee.rfind('.') + 1);
    if (std::find(kReturnSelf.begin(), kReturnSelf.end(), method) == kReturnSelf.end()) return false;
    chain.erase(chain.begin());
  }
  if (chain.empty()) return false;
  const auto made_by = resolve(source, chain.front().callee);
  return made_by == "torch.nn.Embedding" || made_by == "torch.nn.Embedding.from_pretrained";
}

std::optional<Form> form_of(std::string_view source, const syntax::Call& call) {
  if (!is_dotted_name(call.callee)) return std::nullopt;
  if (resolve(source, call.callee) == "torch.nn.functional.embedding") return Form::Function;
  const auto constructor = syntax::assigned_call(source, call.callee);
  if (constructor && makes_an_embedding(source, *constructor)) return Form::Module;
  return std::nullopt;
}

std::vector<GuardLine> check(const std::string& name, const std::string& ids, const std::string& rows) {
  return {
      {0, "if " + ids + ".numel() and not " + ids + ".is_floating_point():"},
      {1, "firstfault_rows = " + rows},
      {1, "firstfault_bad = (" + ids + " < 0) | (" + ids + " >= firstfault_rows)"},
      {1, "if firstfault_bad.any():"},
      {2, "raise ValueError("},
      {3, "f\"" + name + " indices outside [0, {firstfault_rows}): \""},
      {3, "f\"{" + ids + "[firstfault_bad][:8].tolist()} \""},
      {3, "f\"at {firstfault_bad.nonzero()[:8].tolist()}\""},
      {2, ")"},
  };
}

std::optional<CodeAction> guard(std::string_view source, const syntax::Call& call, Form form) {
  const std::span<const Parameter> parameters =
      form == Form::Module ? std::span<const Parameter>(kModuleParameters) : kFunctionParameters;
  const auto ids = argument_for(call, parameters, "input");
  const auto weight = argument_for(call, parameters, "weight");
  if (!ids || (form == Form::Function && !weight)) return std::nullopt;
  if (form == Form::Module && call.arguments.size() != 1) return std::nullopt;

  std::vector<std::size_t> read = {*ids};
  if (weight) read.push_back(*weight);
  auto bindings = bind_arguments(source, call, parameters, read);
  if (!bindings) return std::nullopt;
  const std::string& index = bindings->expressions[*ids];
  // Not weight.size(0) of a module: sharded (FSDP, ZeRO), the weight is whole only while the module runs.
  const std::string rows =
      form == Form::Module ? call.callee + ".num_embeddings" : bindings->expressions[*weight] + ".size(0)";
  if (is_guarded(source, call.statement.begin, "if " + index + ".numel()")) return std::nullopt;

  std::vector<GuardLine> lines;
  for (auto& assignment : bindings->assignments) lines.push_back({0, std::move(assignment)});
  const std::string name = form == Form::Module ? call.callee : "embedding";
  for (auto& line : check(name, index, rows)) lines.push_back(std::move(line));

  CodeAction action{"embedding-index", "Check indices before " + name, false, {}};
  action.edits.push_back(insert_before(source, call.statement.begin, lines));
  for (auto& edit : bindings->replacements) action.edits.push_back(std::move(edit));
  return action;
}

}  // namespace

bool is_embedding_call(std::string_view source, const syntax::Call& call) { return form_of(source, call).has_value(); }

std::optional<CodeAction> guard_embedding_index(std::string_view source, const syntax::Call& call) {
  const auto form = form_of(source, call);
  return form ? guard(source, call, *form) : std::nullopt;
}

}  // namespace firstfault::advice
