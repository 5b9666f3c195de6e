#include <array>

#include "rules/checker_parts.h"

namespace firstfault::rules {
namespace {

/// Paths of the sections that a full entry fills besides those that every cause has.
constexpr std::array<std::string_view, 21> kSections = {"explain.observe",
                                                        "explain.systems",
                                                        "explain.speaks_for",
                                                        "explain.speaks_against",
                                                        "explain.scale.1",
                                                        "explain.scale.8",
                                                        "explain.scale.64",
                                                        "explain.scale.1000",
                                                        "explain.serving",
                                                        "prevent",
                                                        "code.pytorch",
                                                        "code.transformers",
                                                        "code.deepspeed",
                                                        "code.megatron",
                                                        "code.vllm",
                                                        "audience.engineer",
                                                        "audience.oncall",
                                                        "audience.manager",
                                                        "related",
                                                        "links",
                                                        "asks"};

/// The node at "explain.scale.8"; a null node where there is none.
const Node& at_path(const Node& root, std::string_view path) {
  const Node* node = &root;
  while (!path.empty()) {
    const auto dot = std::min(path.find('.'), path.size());
    node = &(*node)[path.substr(0, dot)];
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return *node;
}

bool is_filled(const Node& node) { return !node.text.empty() || !node.joined("").empty() || !node.items.empty(); }

void check_sections(const Node& root, const FileProblems& problems) {
  for (const auto path : kSections)
    if (!is_filled(at_path(root, path)))
      problems.add(root["entry"].at, "the full entry has no \"" + std::string(path) + "\"",
                   "write it, or make the entry short");
}

/// A snippet is a list of lines: the problem stands at the line where the Python ends.
void check_snippet(const Node& lines, const PythonCheck& first_error, const FileProblems& problems) {
  const auto at = first_error(lines.joined("\n") + "\n");
  if (!at) return;
  std::size_t end = 0;
  for (const auto& line : lines.items) {
    end += line.text.size() + 1;
    if (*at >= end && &line != &lines.items.back()) continue;
    return problems.add(line.at, "the code is no Python from here on", "a snippet must parse; mend it or cut it short");
  }
}

}  // namespace

void check_entry(const RuleFile& file, const PythonCheck& first_error, const FileProblems& problems) {
  if (file.root["entry"].text == "full") check_sections(file.root, problems);
  for (const auto& snippet : file.root["code"].items) check_snippet(snippet, first_error, problems);
}

}  // namespace firstfault::rules
