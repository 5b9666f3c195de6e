#include "rules/loader_json.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

namespace firstfault::rules {
namespace {

constexpr std::size_t kDeepest = 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::size_t skip_comment(std::string_view text, std::size_t at) {
  const auto end = text.substr(at, 2) == "/*" ? text.find("*/", at + 2) : text.find('\n', at);
  if (end == std::string_view::npos) return text.size();
  return text[end] == '*' ? end + 2 : end;
}

std::size_t skip_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

/// Where each token begins that the parser reports: brackets, strings, numbers and words, but no commas and colons.
/// nlohmann/json 3.11 reports no positions of its own.
std::vector<std::size_t> token_positions(std::string_view text) {
  constexpr std::string_view kSingle = "{}[]";
  constexpr std::string_view kSilent = " \t\r\n,:";
  std::vector<std::size_t> tokens;
  std::size_t at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  while (at < text.size()) {
    const char c = text[at];
    if (kSilent.find(c) != std::string_view::npos) {
      ++at;
    } else if (c == '/') {
      at = skip_comment(text, at);
    } else {
      tokens.push_back(at);
      if (c == '"') {
        at = skip_string(text, at);
      } else if (kSingle.find(c) != std::string_view::npos) {
        ++at;
      } else {
        at = std::min(text.find_first_of(" \t\r\n,:{}[]\"/", at + 1), text.size());
      }
    }
  }
  return tokens;
}

std::string scalar_text(std::string_view text, std::size_t at) {
  return std::string(text.substr(at, text.find_first_of(" \t\r\n,:{}[]\"/", at) - at));
}

/// "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error …" without its head.
std::string parser_message(std::string_view what) {
  constexpr std::size_t kLongest = 200;
  const auto place = what.find("column ");
  const auto colon = place == std::string_view::npos ? std::string_view::npos : what.find(": ", place);
  if (colon != std::string_view::npos) what.remove_prefix(colon + 2);
  return std::string(what.substr(0, kLongest));
}

std::string parser_hint(std::string_view message) {
  const bool closing = message.find("'}'; expected string literal") != std::string_view::npos ||
                       message.find("unexpected '}'") != std::string_view::npos ||
                       message.find("unexpected ']'") != std::string_view::npos;
  if (closing) return "JSON takes no comma after the last element";
  if (message.find("unexpected end of input") != std::string_view::npos) return "a bracket is not closed";
  if (message.find("missing closing quote") != std::string_view::npos) return "a text ends on the line where it begins";
  if (message.find("UTF-8") != std::string_view::npos) return "save the file as UTF-8";
  if (message.find("backslash") != std::string_view::npos) return "in JSON a backslash is written twice: \"\\\\d+\"";
  return {};
}

class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text), tokens_(token_positions(text)) {}

  bool null() { return add(make(Node::Kind::Null)); }
  bool boolean(bool value) {
    auto node = make(Node::Kind::Flag);
    node.flag = value;
    return add(std::move(node));
  }
  bool number_integer(std::int64_t value) { return add_number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return add_number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return add_number(value); }
  bool string(std::string& value) {
    auto node = make(Node::Kind::Text);
    node.text = std::move(value);
    return add(std::move(node));
  }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Node::Kind::Object); }
  bool start_array(std::size_t) { return open(Node::Kind::List); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    auto node = make(Node::Kind::Text);
    if (open_.back().find(name) != nullptr)
      return fail(node.at, "the key \"" + name + "\" is given twice", "remove one of the two");
    node.text = std::move(name);
    open_.back().keys.push_back(std::move(node));
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    const auto message = parser_message(error.what());
    return fail(position == 0 ? 0 : position - 1, message, parser_hint(message));
  }

  ParsedJson take() { return {std::move(root_), std::move(fault_)}; }

 private:
  Node make(Node::Kind kind) {
    Node node;
    node.kind = kind;
    node.at = next_ < tokens_.size() ? tokens_[next_++] : text_.size();
    return node;
  }
  bool add_number(double value) {
    auto node = make(Node::Kind::Number);
    node.number = value;
    node.text = scalar_text(text_, node.at);
    return add(std::move(node));
  }
  bool add(Node node) {
    if (open_.empty())
      root_ = std::move(node);
    else
      open_.back().items.push_back(std::move(node));
    return true;
  }
  bool open(Node::Kind kind) {
    auto node = make(kind);
    if (open_.size() >= kDeepest)
      return fail(node.at, "nested too deeply", "rule files need no more than a handful of levels");
    open_.push_back(std::move(node));
    return true;
  }
  bool close() {
    ++next_;  // the closing bracket
    auto node = std::move(open_.back());
    open_.pop_back();
    return add(std::move(node));
  }
  bool fail(std::size_t at, std::string message, std::string hint) {
    fault_ = {at, std::move(message), std::move(hint)};
    return false;
  }

  std::string_view text_;
  std::vector<std::size_t> tokens_;
  std::size_t next_ = 0;
  std::vector<Node> open_;
  Node root_;
  JsonFault fault_;
};

}  // namespace

const Node* Node::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size() && i < items.size(); ++i)
    if (keys[i].text == key) return &items[i];
  return nullptr;
}

const Node& Node::operator[](std::string_view key) const {
  static const Node nothing;
  const auto* node = find(key);
  return node != nullptr ? *node : nothing;
}

std::string Node::joined(std::string_view separator) const {
  if (kind != Kind::List) return text;
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += separator;
    out += items[i].text;
  }
  return out;
}

ParsedJson parse_jsonc(std::string_view text) {
  TreeBuilder builder(text);
  const bool done = nlohmann::json::sax_parse(text, &builder, nlohmann::json::input_format_t::json, /*strict=*/true,
                                              /*ignore_comments=*/true);
  auto parsed = builder.take();
  if (token_positions(text).empty()) parsed.fault = {0, "the file is empty", "a rule file holds one object"};
  if (!done && parsed.fault.message.empty()) parsed.fault = {0, "not a JSON file", ""};
  return parsed;
}

}  // namespace firstfault::rules
