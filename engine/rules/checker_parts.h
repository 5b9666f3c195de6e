// The parts of the checker, one a source file. Only for checker*.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "rules/checker.h"
#include "rules/loader_files.h"
#include "rules/matcher.h"
#include "rules/rule.h"

namespace firstfault::rules {

/// A title: 1 to 72 characters, no full stop.
void check_title(const Node& title, const FileProblems& problems);

/// `id` names a cause of `rules`.
void check_cause_id(const Node& id, const RuleSet& rules, const FileProblems& problems);

/// A signature's own examples: which pattern hits them, and what it captures.
void check_examples(const RuleFile& file, const Signature& signature, const FileProblems& problems);

/// Of one rule: other rules whose examples it hits, and the name of such an example.
using ForeignExamples = std::map<std::string_view, std::string>;

/// The examples of `base` against the rules of `checked`, by the id of the rule that hits. A rule that `checked`
/// replaces has no say.
[[nodiscard]] std::map<std::string_view, ForeignExamples> hits_on_examples_of(const RuleSet& base,
                                                                              const RuleSet& checked);

/// The examples of `file` against all rules, and what the rule hits of others' examples.
void check_cross_talk(const RuleFile& file, const Signature& signature, const Matcher& matcher,
                      const ForeignExamples& hits, const FileProblems& problems);

/// Links, of either kind of rule.
void check_links(const Node& links, const FileProblems& problems);

/// A full entry has every section; its code is Python.
void check_entry(const RuleFile& file, const PythonCheck& first_error, const FileProblems& problems);

/// A cause's texts, commands and links.
void check_cause(const RuleFile& file, const RuleSet& rules, const FileProblems& problems);

}  // namespace firstfault::rules
