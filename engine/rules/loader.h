// Reads rule files (JSON with comments) into a RuleSet. Takes texts, not paths to open: reading files is host/'s part.
// A broken file is left out and its problems are listed; the others are used. See checker.h for what goes beyond this:
// examples, cross-talk and the form of causes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rules/problem.h"
#include "rules/rule.h"

namespace firstfault::rules {

/// A rule file as it was read. The path names the file in messages; its last folder is the family, its stem the id.
struct RuleSource {
  std::string path;
  std::string text;
};

struct RuleFiles;  // the parsed files, for the checker; see loader_files.h

struct LoadedRules {
  RuleSet rules;                  // of the sound files only, without retired rules
  std::vector<Problem> problems;  // by file, line and column
  std::shared_ptr<const RuleFiles> files;
};

/// Keys, types and words; ids, which must be unique; patterns, which must compile, stay small, own a literal, and
/// capture what `says` names.
[[nodiscard]] LoadedRules load_rules(std::vector<RuleSource> sources);

/// The same rules and problems, sooner: files that `checked` holds word for word are taken from there. Not for the
/// checker: files that were taken over have no tree. `checked` must outlive the result.
[[nodiscard]] LoadedRules load_rules_over(const RuleSet& checked, std::vector<RuleSource> sources);

/// The files of the built-in rules, kept in this binary.
[[nodiscard]] std::vector<RuleSource> builtin_sources();

}  // namespace firstfault::rules
