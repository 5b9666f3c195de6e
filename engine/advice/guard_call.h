// What guards of different operations share: which function a call means, which argument is which, and how the guard
// can read the arguments without evaluating anything twice, in another order, or not at all. Source text only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "advice/code_actions.h"
#include "syntax/python.h"

namespace firstfault::advice {

/// The function that `callee` ("F.cross_entropy") means by the file's imports: "torch.nn.functional.cross_entropy".
[[nodiscard]] std::optional<std::string> resolve(std::string_view source, std::string_view callee);

/// "labels", "batch.labels", "self.emb".
[[nodiscard]] bool is_dotted_name(std::string_view text);

/// The parameters of an operation in their order, with the word that stands for each in names: {"input", "logits"}.
struct Parameter {
  std::string_view name;
  std::string_view word;
};

/// Index into `call.arguments` of the argument for `parameter`; empty where it is not given.
[[nodiscard]] std::optional<std::size_t> argument_for(const syntax::Call& call, std::span<const Parameter> parameters,
                                                      std::string_view parameter);

/// How the guard reads the arguments: each as an expression that may be evaluated again at will.
struct Bindings {
  std::vector<std::string> expressions;  // one an argument
  std::vector<std::string> assignments;  // to go in front of the guard
  std::vector<TextEdit> replacements;    // of arguments in the call by the names assigned
};

/// Empty where reading the arguments `read` early could change what the program does.
[[nodiscard]] std::optional<Bindings> bind_arguments(std::string_view source, const syntax::Call& call,
                                                     std::span<const Parameter> parameters,
                                                     std::span<const std::size_t> read);

}  // namespace firstfault::advice
