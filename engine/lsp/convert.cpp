#include "lsp/convert.h"

#include <algorithm>
#include <vector>

#include "lsp/locate.h"
#include "lsp/uri.h"
#include "model/rank_set.h"
#include "text/clean.h"

namespace firstfault::lsp {
namespace {

constexpr std::size_t kMaxRelatedLines = 3;
constexpr std::size_t kMaxRelatedCharacters = 200;

/// A place in a log that the editor can open.
struct Place {
  std::string uri;
  Range range;
};

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return text.ends_with(ending); });
}

/// The last line of `evidence`, where an exception names itself. Empty where the input is no file that an editor could
/// open.
std::optional<Place> place_of(const Report& report, const Evidence& evidence, Encoding encoding) {
  if (evidence.span.input.value >= report.inputs.size()) return {};
  const Input& input = report.inputs[evidence.span.input.value];
  const bool is_file = input.kind == InputKind::Log && input.path.starts_with('/');
  if (!is_file || ends_with_any(input.path, {".gz", ".zst"})) return {};
  const std::size_t lines = static_cast<std::size_t>(std::count(evidence.text.begin(), evidence.text.end(), '\n'));
  const std::size_t first = evidence.span.editor_line > 0 ? static_cast<std::size_t>(evidence.span.editor_line) - 1 : 0;
  const std::string_view last = last_line(evidence.text);
  return Place{uri_from_path(input.path), {{first + lines, 0}, {first + lines, count_units(last, encoding)}}};
}

std::string short_line(const Evidence& evidence) {
  const std::string_view last = last_line(evidence.text);
  std::string line = evidence.rank ? "rank " + std::to_string(evidence.rank->value) + ": " : std::string();
  return line + text::to_valid_utf8(text::trim(last), kMaxRelatedCharacters);
}

std::vector<const Evidence*> key_lines(const Incident& incident) {
  std::vector<const Evidence*> lines;
  for (const auto& evidence : incident.evidence)
    if (evidence.role == Role::Initiator && lines.size() < kMaxRelatedLines) lines.push_back(&evidence);
  if (lines.empty() && !incident.evidence.empty()) lines.push_back(&incident.evidence.front());
  return lines;
}

std::string collateral_text(const CollateralGroup& group) {
  const std::size_t count = parse_ranks(group.ranks).size();
  const std::string who = count == 1 ? "1 collateral rank" : std::to_string(count) + " collateral ranks";
  return who + " (" + group.ranks + "): " + group.because;
}

const Evidence* find_evidence(const Incident& incident, const std::vector<std::string>& ids) {
  for (const auto& evidence : incident.evidence)
    if (std::find(ids.begin(), ids.end(), evidence.id) != ids.end()) return &evidence;
  return nullptr;
}

/// LSP wants a place for every entry; where the log is no file, the user's line is the place.
std::vector<RelatedInformation> related_of(const Report& report, const Incident& incident, const Place& own,
                                           Encoding encoding) {
  std::vector<RelatedInformation> related;
  const auto add = [&](const Evidence* evidence, std::string message) {
    const auto place = evidence ? place_of(report, *evidence, encoding).value_or(own) : own;
    related.push_back({place.uri, place.range, std::move(message)});
  };
  for (const Evidence* evidence : key_lines(incident)) add(evidence, short_line(*evidence));
  for (const auto& group : incident.collateral) add(find_evidence(incident, group.evidence), collateral_text(group));
  return related;
}

Severity severity_of(const Incident& incident) {
  const bool sure = incident.certainty == Certainty::Certain || incident.certainty == Certainty::Likely;
  return sure && incident.attribution != Attribution::Undetermined ? Severity::Error : Severity::Warning;
}

}  // namespace

std::string problem_message(std::string_view verdict) {
  std::size_t end = verdict.find(". ");
  if (end == std::string_view::npos) end = verdict.size();
  std::string_view sentence = verdict.substr(0, end);
  if (sentence.ends_with('.')) sentence.remove_suffix(1);
  return text::to_valid_utf8(sentence, kMaxProblemCharacters - 1);
}

Diagnostic diagnostic_of(const Report& report, const Incident& incident, const Source& source, Encoding encoding) {
  const UserFrame& frame = *incident.frame;
  Diagnostic diagnostic;
  diagnostic.range = frame_range(source.text, frame, encoding);
  diagnostic.severity = severity_of(incident);
  diagnostic.code = incident.cause.id;
  diagnostic.message = problem_message(incident.verdict);
  diagnostic.related = related_of(report, incident, {source.uri, diagnostic.range}, encoding);
  diagnostic.data = {.uri = source.uri,
                     .cause = incident.cause.id,
                     .source = frame.source,
                     .function = frame.function,
                     .line = frame.line,
                     .reliable = frame.reliable,
                     .mark_begin = frame.mark_begin,
                     .mark_end = frame.mark_end,
                     .action = {},
                     .version = {}};
  return diagnostic;
}

UserFrame frame_of(const GuardData& data) {
  UserFrame frame;
  frame.file = path_from_uri(data.uri).value_or(data.uri);
  frame.line = data.line;
  frame.function = data.function;
  frame.source = data.source;
  frame.reliable = data.reliable;
  frame.mark_begin = data.mark_begin;
  frame.mark_end = data.mark_end;
  return frame;
}

}  // namespace firstfault::lsp
