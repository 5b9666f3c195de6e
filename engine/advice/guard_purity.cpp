#include "advice/guard_purity.h"

#include <algorithm>
#include <array>

#include "advice/guard_call.h"

namespace firstfault::advice {

namespace {

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 16> kBuiltins = {"abs", "bool", "dict",  "float", "int",   "isinstance",
                                                        "len", "list", "max",   "min",   "range", "round",
                                                        "str", "sum",  "tuple", "zip"};

constexpr std::array<std::string_view, 56> kTensorMethods = {
    "abs",     "argmax",      "bool",      "chunk",       "clamp",         "clone",     "contiguous",
    "cpu",     "cuda",        "detach",    "dim",         "double",        "exp",       "expand",
    "flatten", "float",       "gather",    "half",        "index_select",  "int",       "item",
    "log",     "log_softmax", "long",      "masked_fill", "masked_select", "max",       "mean",
    "min",     "movedim",     "narrow",    "new_full",    "new_ones",      "new_zeros", "numel",
    "permute", "pow",         "repeat",    "reshape",     "select",        "sigmoid",   "size",
    "softmax", "split",       "sqrt",      "squeeze",     "std",           "sum",       "t",
    "to",      "tolist",      "transpose", "type_as",     "unsqueeze",     "var",       "view"};

// Substrings of torch functions that draw random numbers, keep statistics, or act on the process.
constexpr std::array<std::string_view, 22> kNotPure = {
    "rand", "drop", "bernoulli", "multinomial", "normal", "poisson", "gumbel", "rrelu", "seed",       "set_",  "norm",
    "load", "save", "compile",   "use_",        "init",   "rng",     "fork",   "wait",  "fractional", "empty", "vmap"};

bool is_pure_torch_function(std::string_view function) {
  for (const std::string_view prefix : {"torch.nn.functional.", "torch."}) {
    if (!function.starts_with(prefix)) continue;
    const std::string_view name = function.substr(prefix.size());
    if (name.find('.') != std::string_view::npos || name.ends_with('_')) continue;
    return std::none_of(kNotPure.begin(), kNotPure.end(),
                        [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
  }
  return false;
}

}  // namespace

bool is_harmless(std::string_view source, const syntax::Effect& effect) {
  if (effect.callee == "operator" || effect.callee == "subscript") return true;
  for (const std::string_view word : {"inplace", "out=", "max_norm"})
    if (effect.text.find(word) != std::string::npos) return false;
  const std::size_t dot = effect.callee.rfind('.');
  if (dot != std::string::npos && is_one_of(kTensorMethods, std::string_view(effect.callee).substr(dot + 1)))
    return true;
  if (is_one_of(kBuiltins, effect.callee)) return true;
  const auto function = resolve(source, effect.callee);
  return function && is_pure_torch_function(*function);
}

}  // namespace firstfault::advice
