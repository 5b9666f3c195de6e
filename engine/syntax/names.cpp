#include <algorithm>
#include <array>

#include "syntax/python.h"
#include "syntax/tree.h"

namespace firstfault::syntax {

namespace {

/// One place where a name gets a value.
struct Binding {
  std::string target;  // without blanks
  TSNode value{};      // the right-hand side of a plain assignment, else null
  std::string module;  // what an import binds it to, else empty
};

class Collector {
 public:
  explicit Collector(const Tree& tree) : tree_(tree) {}

  [[nodiscard]] std::vector<Binding> collect() {
    walk(tree_.root(), [this](TSNode node, const Path& path) {
      visit(node, path);
      return Descend::Into;
    });
    return std::move(bindings_);
  }

 private:
  void visit(TSNode node, const Path& path) {
    const std::string_view type = kind(node);
    if (type == "assignment") return assignment(node, path);
    if (type == "augmented_assignment" || type == "for_statement" || type == "for_in_clause")
      return target(field(node, "left"), {});
    if (type == "named_expression") return target(field(node, "name"), {});
    if (type == "as_pattern_target" || type == "case_pattern") return each_child(node);
    if (type == "except_clause") return target(field(node, "alias"), {});
    if (type == "parameters" || type == "lambda_parameters") return each_child(node);
    if (type == "import_statement") return import(node, "");
    if (type == "import_from_statement") return import(node, without_blanks(tree_.text(field(node, "module_name"))));
    if ((type == "function_definition" || type == "class_definition") && !in_class_body(path))
      return target(field(node, "name"), {});
  }

  void assignment(TSNode node, const Path& path) {
    TSNode value = field(node, "right");
    if (ts_node_is_null(value)) return;  // "x: int" binds nothing
    while (kind(value) == "assignment") value = field(value, "right");
    const TSNode left = field(node, "left");
    if (kind(left) == "identifier" && in_class_body(path)) return;
    target(left, value);
  }

  void each_child(TSNode node) {
    for (const TSNode child : operands(node)) target(child, {});
  }

  void target(TSNode node, TSNode value) {
    static constexpr std::array<std::string_view, 3> kWithName = {"default_parameter", "typed_default_parameter",
                                                                  "keyword_pattern"};
    static constexpr std::array<std::string_view, 9> kGroups = {"pattern_list",
                                                                "tuple_pattern",
                                                                "list_pattern",
                                                                "list_splat_pattern",
                                                                "dictionary_splat_pattern",
                                                                "parenthesized_expression",
                                                                "tuple",
                                                                "typed_parameter",
                                                                "expression_list"};
    const std::string_view type = kind(node);
    if (std::find(kWithName.begin(), kWithName.end(), type) != kWithName.end()) return target(field(node, "name"), {});
    if (std::find(kGroups.begin(), kGroups.end(), type) != kGroups.end()) {
      for (const TSNode child : operands(node))
        if (kind(child) != "type") target(child, {});
      return;
    }
    if (type == "identifier" || type == "attribute" || type == "subscript" || type == "dotted_name")
      bindings_.push_back({without_blanks(tree_.text(node)), value, ""});
  }

  void import(TSNode node, const std::string& module) {
    const TSNode module_name = field(node, "module_name");
    const std::string prefix = module.empty() || module.ends_with('.') ? module : module + ".";
    for (const TSNode child : operands(node)) {
      if (!ts_node_is_null(module_name) && ts_node_eq(child, module_name)) continue;
      const bool aliased = kind(child) == "aliased_import";
      if (!aliased && kind(child) != "dotted_name") continue;
      const std::string name = without_blanks(tree_.text(aliased ? field(child, "name") : child));
      // "import a.b" binds a; "import a.b as c" binds a.b; "from a import b" binds a.b
      const std::string first = name.substr(0, name.find('.'));
      const std::string alias = aliased ? without_blanks(tree_.text(field(child, "alias"))) : first;
      bindings_.push_back({alias, {}, prefix + (aliased ? name : first)});
    }
  }

  const Tree& tree_;
  std::vector<Binding> bindings_;
};

std::vector<Binding> bindings_of(const Tree& tree, std::string_view name) {
  std::vector<Binding> all = Collector(tree).collect();
  std::erase_if(all, [&](const Binding& binding) { return binding.target != name; });
  return all;
}

TSNode without_parentheses(TSNode node) {
  while (kind(node) == "parenthesized_expression") {
    const std::vector<TSNode> inner = operands(node);
    if (inner.size() != 1) break;
    node = inner.front();
  }
  return node;
}

}  // namespace

std::optional<std::string> assigned_call(std::string_view source, std::string_view name) {
  const auto tree = Tree::parse(source);
  if (!tree) return std::nullopt;
  std::optional<std::string> result;
  std::string callee;
  for (const Binding& binding : bindings_of(*tree, without_blanks(name))) {
    const TSNode value = without_parentheses(binding.value);
    if (kind(value) != "call") return std::nullopt;
    const std::string function = without_blanks(tree->text(field(value, "function")));
    if (result && function != callee) return std::nullopt;
    if (!result) result = std::string(tree->text(value));
    callee = function;
  }
  return result;
}

std::optional<std::string> imported_as(std::string_view source, std::string_view alias) {
  const auto tree = Tree::parse(source);
  if (!tree) return std::nullopt;
  std::optional<std::string> result;
  for (const Binding& binding : bindings_of(*tree, alias)) {
    if (binding.module.empty() || (result && *result != binding.module)) return std::nullopt;
    result = binding.module;
  }
  return result;
}

bool is_python2(std::string_view source) {
  const auto tree = Tree::parse(source);
  if (!tree) return false;
  bool found = false;
  walk(tree->root(), [&](TSNode node, const Path&) {
    found = found || kind(node) == "print_statement" || kind(node) == "exec_statement";
    return found ? Descend::Skip : Descend::Into;
  });
  return found;
}

}  // namespace firstfault::syntax
