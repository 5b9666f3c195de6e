// The keys of rule files in one table: the loader's checks of shape, its hints and the JSON schemas all come from it.
#pragma once

#include <string_view>
#include <vector>

#include "model/report.h"
#include "rules/loader_json.h"
#include "rules/problem.h"
#include "rules/rule.h"

namespace firstfault::rules {

enum class RuleKind { Signature, Cause };

enum class Form {
  Text,
  Joined,  // a text, or a list of texts that are joined
  Texts,   // a list of texts
  Number,
  Flag,
  Word,     // one of `words`
  Object,   // of `shape`
  Objects,  // a list of them
  Numbers,  // name → number
  Facts,    // fact name → text
  Expected  // "match" → text, fact name → text or number
};

enum class Need { Required, Optional };

struct Shape;

struct Field {
  std::string_view name;
  Form form = Form::Text;
  Need need = Need::Optional;
  std::string_view doc;
  std::vector<std::string_view> words;
  const Shape* shape = nullptr;
};

struct Shape {
  std::string_view name;  // for messages: "a signature", "a pattern"
  std::vector<Field> fields;
};

[[nodiscard]] const Shape& shape_of(RuleKind kind);

/// Words of the enumerations in rule files, in the order of the enumerators.
[[nodiscard]] const std::vector<std::string_view>& role_words();
[[nodiscard]] const std::vector<std::string_view>& class_words();
[[nodiscard]] const std::vector<std::string_view>& where_words();
[[nodiscard]] const std::vector<std::string_view>& retry_words();

/// A rule file while it is read: collects problems at places of its text.
struct FileProblems {
  std::string_view path;
  std::string_view text;
  std::vector<Problem>& out;
  void add(std::size_t at, std::string message, std::string hint = {}) const;
};

/// Reports what in `node` does not fit `shape`: unknown and missing keys, wrong types, unknown words and facts.
void check_shape(const Node& node, const Shape& shape, const FileProblems& problems);

}  // namespace firstfault::rules
