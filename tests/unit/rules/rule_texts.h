// Rule files for tests: sound ones, of which a test changes a part.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "rules/loader.h"

namespace firstfault::rules {

inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, "the text does not hold ", std::string(from));
  return text.replace(at, from.size(), to);
}

/// A sound signature with id `id`, one pattern and no evidence.
inline RuleSource signature_file(std::string_view id, std::string_view pattern, std::string_view matched_text) {
  std::string text = R"({
  "$schema": "../../schema/signature-1.json", "id": "ID", "title": "A title", "status": "stable", "since": "0.1.0",
  "role": "initiator", "class": "local",
  "match": [{ "name": "plain", "pattern": "PATTERN" }],
  "examples": { "matches": [{ "name": "one", "text": ["TEXT"], "expect": { "match": "plain" } }],
                "rejects": [{ "name": "two", "text": ["all is well"], "because": "nothing failed" }] }
})";
  text = replaced(std::move(text), "ID", id);
  text = replaced(std::move(text), "PATTERN", pattern);
  text = replaced(std::move(text), "TEXT", matched_text);
  return {"rules/signatures/test/" + std::string(id) + ".jsonc", std::move(text)};
}

inline RuleSource cause_file(std::string_view name) {
  std::string text = R"({
  "$schema": "../../schema/cause-1.json", "id": "test.NAME", "title": "A title", "headline": "no room on {device}",
  "explain": { "what": "What.", "why": "Why.", "look_alikes": [{ "cause": "test.NAME", "tell": "A tell." }] },
  "asks": "which disk",
  "confirm": [{ "title": "Look", "command": "df -h", "why": "It shows.", "expect": [{ "cause": "test.NAME", "if": "it is full" }] }],
  "fix": ["Delete."], "not_a_fix": ["Restart."], "guards": ["class-index"],
  "retry": { "advice": "exclude_node", "why": "Another node has room." }
})";
  while (text.find("NAME") != std::string::npos) text = replaced(std::move(text), "NAME", name);
  return {"rules/causes/test/" + std::string(name) + ".jsonc", std::move(text)};
}

/// Loads sources that must be sound.
inline LoadedRules load_sound(std::vector<RuleSource> sources) {
  auto loaded = load_rules(std::move(sources));
  for (const auto& problem : loaded.problems) FAIL_CHECK(format(problem));
  return loaded;
}

}  // namespace firstfault::rules
