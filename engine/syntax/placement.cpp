#include "syntax/placement.h"

#include <algorithm>
#include <array>

namespace firstfault::syntax {

namespace {

// Parents whose children are evaluated later, repeatedly, perhaps not at all, or in another scope.
constexpr std::array<std::string_view, 26> kNeverAhead = {"lambda",
                                                          "list_comprehension",
                                                          "set_comprehension",
                                                          "dictionary_comprehension",
                                                          "generator_expression",
                                                          "string",
                                                          "interpolation",
                                                          "format_specifier",
                                                          "decorator",
                                                          "parameters",
                                                          "lambda_parameters",
                                                          "type",
                                                          "elif_clause",
                                                          "else_clause",
                                                          "except_clause",
                                                          "except_group_clause",
                                                          "finally_clause",
                                                          "case_clause",
                                                          "if_clause",
                                                          "while_statement",
                                                          "assert_statement",
                                                          "class_definition",
                                                          "function_definition",
                                                          "type_alias_statement",
                                                          "exec_statement",
                                                          "ERROR"};

bool is_operand(TSNode parent, TSNode child, std::size_t first, std::size_t last) {
  const std::vector<TSNode> all = operands(parent);
  for (std::size_t i = first; i <= last && i < all.size(); ++i)
    if (ts_node_eq(all[i], child)) return true;
  return false;
}

/// Whether `child` is evaluated exactly once, before control can go elsewhere, whenever `parent` is.
bool evaluated_with(TSNode parent, TSNode child) {
  const std::string_view type = kind(parent);
  if (std::find(kNeverAhead.begin(), kNeverAhead.end(), type) != kNeverAhead.end()) return false;
  if (type == "boolean_operator") return is_field(parent, "left", child);
  if (type == "conditional_expression") return is_operand(parent, child, 1, 1);
  if (type == "comparison_operator") return is_operand(parent, child, 0, 1);
  if (type == "for_statement") return is_field(parent, "right", child);
  if (type == "with_clause") return is_operand(parent, child, 0, 0);  // a later item runs inside the first context
  if (type == "with_item") return kind(child) != "tuple";
  return true;
}

bool holds_statements(TSNode node) { return kind(node) == "block" || kind(node) == "module"; }

/// A new line can be put in front of `offset`: only blanks stand before it, and the line above does not run on.
bool begins_its_line(std::string_view source, std::size_t offset) {
  std::size_t begin = offset;
  while (begin > 0 && source[begin - 1] != '\n') --begin;
  std::string_view before = source.substr(begin, offset - begin);
  if (begin == 0 && before.starts_with("\xEF\xBB\xBF")) before.remove_prefix(3);
  if (before.find_first_not_of(" \t") != std::string_view::npos) return false;
  if (begin == 0) return true;
  std::string_view above = source.substr(0, begin - 1);
  if (above.ends_with('\r')) above.remove_suffix(1);
  return !above.ends_with('\\');
}

}  // namespace

Placement place(const Tree& tree, TSNode call, const Path& path) {
  Placement placement;
  bool once = true;
  TSNode child = call;
  std::size_t depth = path.size();
  while (depth > 0 && !(holds_statements(path[depth - 1]) && kind(child) != "case_clause")) {
    once = once && evaluated_with(path[depth - 1], child);
    child = path[--depth];
  }
  const auto is_error = [](TSNode node) { return kind(node) == "ERROR"; };
  placement.broken = depth == 0 || ts_node_has_error(child) || std::any_of(path.begin(), path.end(), is_error);
  if (depth == 0) return placement;
  placement.statement = child;
  // Names bound in the body of a class become attributes (members, in an Enum): nothing may be inserted there.
  placement.insertable =
      once && !placement.broken && !in_class_body(path) && begins_its_line(tree.source(), ts_node_start_byte(child));
  return placement;
}

}  // namespace firstfault::syntax
