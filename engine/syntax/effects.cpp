#include "syntax/effects.h"

#include <optional>

namespace firstfault::syntax {

namespace {

bool encloses(TSNode outer, TSNode inner) {
  if (ts_node_is_null(outer)) return false;
  return ts_node_start_byte(outer) <= ts_node_start_byte(inner) && ts_node_end_byte(inner) <= ts_node_end_byte(outer);
}

std::optional<Effect> effect_of(const Tree& tree, TSNode node) {
  const std::string_view type = kind(node);
  std::string text(tree.text(node));
  if (type == "call") return Effect{without_blanks(tree.text(field(node, "function"))), std::move(text)};
  if (type == "await" && ts_node_is_named(node)) return Effect{"await", std::move(text)};
  if (type == "yield" && ts_node_is_named(node)) return Effect{"yield", std::move(text)};
  if (type == "named_expression") return Effect{":=", std::move(text)};
  return std::nullopt;
}

bool holds_a_name(TSNode expression) {
  bool found = false;
  walk(expression, [&](TSNode node, const Path&) {
    found = found || kind(node) == "identifier";
    return found ? Descend::Skip : Descend::Into;
  });
  return found;
}

/// Values that depend on when they are computed, should one of the names be changed in place.
std::optional<Effect> computation_of(const Tree& tree, TSNode node) {
  const std::string_view type = kind(node);
  const bool is_operator = type == "binary_operator" || type == "unary_operator" || type == "comparison_operator";
  if (!is_operator && type != "subscript") return std::nullopt;
  if (!holds_a_name(node)) return std::nullopt;  // -1
  return Effect{is_operator ? "operator" : "subscript", std::string(tree.text(node))};
}

/// `x.total += call`: Python reads x.total before it evaluates the right-hand side.
std::optional<Effect> read_by_augmented_assignment(const Tree& tree, TSNode node, TSNode call) {
  if (kind(node) != "augmented_assignment" || !encloses(field(node, "right"), call)) return std::nullopt;
  const TSNode left = field(node, "left");
  if (kind(left) == "identifier") return std::nullopt;
  return Effect{"+=", std::string(tree.text(left))};
}

/// Parts of a statement that stand before the call in the text but are evaluated after it.
bool evaluated_later(TSNode node, TSNode parent, TSNode call) {
  const std::string_view type = kind(parent);
  if (type == "assignment") return is_field(parent, "left", node) || is_field(parent, "type", node);
  if (type == "for_statement") return is_field(parent, "left", node);
  if (type == "conditional_expression") return ts_node_end_byte(node) <= ts_node_start_byte(call);
  return false;
}

/// `f(key=call, *rest)`: Python evaluates `rest` first.
bool is_starred_sibling(TSNode node, TSNode parent, TSNode call) {
  return kind(node) == "list_splat" && kind(parent) == "argument_list" && encloses(parent, call);
}

void append_all(const Tree& tree, TSNode expression, std::vector<Effect>& effects) {
  walk(expression, [&](TSNode node, const Path&) {
    auto effect = effect_of(tree, node);
    if (!effect) effect = computation_of(tree, node);
    if (effect) effects.push_back(std::move(*effect));
    return Descend::Into;
  });
}

}  // namespace

std::vector<Effect> effects_in(const Tree& tree, TSNode expression) {
  std::vector<Effect> effects;
  walk(expression, [&](TSNode node, const Path&) {
    if (auto effect = effect_of(tree, node)) effects.push_back(std::move(*effect));
    return Descend::Into;
  });
  return effects;
}

std::vector<Effect> effects_before(const Tree& tree, TSNode statement, TSNode call) {
  std::vector<Effect> effects;
  walk(statement, [&](TSNode node, const Path& path) {
    if (auto effect = read_by_augmented_assignment(tree, node, call)) effects.push_back(std::move(*effect));
    if (encloses(node, call)) return ts_node_eq(node, call) ? Descend::Skip : Descend::Into;
    if (path.empty() || evaluated_later(node, path.back(), call)) return Descend::Skip;
    const bool stands_before = ts_node_end_byte(node) <= ts_node_start_byte(call);
    if (stands_before || is_starred_sibling(node, path.back(), call)) append_all(tree, node, effects);
    return Descend::Skip;
  });
  return effects;
}

}  // namespace firstfault::syntax
