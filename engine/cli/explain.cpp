#include "cli/explain.h"

#include <unistd.h>

#include "cli/listed.h"
#include "cli/rule_files.h"
#include "cli/terminal.h"
#include "output/article.h"
#include "rules/lookup.h"

namespace firstfault::cli {
namespace {

using rules::RuleSet;

/// As in docs/causes: a page for each cause, none for signatures.
output::EntryLink pages(const RuleSet& rules) {
  return [&rules](std::string_view id) { return rules.find_cause(id) == nullptr ? "" : std::string(id) + ".md"; };
}

std::vector<output::WeighedRule> related_to(const rules::Cause& cause, const RuleSet& rules) {
  std::vector<output::WeighedRule> out;
  for (const auto& [signature, weight] : rules::supporters_of(cause.id, rules))
    out.push_back({std::string(signature->id), std::string(signature->title), weight});
  return out;
}

std::vector<output::WeighedRule> related_to(const rules::Signature& signature, const RuleSet& rules) {
  std::vector<output::WeighedRule> out;
  for (const auto& [id, weight] : signature.evidence) {
    const auto* cause = rules.find_cause(id);
    out.push_back({std::string(id), cause == nullptr ? "" : std::string(cause->title), weight});
  }
  return out;
}

Article short_of(const rules::Cause& cause, const RuleSet&, rules::Audience reader) {
  return rules::short_article_of(cause, reader);
}
Article short_of(const rules::Signature& signature, const RuleSet& rules, rules::Audience reader) {
  return rules::short_article_of(signature, rules, reader);
}

template <class Rule>
std::string entry(const Rule& rule, const RuleSet& rules, const ExplainOptions& options) {
  if (options.form == EntryForm::Json)
    return output::entry_to_json({listed(rules::row_of(rule)), std::string(rule.source), related_to(rule, rules)});
  const auto article = options.reader ? short_of(rule, rules, *options.reader) : rules::article_of(rule, rules);
  if (options.form == EntryForm::Text) return output::article_to_text(article, options.text);
  return output::article_to_markdown(article, pages(rules));
}

std::string list(const rules::Found& found, const RuleSet& rules, const ExplainOptions& options) {
  std::vector<output::ListedRule> rows;
  for (const auto* cause : found.causes) rows.push_back(listed(rules::row_of(*cause)));
  for (const auto* signature : found.signatures) rows.push_back(listed(rules::row_of(*signature)));
  if (options.form == EntryForm::Json) return output::rules_to_json(rows);
  if (options.form == EntryForm::Text) return output::rules_to_text(rows);
  return output::rules_to_markdown(rows, pages(rules));
}

Error unknown(const std::string& words, const rules::Found& found) {
  std::string near;
  for (std::size_t i = 0; i < found.near.size(); ++i)
    near += (i == 0 ? "" : i + 1 == found.near.size() ? " or " : ", ") + std::string(found.near[i]);
  return {"nothing is known by the name '" + words + "'", "",
          near.empty() ? "firstfault explain lists all causes, firstfault rules list everything"
                       : "did you mean " + near + "?",
          ""};
}

EntryForm form_of(const Invocation& invocation) {
  const auto format = value_of(invocation, FlagId::EntryFormat, "text");
  if (has(invocation, FlagId::Json) || format == "json") return EntryForm::Json;
  return format == "markdown" ? EntryForm::Markdown : EntryForm::Text;
}

std::optional<rules::Audience> reader_of(const Invocation& invocation) {
  const auto reader = value_of(invocation, FlagId::Reader, "");
  if (reader.empty()) return std::nullopt;
  if (reader == "engineer") return rules::Audience::Engineer;
  return reader == "oncall" ? rules::Audience::Oncall : rules::Audience::Manager;
}

}  // namespace

ExplainOptions explain_options(const Invocation& invocation) {
  ExplainOptions options;
  for (const auto& word : invocation.paths) options.words += (options.words.empty() ? "" : " ") + word;
  options.form = form_of(invocation);
  options.reader = reader_of(invocation);
  options.rule_folders = values_of(invocation, FlagId::Rules);
  const auto terminal = terminal_of(STDOUT_FILENO);
  options.text.width = choose_width(terminal);
  options.text.colour = choose_colour(value_of(invocation, FlagId::Color, "auto"), terminal);
  return options;
}

int run_explain(const ExplainOptions& options, Console& console) {
  const auto active = activate_rules(options.rule_folders);
  if (!active) {
    console.complain(to_line(active.error()));
    return kExitTrouble;
  }
  complain_of_rules(active.value(), console);
  const RuleSet& rules = *active.value().rules;
  const auto found = rules::look_up(options.words, rules);
  if (found.count() == 0) {
    console.complain(to_line(unknown(options.words, found)));
    return kExitTrouble;
  }
  if (found.count() > 1)
    console.print(list(found, rules, options));
  else
    console.print(found.causes.empty() ? entry(*found.signatures.front(), rules, options)
                                       : entry(*found.causes.front(), rules, options));
  return console.finish(kExitFine);
}

}  // namespace firstfault::cli
