#include "syntax/tree.h"

#include <algorithm>
#include <cstdint>

extern "C" const TSLanguage* tree_sitter_python(void);

namespace firstfault::syntax {

namespace {

constexpr std::size_t kMaxDepth = 1000;  // Python gives up at 200 nested brackets and 100 indentations

// libtree-sitter 0.20 frees memory wrongly where 65,536 or more tokens end up in one error node, as all may that follow
// an unclosed bracket. Sources with fewer tokens cannot get there; these are some 6,000 lines.
constexpr std::size_t kMaxTokens = 65'000;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0;
}

/// At least as many as there are tokens: words, other characters, and what ends and indents lines.
std::size_t token_bound(std::string_view source) {
  std::size_t count = 0;
  std::size_t indentation = 0;
  for (std::size_t begin = 0; begin < source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    const std::string_view line = source.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t blanks = line.find_first_not_of(" \t\r\f");
    if (blanks == std::string_view::npos) continue;
    count += blanks == indentation ? 1 : 3;  // the end of the line; an indent and its dedent
    indentation = blanks;
    for (std::size_t i = blanks; i < line.size(); ++i) {
      const bool goes_on = i > 0 && is_word(line[i]) && is_word(line[i - 1]);
      if (!goes_on && line[i] != ' ' && line[i] != '\t') ++count;
    }
  }
  return count;
}

struct DeleteParser {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

/// Keeps the path from the root to the cursor beside tree-sitter's cursor, whose nodes do not know their parents
/// cheaply.
class Walker {
 public:
  explicit Walker(TSNode root) : cursor_(ts_tree_cursor_new(root)) {}
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;
  ~Walker() { ts_tree_cursor_delete(&cursor_); }

  [[nodiscard]] TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  [[nodiscard]] const Path& path() const { return path_; }

  [[nodiscard]] bool down() {
    const TSNode parent = node();
    if (path_.size() >= kMaxDepth || !ts_tree_cursor_goto_first_child(&cursor_)) return false;
    path_.push_back(parent);
    return true;
  }

  [[nodiscard]] bool next() {
    while (!path_.empty()) {
      if (ts_tree_cursor_goto_next_sibling(&cursor_)) return true;
      ts_tree_cursor_goto_parent(&cursor_);
      path_.pop_back();
    }
    return false;
  }

 private:
  TSTreeCursor cursor_;
  Path path_;
};

}  // namespace

std::optional<Tree> Tree::parse(std::string_view source) {
  if (source.size() > kMaxSourceBytes || token_bound(source) > kMaxTokens) return std::nullopt;
  const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), tree_sitter_python())) return std::nullopt;
  TSTree* tree =
      ts_parser_parse_string(parser.get(), nullptr, source.data(), static_cast<std::uint32_t>(source.size()));
  if (tree == nullptr) return std::nullopt;
  return Tree(tree, source);
}

std::string_view Tree::text(TSNode node) const {
  if (ts_node_is_null(node)) return {};
  const ByteRange range = range_of(node);
  const std::size_t begin = std::min(range.begin, source_.size());
  return source_.substr(begin, std::max(begin, range.end) - begin);
}

std::string_view kind(TSNode node) { return ts_node_is_null(node) ? std::string_view{} : ts_node_type(node); }

TSNode field(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

bool is_field(TSNode parent, std::string_view name, TSNode child) {
  const TSNode found = field(parent, name);
  return !ts_node_is_null(found) && ts_node_eq(found, child);
}

ByteRange range_of(TSNode node) { return {ts_node_start_byte(node), ts_node_end_byte(node)}; }

std::vector<TSNode> operands(TSNode node) {
  std::vector<TSNode> result;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      const TSNode child = ts_tree_cursor_current_node(&cursor);
      if (ts_node_is_named(child) && kind(child) != "comment") result.push_back(child);
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  return result;
}

std::string without_blanks(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (std::string_view(" \t\r\n\f\\").find(c) == std::string_view::npos) result.push_back(c);
  return result;
}

bool in_class_body(const Path& path) {
  for (std::size_t i = path.size(); i-- > 0;) {
    if (kind(path[i]) == "class_definition") return true;
    if (kind(path[i]) == "function_definition") return false;
  }
  return false;
}

void walk(TSNode root, const std::function<Descend(TSNode node, const Path& path)>& visit) {
  Walker walker(root);
  do {
    while (visit(walker.node(), walker.path()) == Descend::Into && walker.down()) {
    }
  } while (walker.next());
}

}  // namespace firstfault::syntax
