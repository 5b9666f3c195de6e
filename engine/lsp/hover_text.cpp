// The Markdown of hovers (convert.h).
#include <vector>

#include "lsp/convert.h"
#include "output/markdown.h"
#include "output/words.h"
#include "text/clean.h"

namespace firstfault::lsp {
namespace {

constexpr std::size_t kMaxEvidenceLines = 6;
constexpr std::size_t kMaxEvidenceCharacters = 160;
constexpr std::size_t kMaxSteps = 3;

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// "train.log:118  rank 5  IndexError: Target 7 is out of bounds."
std::string evidence_line(const Report& report, const Evidence& evidence) {
  std::string line;
  const std::size_t input = evidence.span.input.value;
  if (input < report.inputs.size()) line += file_name(report.inputs[input].path);
  line += ":" + std::to_string(evidence.span.line) + "  ";
  if (evidence.rank) line += "rank " + std::to_string(evidence.rank->value) + "  ";
  const std::string_view last = last_line(evidence.text);
  return line + text::to_valid_utf8(text::trim(last), kMaxEvidenceCharacters) + "\n";
}

/// What failed and what it did to the others; what launchers and the rest said only where there is nothing better.
std::vector<const Evidence*> telling_evidence(const Incident& incident) {
  std::vector<const Evidence*> telling;
  for (const auto& evidence : incident.evidence)
    if (evidence.role == Role::Initiator || evidence.role == Role::Collateral) telling.push_back(&evidence);
  if (telling.empty())
    for (const auto& evidence : incident.evidence) telling.push_back(&evidence);
  if (telling.size() > kMaxEvidenceLines) telling.resize(kMaxEvidenceLines);
  return telling;
}

std::string evidence_block(const Report& report, const Incident& incident) {
  std::string lines;
  for (const Evidence* evidence : telling_evidence(incident)) lines += evidence_line(report, *evidence);
  return lines.empty() ? std::string() : "**Evidence**\n\n" + output::code_block(lines, "text");
}

bool is_one(std::string_view ranks) { return ranks.find_first_of(",-") == std::string_view::npos; }

std::string other_ranks(const Incident& incident) {
  std::string text;
  for (const auto& group : incident.collateral)
    text += (is_one(group.ranks) ? "- rank " : "- ranks ") + output::escape_markdown(group.ranks) + ": " +
            output::escape_markdown(group.because) + "\n";
  if (!incident.launcher_note.empty()) text += "- " + output::escape_markdown(incident.launcher_note) + "\n";
  return text.empty() ? std::string() : "**Other ranks**\n\n" + text;
}

std::string steps(const Incident& incident) {
  std::string text;
  for (std::size_t i = 0; i < incident.next.size() && i < kMaxSteps; ++i) {
    const NextStep& step = incident.next[i];
    text += std::to_string(i + 1) + ". " + output::escape_markdown(step.title);
    if (!step.why.empty()) text += ": " + output::escape_markdown(step.why);
    text += "\n";
    if (!step.command.empty()) text += "\n" + output::code_block(step.command, "sh") + "\n";
  }
  return text.empty() ? std::string() : "**How to check**\n\n" + text;
}

std::string explanation(const Incident& incident, const rules::Cause* cause, const std::string& link) {
  std::string text = "`" + incident.cause.id + "` " + output::escape_markdown(incident.cause.title) + " (" +
                     std::string(output::word(incident.cause.certainty)) + ")\n";
  if (cause && !cause->what.empty()) text += "\n" + output::escape_markdown(cause->what) + "\n";
  if (cause && !cause->why.empty()) text += "\n" + output::escape_markdown(cause->why) + "\n";
  if (cause && !link.empty()) text += "\n[All about this cause](" + link + ")\n";
  return text;
}

std::string join_paragraphs(std::initializer_list<std::string> parts) {
  std::string text;
  for (const auto& part : parts) {
    if (part.empty()) continue;
    if (!text.empty()) text += "\n";
    text += part;
  }
  return text;
}

std::string capitalised(std::string_view word) {
  std::string text(word);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

std::string explain_link(std::string pattern, std::string_view id) {
  constexpr std::string_view kPlace = "{id}";
  const auto at = pattern.find(kPlace);
  if (at != std::string::npos) pattern.replace(at, kPlace.size(), id);
  return pattern;
}

std::string hover_of(const Report& report, const Incident& incident, const rules::Cause* cause,
                     const std::string& link) {
  const std::string headline =
      "**" + output::escape_markdown(incident.verdict) + "** (" + std::string(output::word(incident.certainty)) + ")\n";
  return join_paragraphs({headline, explanation(incident, cause, link), evidence_block(report, incident),
                          other_ranks(incident), steps(incident)});
}

std::string hover_of(const LineFact& line) {
  std::string text = "**" + capitalised(output::word(line.role)) + ".**";
  if (line.rank) text += " Rank " + std::to_string(line.rank->value) + (line.says.empty() ? "" : ":");
  if (!line.says.empty()) text += " " + output::escape_markdown(line.says);
  if (line.rank || !line.says.empty()) text += ".";
  return text + "\n\n" + output::escape_markdown(line.verdict) + "\n";
}

}  // namespace firstfault::lsp
