#include "rules/checker.h"

#include <algorithm>

#include "rules/checker_parts.h"

namespace firstfault::rules {
namespace {

constexpr std::size_t kLongestTitle = 72;

void check_signature(const RuleFile& file, const RuleSet& rules, const Matcher& matcher, const ForeignExamples& hits,
                     const FileProblems& problems) {
  check_title(file.root["title"], problems);
  check_links(file.root["links"], problems);
  for (const auto& evidence : file.root["evidence"].items) check_cause_id(evidence["cause"], rules, problems);
  const auto* signature = rules.find_signature(file.id());
  if (signature == nullptr || signature->file != file.path) return;  // the loader refused it and has said why
  check_examples(file, *signature, problems);
  check_cross_talk(file, *signature, matcher, hits, problems);
}

}  // namespace

void check_title(const Node& title, const FileProblems& problems) {
  const auto length = std::count_if(title.text.begin(), title.text.end(),
                                    [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  if (title.text.empty()) problems.add(title.at, "the title is empty");
  if (static_cast<std::size_t>(length) > kLongestTitle)
    problems.add(title.at,
                 "the title has " + std::to_string(length) + " characters, more than " + std::to_string(kLongestTitle),
                 "shorten it");
  if (title.text.ends_with('.')) problems.add(title.at, "the title ends with a full stop", "remove the full stop");
}

void check_links(const Node& links, const FileProblems& problems) {
  for (const auto& link : links.items)
    if (!link["url"].text.starts_with("https://"))
      problems.add(link["url"].at, "the link is not https", "links begin with https://");
}

void check_cause_id(const Node& id, const RuleSet& rules, const FileProblems& problems) {
  if (rules.find_cause(id.text) != nullptr) return;
  std::vector<std::string_view> known;
  for (const auto& cause : rules.causes) known.push_back(cause.id);
  const auto near = nearest_name(id.text, known);
  problems.add(id.at, "there is no cause \"" + id.text + "\"",
               near.empty() ? "write its file under rules/causes, or name another cause"
                            : "did you mean \"" + std::string(near) + "\"?");
}

void refuse_unknown_causes(std::vector<LoadedRules>& layers, const RuleSet& base) {
  RuleSet known = base;
  for (const auto& layer : layers) known = merge(known, layer.rules);
  for (auto& layer : layers) {
    for (const auto& file : layer.files->files) {
      if (!file.sound || file.kind != RuleKind::Signature) continue;
      const auto before = layer.problems.size();
      const FileProblems problems{file.path, file.text, layer.problems};
      for (const auto& evidence : file.root["evidence"].items) check_cause_id(evidence["cause"], known, problems);
      if (layer.problems.size() > before)
        std::erase_if(layer.rules.signatures, [&](const Signature& signature) { return signature.file == file.path; });
    }
    sort_problems(layer.problems);
  }
}

std::vector<Problem> check_rules(const LoadedRules& loaded, const RuleSet& base, const PythonCheck& first_error) {
  const auto rules = merge(base, loaded.rules);
  const Matcher matcher(rules);
  auto hits = hits_on_examples_of(base, loaded.rules);
  auto out = loaded.problems;
  for (const auto& file : loaded.files->files) {
    if (!file.sound || file.retired()) continue;
    const FileProblems problems{file.path, file.text, out};
    if (file.kind == RuleKind::Signature) {
      check_signature(file, rules, matcher, hits[file.id()], problems);
    } else {
      check_cause(file, rules, problems);
      check_entry(file, first_error, problems);
    }
  }
  sort_problems(out);
  return out;
}

}  // namespace firstfault::rules
