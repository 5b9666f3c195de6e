#include <array>
#include <span>

#include "rules/article.h"
#include "rules/article_parts.h"

namespace firstfault::rules {
namespace {

using enum Block::Kind;
using Named = std::pair<std::string_view, std::string_view>;  // key, title

constexpr std::array<Named, 4> kSizes = {{{"1", "On one GPU"},
                                          {"8", "On the 8 GPUs of one node"},
                                          {"64", "On 64 GPUs of several nodes"},
                                          {"1000", "On 1,000 GPUs and more"}}};
constexpr std::array<Named, 5> kFrameworks = {{{"pytorch", "PyTorch"},
                                               {"transformers", "Hugging Face Trainer"},
                                               {"deepspeed", "DeepSpeed"},
                                               {"megatron", "Megatron-LM"},
                                               {"vllm", "vLLM, Transformers in inference"}}};
constexpr std::array<Named, 3> kReaders = {
    {{"engineer", "For the engineer"}, {"oncall", "On call"}, {"manager", "For the manager"}}};
constexpr std::array<Named, 3> kResults = {{{"confirmed", "An output that confirms it"},
                                            {"refuted", "An output that refutes it"},
                                            {"inconclusive", "An output that leaves it open"}}};

std::string_view words_of(RetryAdvice advice) {
  switch (advice) {
    case RetryAdvice::SameNodes:
      return "Yes, on the same nodes";
    case RetryAdvice::ExcludeNode:
      return "Yes, without the node";
    case RetryAdvice::AfterFix:
      return "Only after it is mended";
    case RetryAdvice::NotAFailure:
      return "Nothing failed";
    case RetryAdvice::Unknown:
      break;
  }
  return "The cause does not say";
}

void add_terms(Article& article, std::string_view title, std::span<const Named> names, const Node& texts) {
  SectionWriter section(article, title);
  for (const auto& [key, name] : names) section.add(Term, name, texts[key].text);
}

void add_items(Article& article, std::string_view title, const Node& texts) {
  SectionWriter(article, title).add_all(Item, texts);
}

void add_text(Article& article, std::string_view title, const Node& text) {
  SectionWriter(article, title).add(Paragraph, "", text.text);
}

std::string label_of(const Node& output) {
  const auto& name = output["name"].text;
  for (const auto& [key, words] : kResults)
    if (key == output["result"].text) return std::string(words) + (name.empty() ? "" : " (" + name + ")");
  return name;
}

void add_step(SectionWriter& section, const Node& step) {
  section.add(Step, "", step["title"].text);
  section.add(Paragraph, "", step["why"].text);
  section.add(Command, "", step["command"].text);
  for (const auto& outcome : step["expect"].items)
    section.add(Entry, outcome["cause"].text, "if " + outcome["if"].text);
  for (const auto& output : step["outputs"].items) section.add(Output, label_of(output), output["text"].joined("\n"));
}

void add_look_alikes(Article& article, const Node& look_alikes) {
  SectionWriter section(article, "What is easily taken for it");
  for (const auto& node : look_alikes.items) section.add(Entry, node["cause"].text, node["tell"].text);
}

void add_code(Article& article, const Node& code) {
  SectionWriter section(article, "Code");
  for (const auto& [key, name] : kFrameworks) section.add(Code, name, code[key].joined("\n"));
}

void add_retry(Article& article, const Cause& cause) {
  SectionWriter section(article, "May the job be started again as it is?");
  section.add(Paragraph, "", std::string(words_of(cause.retry)) + ". " + std::string(cause.retry_why));
}

void add_supporters(Article& article, const Cause& cause, const RuleSet& rules) {
  SectionWriter section(article, "Texts of logs that speak for it");
  for (const auto& [signature, weight] : supporters_of(cause.id, rules))
    section.add(Entry, signature->id, std::string(signature->title) + "; " + std::string(strength_of(weight)));
}

void add_related(Article& article, const Node& related, const RuleSet& rules) {
  SectionWriter section(article, "Related");
  for (const auto& id : related.items)
    if (const auto* cause = rules.find_cause(id.text)) section.add(Entry, cause->id, cause->title);
}

Article titled(const Cause& cause) {
  return {std::string(cause.id), std::string(cause.title), std::string(cause.file), {}};
}

}  // namespace

Article article_of(const Cause& cause, const RuleSet& rules) {
  const auto root = tree_of(cause.source);
  const auto& explain = root["explain"];
  auto article = titled(cause);
  add_text(article, "", explain["what"]);
  add_terms(article, "In short", kReaders, root["audience"]);
  add_text(article, "How it comes about", explain["why"]);
  add_items(article, "What you see", explain["observe"]);
  add_items(article, "Systems and versions", explain["systems"]);
  add_items(article, "What speaks for it", explain["speaks_for"]);
  add_items(article, "What speaks against it", explain["speaks_against"]);
  add_look_alikes(article, explain["look_alikes"]);
  if (SectionWriter section(article, "How to make sure"); true)
    for (const auto& step : root["confirm"].items) add_step(section, step);
  add_items(article, "What mends it", root["fix"]);
  add_items(article, "What does not mend it", root["not_a_fix"]);
  add_items(article, "What keeps it from coming back", root["prevent"]);
  add_retry(article, cause);
  add_terms(article, "What differs by size", kSizes, explain["scale"]);
  add_text(article, "When a model is served", explain["serving"]);
  add_code(article, root["code"]);
  add_supporters(article, cause, rules);
  add_related(article, root["related"], rules);
  add_links(article, root["links"]);
  return article;
}

Article short_article_of(const Cause& cause, Audience audience) {
  const auto root = tree_of(cause.source);
  const auto& view = root["audience"][kReaders[static_cast<std::size_t>(audience)].first];
  auto article = titled(cause);
  add_text(article, "", view.text.empty() ? root["explain"]["what"] : view);
  if (audience == Audience::Engineer) {
    SectionWriter section(article, "How to make sure");
    if (!root["confirm"].items.empty()) add_step(section, root["confirm"].items.front());
  }
  if (audience == Audience::Engineer) add_items(article, "What mends it", root["fix"]);
  if (audience != Audience::Manager) add_retry(article, cause);
  return article;
}

}  // namespace firstfault::rules
