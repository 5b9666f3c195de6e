// The built-in rules as constant tables, as firstfault-rulec writes them: nothing is parsed and no pattern is compiled
// when the program starts. Only for builtin.cpp and the generated file.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "rules/rule.h"

namespace firstfault::rules::table {

/// A run of elements within one of the flat arrays below.
struct Run {
  std::size_t begin = 0;
  std::size_t count = 0;
};

/// A rule file as it stood in the tree, retired ones too.
struct SourceRow {
  std::string_view path;
  std::string_view text;
};

struct PatternRow {
  std::string_view name;
  std::string_view regex;
  Run unless;    // texts
  Run literals;  // texts
};

struct SignatureRow {
  std::string_view id;
  std::string_view family;
  std::string_view title;
  std::size_t source;  // sources
  Role role;
  Class cls;
  Where where;
  bool unreliable_frame;
  Run match;     // patterns
  Run says;      // says
  Run evidence;  // evidence
};

struct ConfirmRow {
  std::string_view title;
  std::string_view command;
  std::string_view why;
  Run expect;  // pairs
};

struct CauseRow {
  std::string_view id;
  std::string_view title;
  std::string_view headline;
  std::size_t source;  // sources
  std::string_view what;
  std::string_view why;
  std::string_view asks;
  Run look_alikes;  // pairs: cause, tell
  Run confirm;      // steps
  Run fix;          // texts
  Run not_a_fix;    // texts
  Run guards;       // texts
  RetryAdvice retry;
  std::string_view retry_why;
};

struct Pair {
  std::string_view first;
  std::string_view second;
};

struct Table {
  std::span<const SourceRow> sources;
  std::span<const SignatureRow> signatures;
  std::span<const CauseRow> causes;
  std::span<const PatternRow> patterns;
  std::span<const Says> says;
  std::span<const CauseWeight> evidence;
  std::span<const ConfirmRow> steps;
  std::span<const Pair> pairs;
  std::span<const std::string_view> texts;
};

/// Defined in the generated file.
extern const Table kBuiltin;

}  // namespace firstfault::rules::table
