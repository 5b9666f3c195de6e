#include <algorithm>
#include <array>

#include "rules/article.h"
#include "rules/article_parts.h"

namespace firstfault::rules {
namespace {

using enum Block::Kind;

constexpr double kProof = 2.5;
constexpr double kSupport = 1;

std::string_view words_of(Role role) {
  switch (role) {
    case Role::Initiator:
      return "the failure itself, as the process that had it printed it";
    case Role::Collateral:
      return "a consequence: the process that printed it suffered from another one";
    case Role::Launcher:
      return "a launcher's word about a process";
    case Role::Context:
      return "what stood around the failure; it starts no verdict";
    case Role::Advice:
      return "advice that a program prints; it starts no verdict";
    case Role::Teardown:
      return "noise while the job is taken down; it starts no verdict";
  }
  return {};
}

std::string_view words_of(Class cls) {
  switch (cls) {
    case Class::Local:
      return "the speaker had an error of its own";
    case Class::Sticky:
      return "the speaker meets an earlier error of its own again";
    case Class::PeerGone:
      return "the speaker lost another process";
    case Class::Waited:
      return "the speaker waited for another process and gave up";
    case Class::Disagree:
      return "processes did different things";
    case Class::Network:
      return "the way between processes failed; it does not say on which side";
    case Class::Outside:
      return "the scheduler, a user or the node ended the job";
    case Class::Launcher:
      return "a process ended, as its launcher saw it";
    case Class::Teardown:
      return "nothing: it happens while a job is taken down";
    case Class::Progress:
      return "the job moved on";
    case Class::Success:
      return "the job, or a part of it, ended well";
    case Class::Identity:
      return "who is who: a rank, a world size, a host";
    case Class::Context:
      break;
  }
  return "nothing by itself";
}

std::string_view words_of(Where where) {
  switch (where) {
    case Where::Line:
      return "lines of output, without the prefixes of launchers and loggers";
    case Where::Exception:
      return "the message that ends a traceback or stands alone";
    case Where::Any:
      break;
  }
  return "lines of output and messages of exceptions";
}

void add_meaning(Article& article, const Signature& signature) {
  SectionWriter section(article, "What it is to an incident");
  section.add(Term, "Role", words_of(signature.role));
  section.add(Term, "Who failed first", words_of(signature.cls));
  section.add(Term, "Looked for in", words_of(signature.where));
  if (signature.unreliable_frame)
    section.add(Term, "Traceback", "its line only noticed the error, which came from earlier work on the GPU");
}

void add_evidence(Article& article, const Signature& signature, const RuleSet& rules) {
  SectionWriter section(article, "Which causes it speaks for");
  for (const auto& [id, weight] : signature.evidence) {
    const auto* cause = rules.find_cause(id);
    section.add(Entry, id,
                (cause == nullptr ? "" : std::string(cause->title) + "; ") + std::string(strength_of(weight)));
  }
}

void add_patterns(Article& article, const Signature& signature) {
  SectionWriter section(article, "Patterns");
  for (const auto& pattern : signature.match) {
    section.add(Output, pattern.name, pattern.regex);
    std::string unless;
    for (const auto each : pattern.unless) unless += (unless.empty() ? "" : "\n") + std::string(each);
    section.add(Output, std::string(pattern.name) + ", unless it also holds", unless);
  }
}

void add_examples(Article& article, const Node& examples) {
  if (SectionWriter section(article, "Texts that it knows"); true) {
    for (const auto& example : examples["matches"].items) {
      const auto& source = example["source"].text;
      section.add(Output, example["name"].text + (source.empty() ? "" : " (" + source + ")"),
                  example["text"].joined("\n"));
    }
  }
  SectionWriter section(article, "Texts that look alike");
  for (const auto& example : examples["rejects"].items)
    section.add(Output, example["name"].text + " (" + example["because"].text + ")", example["text"].joined("\n"));
}

void add_others(Article& article, const Node& also, const RuleSet& rules) {
  SectionWriter section(article, "Others that may hit the same text");
  for (const auto& id : also.items)
    if (const auto* other = rules.find_signature(id.text)) section.add(Entry, other->id, other->title);
}

Article titled(const Signature& signature) {
  return {std::string(signature.id), std::string(signature.title), std::string(signature.file), {}};
}

}  // namespace

std::string_view strength_of(double weight) {
  if (weight >= kProof) return "as good as proves it";
  if (weight >= kSupport) return "speaks for it";
  return weight > 0 ? "hints at it" : "speaks against it";
}

std::vector<Supporter> supporters_of(std::string_view cause, const RuleSet& rules) {
  std::vector<Supporter> out;
  for (const auto& signature : rules.signatures)
    for (const auto& [id, weight] : signature.evidence)
      if (id == cause && weight > 0) out.push_back({&signature, weight});
  std::stable_sort(out.begin(), out.end(), [](const Supporter& a, const Supporter& b) { return a.weight > b.weight; });
  return out;
}

void add_links(Article& article, const Node& links) {
  SectionWriter section(article, "Read on");
  for (const auto& link : links.items) section.add(Link, link["title"].text, link["url"].text);
}

Article article_of(const Signature& signature, const RuleSet& rules) {
  const auto root = tree_of(signature.source);
  auto article = titled(signature);
  SectionWriter(article, "").add_all(Paragraph, root["about"]);
  add_meaning(article, signature);
  add_evidence(article, signature, rules);
  add_patterns(article, signature);
  add_examples(article, root["examples"]);
  add_others(article, root["also"], rules);
  add_links(article, root["links"]);
  return article;
}

Article short_article_of(const Signature& signature, const RuleSet& rules, Audience audience) {
  const auto root = tree_of(signature.source);
  auto article = titled(signature);
  if (const auto& about = root["about"]; !about.items.empty())
    SectionWriter(article, "").add(Paragraph, "", about.items.front().text);
  const auto* cause = signature.evidence.empty() ? nullptr : rules.find_cause(signature.evidence.front().cause);
  if (cause == nullptr) return article;
  auto rest = short_article_of(*cause, audience);
  rest.sections.front().title = "Most likely: " + rest.title + " (" + rest.id + ")";
  for (auto& section : rest.sections) article.sections.push_back(std::move(section));
  return article;
}

}  // namespace firstfault::rules
