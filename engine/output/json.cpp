#include "output/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "output/inputs.h"
#include "output/words.h"

namespace firstfault::output {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class Tag>
Json value_or_null(const std::optional<Strong<Tag>>& value) {
  return value ? Json(value->value) : Json(nullptr);
}

Json json_of(const Input& input);
Json json_of(const Process& process);
Json json_of(const Candidate& candidate);
Json json_of(const CollateralGroup& group);
Json json_of(const Hypothesis& hypothesis);
Json json_of(const Evidence& evidence);
Json json_of(const Expectation& expectation);
Json json_of(const NextStep& step);
Json json_of(const MissingFact& missing);
Json json_of(const Incident& incident);

template <class T>
Json list(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(json_of(value));
  return array;
}

/// Weights are cut after three digits: the last bits of a sum change no report, and what sums to at most 1 stays so.
Json weight(double value) { return std::floor(value * 1000 + 1e-6) / 1000; }

Json json_of(const Input& input) {
  return {{"path", input.path},   {"kind", word(input.kind)},           {"bytes", input.bytes},
          {"lines", input.lines}, {"shape", text_or_null(input.shape)}, {"ranks", text_or_null(input.ranks)}};
}

Json json_of(const Process& process) {
  return {{"rank", value_or_null(process.rank)},
          {"local_rank", value_or_null(process.local_rank)},
          {"node", value_or_null(process.node)},
          {"pid", value_or_null(process.pid)}};
}

Json json_of(const Candidate& candidate) {
  return {{"rank", candidate.rank.value}, {"weight", weight(candidate.weight)}, {"why", candidate.why}};
}

Json json_of(const CollateralGroup& group) {
  return {{"ranks", group.ranks}, {"because", group.because}, {"evidence", group.evidence}};
}

Json json_of(const CauseVerdict& cause) {
  return {{"id", cause.id}, {"title", cause.title}, {"certainty", word(cause.certainty)}};
}

Json json_of(const Hypothesis& hypothesis) {
  return {{"cause", hypothesis.cause},
          {"weight", weight(hypothesis.weight)},
          {"for", hypothesis.supporting},
          {"against", hypothesis.against},
          {"settled_by", hypothesis.settled_by}};
}

Json json_of(const ErrorText& error) { return {{"type", error.type}, {"message", error.message}}; }

Json json_of(const UserFrame& frame) {
  return {{"file", frame.file},
          {"line", frame.line},
          {"function", frame.function},
          {"reliable", frame.reliable},
          {"why", frame.why}};
}

Json json_of(const Evidence& evidence) {
  const SourceSpan& span = evidence.span;
  return {{"id", evidence.id},
          {"input", span.input.value},
          {"line", span.line},
          {"bytes", Json::array({span.begin, span.end})},
          {"editor_line", span.editor_line},
          {"rank", value_or_null(evidence.rank)},
          {"time", value_or_null(evidence.time)},
          {"time_raw", text_or_null(evidence.time_raw)},
          {"rule", evidence.rule},
          {"role", word(evidence.role)},
          {"text", evidence.text}};
}

Json json_of(const Expectation& expectation) { return {{"cause", expectation.cause}, {"if", expectation.condition}}; }

Json json_of(const NextStep& step) {
  return {{"id", step.id},
          {"kind", word(step.kind)},
          {"title", step.title},
          {"command", text_or_null(step.command)},
          {"expect", list(step.expect)},
          {"why", step.why}};
}

Json json_of(const MissingFact& missing) { return {{"fact", missing.fact}, {"get", text_or_null(missing.get)}}; }

template <class T>
Json object_or_null(const std::optional<T>& value) {
  return value ? json_of(*value) : Json(nullptr);
}

Json retry(RetryAdvice advice, const std::string& why) { return {{"advice", word(advice)}, {"why", why}}; }

Json json_of(const Incident& incident) {
  return {{"attempt", incident.attempt},
          {"recovered", incident.recovered},
          {"verdict", incident.verdict},
          {"attribution", word(incident.attribution)},
          {"certainty", word(incident.certainty)},
          {"initiators", list(incident.initiators)},
          {"candidates", list(incident.candidates)},
          {"collateral", list(incident.collateral)},
          {"cause", json_of(incident.cause)},
          {"hypotheses", list(incident.hypotheses)},
          {"error", object_or_null(incident.error)},
          {"operation", value_or_null(incident.operation)},
          {"frame", object_or_null(incident.frame)},
          {"evidence", list(incident.evidence)},
          {"next", list(incident.next)},
          {"missing", list(incident.missing)},
          {"retry", retry(incident.retry, incident.retry_why)}};
}

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

nlohmann::ordered_json report_json(const Report& report) {
  const Report shown = with_few_inputs(report, kMaxInputs);
  return {{"schema", "firstfault.report/1"}, {"outcome", word(shown.outcome)},     {"verdict", shown.verdict},
          {"inputs", list(shown.inputs)},    {"incidents", list(shown.incidents)}, {"notes", shown.notes}};
}

std::string to_json(const Report& report) { return dump(report_json(report)); }

std::string retry_to_json(RetryAdvice advice, const std::string& why) { return dump(retry(advice, why)); }

}  // namespace firstfault::output
