// The rule files as parsed trees, with places: what the loader builds a RuleSet from and what the checker looks at.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "rules/loader_json.h"
#include "rules/loader_keys.h"

namespace firstfault::rules {

struct RuleFile {
  std::string path;
  std::string text;
  RuleKind kind = RuleKind::Signature;
  Node root;
  std::deque<std::string> strings;  // texts that stand in no node: joined patterns, derived literals
  bool sound = false;               // its shape fits: other checks may rely on keys and types
  std::string_view known_id;        // of a file that is word for word a checked one: it was not parsed again
  [[nodiscard]] std::string_view id() const { return known_id.empty() ? root["id"].text : known_id; }
  [[nodiscard]] bool retired() const { return root["status"].text == "retired"; }
};

struct RuleFiles {
  std::vector<RuleFile> files;  // by path; never changed once views point into it
};

/// "rules/signatures/nccl/watchdog-timeout.jsonc" → "nccl" and "watchdog-timeout".
[[nodiscard]] std::string_view folder_of(std::string_view path);
[[nodiscard]] std::string_view stem_of(std::string_view path);

}  // namespace firstfault::rules
