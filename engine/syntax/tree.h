// Ownership of tree-sitter's parser and tree, and small helpers to read nodes.
// Internal to syntax/: python.h is what others include.
#pragma once

#include <tree_sitter/api.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/python.h"

namespace firstfault::syntax {

class Tree {
 public:
  /// Empty for sources that are too long, in bytes or in tokens. The tree refers to `source`, which must outlive it.
  [[nodiscard]] static std::optional<Tree> parse(std::string_view source);

  [[nodiscard]] TSNode root() const { return ts_tree_root_node(tree_.get()); }
  [[nodiscard]] std::string_view source() const { return source_; }
  [[nodiscard]] std::string_view text(TSNode node) const;

 private:
  struct Delete {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
  };
  Tree(TSTree* tree, std::string_view source) : tree_(tree), source_(source) {}

  std::unique_ptr<TSTree, Delete> tree_;
  std::string_view source_;
};

[[nodiscard]] std::string_view kind(TSNode node);
[[nodiscard]] TSNode field(TSNode node, std::string_view name);
[[nodiscard]] bool is_field(TSNode parent, std::string_view name, TSNode child);
[[nodiscard]] ByteRange range_of(TSNode node);
/// The named children that are no comments.
[[nodiscard]] std::vector<TSNode> operands(TSNode node);
/// `text` without blanks and line ends: "self . emb" → "self.emb".
[[nodiscard]] std::string without_blanks(std::string_view text);

enum class Descend { Into, Skip };
using Path = std::vector<TSNode>;  // ancestors of a node, the root first, its parent last

/// Whether names bound here become attributes of a class: no function stands between the class and the node.
[[nodiscard]] bool in_class_body(const Path& path);

/// Visits nodes from `root` down, parents first. Nesting far beyond what Python itself accepts is left out, which
/// bounds time and memory.
void walk(TSNode root, const std::function<Descend(TSNode node, const Path& path)>& visit);

}  // namespace firstfault::syntax
