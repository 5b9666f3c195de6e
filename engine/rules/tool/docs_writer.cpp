#include "rules/tool/docs_writer.h"

#include "output/article.h"
#include "rules/article.h"
#include "rules/listing.h"

namespace firstfault::rules {
namespace {

using output::cell_markdown;

output::EntryLink pages(const RuleSet& rules, const std::string& folder) {
  return [&rules, folder](std::string_view id) {
    return rules.find_cause(id) == nullptr ? "" : folder + std::string(id) + ".md";
  };
}

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string write_index(const RuleSet& rules) {
  std::string out =
      "# Causes\n\nWhat may be wrong when a job fails: " + counted(rules.causes.size(), "cause") +
      ". The same pages are part of the program: `firstfault explain ID`. They are written from "
      "`rules/causes`; how to change one stands in [CONTRIBUTING.md](../../CONTRIBUTING.md). The texts of logs that "
      "speak for them are listed in [signatures.md](../signatures.md).\n";
  std::string family;
  const auto link = pages(rules, "");
  for (const auto& cause : rules.causes) {
    if (const auto row = row_of(cause); row.family != family) {
      family = row.family;
      out += "\n## " + family + "\n\n| Cause | What is wrong |\n| --- | --- |\n";
    }
    out += "| " + output::entry_markdown(cause.id, link) + " | " + cell_markdown(cause.title) + " |\n";
  }
  return out;
}

std::string causes_cell(const Signature& signature, const output::EntryLink& link) {
  std::string out;
  for (const auto& [cause, weight] : signature.evidence)
    if (weight > 0) out += (out.empty() ? "" : ", ") + output::entry_markdown(cause, link);
  return out;
}

/// "https://github.com/pytorch/pytorch/issues/1" → a link named "github.com".
std::string source_cell(const std::string& source) {
  constexpr std::string_view kScheme = "https://";
  if (!source.starts_with(kScheme)) return cell_markdown(source);
  const auto host = source.substr(kScheme.size(), source.find('/', kScheme.size()) - kScheme.size());
  return output::link_markdown(host, source);
}

std::string origin_cell(const Origin& origin) {
  std::string out = origin.recorded ? "a recorded job" : "";
  for (const auto& source : origin.sources) out += (out.empty() ? "" : "; ") + source_cell(source);
  return out.empty() ? "not known" : out;
}

std::string write_signatures(const RuleSet& rules, const std::map<std::string_view, Origin>& origins) {
  std::map<std::string_view, std::string> families;
  const auto link = pages(rules, "causes/");
  for (const auto& signature : rules.signatures) {
    const auto row = row_of(signature);
    families[signature.family] += "| " + output::entry_markdown(signature.id, {}) + " | " + cell_markdown(row.title) +
                                  " | " + std::string(row.role) + " | " + causes_cell(signature, link) + " | " +
                                  origin_cell(origins.at(signature.id)) + " |\n";
  }
  std::string out =
      "# Signatures\n\nTexts of logs that Firstfault knows: " + counted(rules.signatures.size(), "signature") +
      ", by family. `firstfault explain ID` shows all about one: what the text proves, its patterns and examples. They "
      "are written from `rules/signatures`; how to add one stands in [CONTRIBUTING.md](../CONTRIBUTING.md).\n";
  for (const auto& [family, table] : families)
    out += "\n## " + std::string(family) +
           "\n\n| Signature | What it means | Role | Causes it speaks for | Its examples come from |\n"
           "| --- | --- | --- | --- | --- |\n" +
           table;
  return out;
}

}  // namespace

std::map<std::string, std::string> write_docs(const RuleSet& rules, const std::map<std::string_view, Origin>& origins) {
  std::map<std::string, std::string> out;
  for (const auto& cause : rules.causes)
    out["causes/" + std::string(cause.id) + ".md"] =
        output::article_to_markdown(article_of(cause, rules), pages(rules, ""));
  out["causes/README.md"] = write_index(rules);
  out["signatures.md"] = write_signatures(rules, origins);
  return out;
}

}  // namespace firstfault::rules
