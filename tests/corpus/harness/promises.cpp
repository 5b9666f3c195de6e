#include "harness/promises.h"

#include <algorithm>
#include <set>

#include "text/clean.h"
#include "text/encoding.h"

namespace firstfault::corpus {
namespace {

constexpr std::size_t kVerdict = 160;
constexpr std::size_t kProblemsMessage = 120;
constexpr std::size_t kEvidenceText = 2'000;
constexpr std::size_t kCandidates = 16;
constexpr double kRounding = 1e-9;

using Complaints = std::vector<std::string>;

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

bool valid_utf8(const std::string& text) { return text::to_valid_utf8(text, text.size() + 1) == text; }

void check_verdict(const std::string& verdict, Complaints& out) {
  if (verdict.empty()) out.push_back("a verdict is empty");
  if (characters_in(verdict) > kVerdict) out.push_back("a verdict is longer than 160 characters: " + verdict);
  const std::string first = verdict.substr(0, verdict.find(". "));
  if (characters_in(first) > kProblemsMessage)
    out.push_back("a verdict's first sentence is longer than 120 characters: " + verdict);
  if (has_control(verdict)) out.push_back("a verdict holds control characters");
  if (!valid_utf8(verdict)) out.push_back("a verdict is no UTF-8");
}

struct Lines {
  std::uint64_t line = 1;
  std::uint64_t editor_line = 1;
};

text::Detected encoding_of(std::string_view bytes) {
  return text::detect_encoding(bytes.substr(0, text::kEncodingBytes), text::More::Never).value_or(text::Detected{});
}

/// The character at `at` where it is one of ASCII; 'x' for any other.
char ascii_at(std::string_view bytes, std::uint64_t at, text::Encoding encoding) {
  if (at >= bytes.size()) return 'x';
  if (encoding == text::Encoding::Bytes) return bytes[at];
  if (at + 1 >= bytes.size()) return 'x';
  const bool little = encoding == text::Encoding::Utf16Little;
  return bytes[at + (little ? 1 : 0)] == '\0' ? bytes[at + (little ? 0 : 1)] : 'x';
}

Lines lines_before(std::string_view bytes, std::uint64_t end, const text::Detected& written) {
  const std::uint64_t width = written.encoding == text::Encoding::Bytes ? 1 : 2;
  Lines lines;
  for (std::uint64_t i = written.mark; i < end; i += width) {
    const char here = ascii_at(bytes, i, written.encoding);
    const bool crlf = here == '\r' && ascii_at(bytes, i + width, written.encoding) == '\n';
    lines.line += here == '\n' ? 1 : 0;
    lines.editor_line += here == '\n' || (here == '\r' && !crlf) ? 1 : 0;
  }
  return lines;
}

bool is_progress_bar(std::string_view row) { return row.find("%|") != std::string_view::npos; }

/// What a quote of these bytes must say. Rows that a terminal wrapped are quoted as the one line that they were,
/// without the progress bars that were drawn between them.
std::string shown(std::string_view bytes, text::Encoding encoding) {
  std::string decoded;
  if (encoding != text::Encoding::Bytes) {
    text::append_utf16(bytes, encoding, decoded);
    bytes = decoded;
  }
  const bool rows = bytes.find('\n') != std::string_view::npos;
  std::string line;
  std::string scratch;
  while (!bytes.empty()) {
    const auto end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view row = text::strip_controls(bytes.substr(0, end), scratch);
    if (!rows || !is_progress_bar(row)) line += row;
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return text::to_valid_utf8(line, kEvidenceText);
}

void check_evidence(const Evidence& evidence, const std::vector<File>& files, Complaints& out) {
  const auto& span = evidence.span;
  if (span.input.value >= files.size()) return out.push_back(evidence.id + " points to an input that there is not");
  const std::string_view bytes = files[span.input.value].bytes;
  if (span.begin > span.end || span.end > bytes.size())
    return out.push_back(evidence.id + " points outside of its input");
  const text::Detected written = encoding_of(bytes);
  const auto lines = lines_before(bytes, span.begin, written);
  if (span.line != lines.line)
    out.push_back(evidence.id + " stands on line " + std::to_string(lines.line) + ", not " + std::to_string(span.line));
  if (span.editor_line != lines.editor_line)
    out.push_back(evidence.id + " stands on editor line " + std::to_string(lines.editor_line) + ", not " +
                  std::to_string(span.editor_line));
  if (evidence.text.empty()) return out.push_back(evidence.id + " quotes nothing");
  const std::string quoted = shown(bytes.substr(span.begin, span.end - span.begin), written.encoding);
  const bool whole = span.end - span.begin <= kEvidenceText;
  const bool same = whole ? quoted == evidence.text : quoted.starts_with(evidence.text.substr(0, 500));
  if (!same)
    out.push_back(evidence.id + " quotes \"" + evidence.text.substr(0, 120) + "\" but \"" + quoted.substr(0, 120) +
                  "\" stands there");
  if (characters_in(evidence.text) > kEvidenceText + 1) out.push_back(evidence.id + " is longer than 2,000 characters");
}

void check_weights(const Incident& incident, Complaints& out) {
  double sum = 0;
  for (const auto& candidate : incident.candidates) {
    sum += candidate.weight;
    if (candidate.weight < 0) out.push_back("a candidate's weight is negative");
  }
  if (sum > 1 + kRounding) out.push_back("the candidates' weights sum to more than 1");
  if (incident.candidates.size() > kCandidates) out.push_back("there are more than 16 candidates");
  const auto lighter = [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; };
  if (!std::is_sorted(incident.candidates.begin(), incident.candidates.end(), lighter))
    out.push_back("the candidates are not ordered");
  double hypotheses = 0;
  for (const auto& hypothesis : incident.hypotheses) hypotheses += hypothesis.weight;
  if (hypotheses > 1 + kRounding) out.push_back("the hypotheses' weights sum to more than 1");
}

void check_attribution(const Incident& incident, Complaints& out) {
  const std::size_t count = incident.initiators.size();
  switch (incident.attribution) {
    case Attribution::Single:
      if (count != 1) out.push_back("single, with " + std::to_string(count) + " initiators");
      break;
    case Attribution::Several:
      if (count < 2) out.push_back("several, with " + std::to_string(count) + " initiators");
      break;
    case Attribution::AllRanks:
    case Attribution::External:
    case Attribution::Undetermined:
      if (count != 0) out.push_back("nobody is to be named, and somebody is");
      break;
  }
  if ((incident.attribution == Attribution::Undetermined) != (incident.certainty == Certainty::Undetermined))
    out.push_back("attribution and certainty do not agree on being undetermined");
}

void check_references(const Incident& incident, Complaints& out) {
  std::set<std::string> evidence;
  for (const auto& e : incident.evidence)
    if (!evidence.insert(e.id).second) out.push_back("evidence " + e.id + " stands twice");
  std::set<std::string> steps;
  for (const auto& step : incident.next)
    if (!steps.insert(step.id).second) out.push_back("step " + step.id + " stands twice");
  const auto check = [&](const std::set<std::string>& known, const std::vector<std::string>& ids, const char* where) {
    for (const auto& id : ids)
      if (!known.contains(id)) out.push_back(std::string(where) + " refers to " + id + ", which there is not");
  };
  for (const auto& group : incident.collateral) check(evidence, group.evidence, "collateral");
  for (const auto& hypothesis : incident.hypotheses) {
    check(evidence, hypothesis.supporting, "a hypothesis");
    check(evidence, hypothesis.against, "a hypothesis");
    check(steps, hypothesis.settled_by, "a hypothesis");
  }
  for (const auto& missing : incident.missing)
    if (!missing.get.empty()) check(steps, {missing.get}, "a missing fact");
  for (const auto& step : incident.next)
    if (has_control(step.command)) out.push_back("a command is not one line");
}

void check_incident(const Incident& incident, const std::vector<File>& files, Complaints& out) {
  check_verdict(incident.verdict, out);
  check_weights(incident, out);
  check_attribution(incident, out);
  check_references(incident, out);
  if (incident.evidence.empty()) out.push_back("an incident without evidence");
  for (const auto& evidence : incident.evidence) check_evidence(evidence, files, out);
  if (!incident.hypotheses.empty() && incident.hypotheses.front().cause != incident.cause.id)
    out.push_back("the cause is not the first hypothesis");
  if (incident.frame && (incident.frame->line < 1 || incident.frame->file.empty()))
    out.push_back("a frame without a place");
  if (incident.frame && incident.frame->why.empty())
    out.push_back("a frame that does not say whether it can be trusted");
}

}  // namespace

std::vector<std::string> broken_promises(const Report& report, const std::vector<File>& files) {
  Complaints out;
  check_verdict(report.verdict, out);
  if (report.inputs.size() < files.size()) out.push_back("an input is not listed");
  for (std::size_t i = 0; i < files.size() && i < report.inputs.size(); ++i)
    if (report.inputs[i].bytes != files[i].bytes.size())
      out.push_back(report.inputs[i].path + ": the number of bytes is wrong");
  if (report.outcome == Outcome::Failed && (report.incidents.empty() || report.incidents.front().recovered))
    out.push_back("failed, without an incident that says why");
  for (const auto& incident : report.incidents) check_incident(incident, files, out);
  return out;
}

}  // namespace firstfault::corpus
