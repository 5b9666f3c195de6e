#include "syntax/tree.h"

namespace firstfault::syntax {
namespace {

/// The first child that holds an error, or a null node.
TSNode broken_child(TSNode node) {
  for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
    const TSNode child = ts_node_child(node, i);
    if (ts_node_has_error(child) || ts_node_is_missing(child)) return child;
  }
  return {};
}

}  // namespace

std::optional<std::size_t> first_error(std::string_view source) {
  const auto tree = Tree::parse(source);
  if (!tree) return 0;
  TSNode node = tree->root();
  if (!ts_node_has_error(node)) return std::nullopt;
  for (TSNode next = broken_child(node); kind(node) != "ERROR" && !ts_node_is_null(next); next = broken_child(node))
    node = next;
  return range_of(node).begin;
}

}  // namespace firstfault::syntax
