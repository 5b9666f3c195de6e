#include <algorithm>
#include <array>
#include <cstdint>

#include "syntax/effects.h"
#include "syntax/placement.h"
#include "syntax/python.h"
#include "syntax/tree.h"

namespace firstfault::syntax {

namespace {

constexpr std::size_t kMaxCallsOnLine = 64;
constexpr std::size_t kMaxStatementBytes = 64 * 1024;  // longer calls are left out: generated data, not code
constexpr int kMaxStatementLines = 64;  // in broken files, where the end of a statement has to be searched

struct Found {
  std::vector<Call> calls;
  bool broken = false;  // a call stands in broken code
};

Argument read_argument(const Tree& tree, TSNode node) {
  Argument argument;
  TSNode value = node;
  if (kind(node) == "keyword_argument") {
    argument.name = tree.text(field(node, "name"));
    value = field(node, "value");
  }
  argument.starred = kind(node) == "list_splat" || kind(node) == "dictionary_splat";
  argument.text = tree.text(value);
  argument.range = range_of(value);
  argument.effects = effects_in(tree, value);
  return argument;
}

std::vector<Argument> read_arguments(const Tree& tree, TSNode call) {
  const TSNode list = field(call, "arguments");
  std::vector<Argument> arguments;
  if (ts_node_is_null(list)) return arguments;
  if (kind(list) != "argument_list") {  // f(x for x in y)
    arguments.push_back(read_argument(tree, list));
    return arguments;
  }
  for (const TSNode node : operands(list)) arguments.push_back(read_argument(tree, node));
  return arguments;
}

void read_scope(const Tree& tree, const Path& path, Call& call) {
  for (const TSNode node : path) {
    if (kind(node) == "function_definition") call.function = tree.text(field(node, "name"));
    if (kind(node) != "decorated_definition") continue;
    for (const TSNode child : operands(node))
      if (kind(child) == "decorator") call.decorators.emplace_back(tree.text(child).substr(1));
  }
}

Call read_call(const Tree& tree, TSNode node, const Path& path, const Placement& placement) {
  Call call;
  call.callee = without_blanks(tree.text(field(node, "function")));
  call.arguments = read_arguments(tree, node);
  call.range = range_of(node);
  call.line = static_cast<int>(ts_node_start_point(node).row) + 1;
  call.end_line = static_cast<int>(ts_node_end_point(node).row) + 1;
  read_scope(tree, path, call);
  if (ts_node_is_null(placement.statement)) return call;
  call.statement = range_of(placement.statement);
  call.insertable = placement.insertable;
  if (placement.insertable) call.earlier = effects_before(tree, placement.statement, node);
  return call;
}

bool is_on_row(TSNode node, std::uint32_t row) {
  return ts_node_start_point(node).row <= row && row <= ts_node_end_point(node).row;
}

Found calls_on_row(const Tree& tree, std::uint32_t row) {
  Found found;
  walk(tree.root(), [&](TSNode node, const Path& path) {
    if (!is_on_row(node, row) || found.calls.size() >= kMaxCallsOnLine) return Descend::Skip;
    if (kind(node) == "call" && tree.text(node).size() <= kMaxStatementBytes) {
      Placement placement = place(tree, node, path);
      placement.insertable = placement.insertable && tree.text(placement.statement).size() <= kMaxStatementBytes;
      found.broken = found.broken || placement.broken;
      found.calls.push_back(read_call(tree, node, path, placement));
    }
    return Descend::Into;
  });
  return found;
}

// Broken files: after an unclosed bracket the tree is wrong for a while, so the statement is parsed alone.

std::size_t begin_of_row(std::string_view source, std::uint32_t row) {
  std::size_t begin = 0;
  for (; row > 0; --row) {
    const std::size_t end = source.find('\n', begin);
    if (end == std::string_view::npos) return source.size();
    begin = end + 1;
  }
  return begin;
}

std::size_t end_of_line(std::string_view source, std::size_t offset) {
  return std::min(source.find('\n', offset), source.size());
}

struct Scope {
  std::string function;
  bool in_class_body = false;
};

/// The enclosing definition by indentation, as far up as the lines are less and less indented.
Scope scope_by_indentation(std::string_view source, std::size_t line_begin, std::size_t indentation) {
  while (line_begin > 0 && indentation > 0) {
    const std::size_t end = line_begin - 1;
    line_begin = end == 0 ? 0 : source.rfind('\n', end - 1) + 1;  // npos + 1 is 0
    const std::string_view line = source.substr(line_begin, end - line_begin);
    const std::size_t blanks = line.find_first_not_of(" \t\r");
    if (blanks == std::string_view::npos || blanks >= indentation || line[blanks] == '#') continue;
    indentation = blanks;
    std::string_view code = line.substr(blanks);
    if (code.starts_with("class ")) return {"", true};
    if (code.starts_with("async ")) code.remove_prefix(6);
    if (!code.starts_with("def ")) continue;
    code.remove_prefix(4);
    return {without_blanks(code.substr(0, code.find('('))), false};
  }
  return {};
}

void shift(ByteRange& range, std::size_t by) { range = {range.begin + by, range.end + by}; }

void move_to(Call& call, std::size_t offset, int line) {
  shift(call.range, offset);
  shift(call.statement, offset);
  for (auto& argument : call.arguments) shift(argument.range, offset);
  call.line += line - 1;
  call.end_line += line - 1;
}

/// The shortest run of whole lines from `begin` that parses as one statement (or as the head of a compound one).
std::optional<Found> parse_alone(std::string_view source, std::size_t begin) {
  std::size_t end = begin;
  for (int lines = 0; lines < kMaxStatementLines && end < source.size(); ++lines) {
    end = end_of_line(source, lines == 0 ? begin : end + 1);
    if (end - begin > kMaxStatementBytes) return std::nullopt;
    const auto tree = Tree::parse(source.substr(begin, end - begin));
    if (tree && !ts_node_has_error(tree->root())) return calls_on_row(*tree, 0);
  }
  return std::nullopt;
}

std::optional<std::vector<Call>> calls_of_statement_alone(std::string_view source, int line) {
  const std::size_t line_begin = begin_of_row(source, static_cast<std::uint32_t>(line - 1));
  const std::size_t begin = source.find_first_not_of(" \t\r", line_begin);
  if (begin == std::string_view::npos || source[begin] == '\n') return std::nullopt;
  auto found = parse_alone(source, begin);
  if (!found || found->calls.empty() || found->broken) return std::nullopt;
  const bool continues = line_begin >= 2 &&
                         source.substr(0, line_begin - 1).find_last_not_of('\r') != std::string_view::npos &&
                         source[source.substr(0, line_begin - 1).find_last_not_of('\r')] == '\\';
  const Scope scope = scope_by_indentation(source, line_begin, begin - line_begin);
  for (Call& call : found->calls) {
    move_to(call, begin, line);
    call.function = scope.function;
    call.insertable = call.insertable && !continues && !scope.in_class_body;
  }
  return std::move(found->calls);
}

}  // namespace

std::vector<Call> calls_on_line(std::string_view source, int line) {
  if (line < 1) return {};
  const auto tree = Tree::parse(source);
  if (!tree) return {};
  Found found = calls_on_row(*tree, static_cast<std::uint32_t>(line - 1));
  const bool unsure = found.broken || (found.calls.empty() && ts_node_has_error(tree->root()));
  if (!unsure) return std::move(found.calls);
  if (auto alone = calls_of_statement_alone(source, line)) return std::move(*alone);
  return std::move(found.calls);
}

}  // namespace firstfault::syntax
