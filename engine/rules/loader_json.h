// Reads JSON with comments into a small tree that knows where each value stands in the file. Only for rule files; the
// rest of the engine never sees these types.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace firstfault::rules {

struct Node {
  enum class Kind { Null, Flag, Number, Text, List, Object };
  Kind kind = Kind::Null;
  std::size_t at = 0;  // byte offset in the file
  std::string text;    // Text: unescaped; Number: as written
  double number = 0;
  bool flag = false;
  std::vector<Node> keys;   // Object: Text nodes, one for each item
  std::vector<Node> items;  // Object and List

  /// The value of `key`, or nullptr (also where this is no object).
  [[nodiscard]] const Node* find(std::string_view key) const;
  /// The value of `key`, or a null node.
  [[nodiscard]] const Node& operator[](std::string_view key) const;
  /// A Text's text, or a List's texts joined by `separator`.
  [[nodiscard]] std::string joined(std::string_view separator) const;
};

struct JsonFault {
  std::size_t at = 0;
  std::string message;  // empty: no fault
  std::string hint;
};

struct ParsedJson {
  Node root;
  JsonFault fault;
};

/// Nesting beyond 16 levels and a key given twice are faults, as is everything that is no JSON.
[[nodiscard]] ParsedJson parse_jsonc(std::string_view text);

}  // namespace firstfault::rules
