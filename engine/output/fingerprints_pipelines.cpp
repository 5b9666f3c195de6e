// Datadog and Vector: the tools that mark each event on its way (fingerprints.h).
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "output/fingerprints.h"

namespace firstfault::output {
namespace {

using Json = nlohmann::ordered_json;

std::string family_of(const std::string& cause) { return cause.substr(0, cause.find('.')); }

std::string with_underscores(std::string id) {
  for (char& c : id)
    if (c == '.' || c == '-') c = '_';
  return id;
}

/// Backslashes and quotes within regex("…") of a grok rule.
std::string in_grok(const std::string& regex) {
  std::string out;
  for (const char c : regex) {
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

std::string grok_rules(const CausePatterns& cause) {
  std::string rules;
  std::size_t number = 0;
  for (const FingerprintPattern& pattern : cause.patterns)
    rules += (rules.empty() ? "" : "\n") + with_underscores(cause.cause) + "_" + std::to_string(++number) +
             " %{data}%{regex(\"" + in_grok(pattern.regex) + "\"):firstfault." + cause.cause + "}%{data}";
  return rules;
}

Json processor(const CausePatterns& cause) {
  return {{"type", "grok-parser"},    {"name", cause.title},
          {"is_enabled", true},       {"source", "message"},
          {"samples", Json::array()}, {"grok", {{"support_rules", ""}, {"match_rules", grok_rules(cause)}}}};
}

Json monitor(const CausePatterns& cause) {
  const std::string query =
      "logs(\"@firstfault." + cause.cause + ":*\").index(\"*\").rollup(\"count\").by(\"host\").last(\"5m\") > 0";
  return {{"name", "Firstfault: " + cause.title + " on {{host.name}}"},
          {"type", "log alert"},
          {"query", query},
          {"message", cause.what + "\n\nMore: firstfault explain " + cause.cause},
          {"tags", {"source:firstfault", "cause:" + cause.cause, "severity:" + urgency_word(cause.urgency)}},
          {"options", {{"thresholds", {{"critical", 0}}}, {"enable_logs_sample", true}, {"notify_audit", false}}}};
}

/// An event gets one mark, so the urgent come first.
std::vector<const CausePatterns*> urgent_first(const std::vector<CausePatterns>& causes) {
  std::vector<const CausePatterns*> order;
  for (const CausePatterns& cause : causes) order.push_back(&cause);
  std::stable_partition(order.begin(), order.end(),
                        [](const CausePatterns* cause) { return cause->urgency == Urgency::Critical; });
  return order;
}

std::string condition(const FingerprintPattern& pattern) {
  std::string text = "match(line, r'" + pattern.regex + "')";
  for (const std::string& unless : pattern.unless) text += " && !match(line, r'" + unless + "')";
  return text;
}

/// One statement after the other: a chain of as many `else if` is too deep for Vector's compiler.
std::string marking_program(const FingerprintBook& book) {
  std::string text = "line = string(.message) ?? \"\"\nfound = null\n";
  for (const CausePatterns* cause : urgent_first(book.causes))
    for (const FingerprintPattern& pattern : cause->patterns)
      text += "if found == null && " + condition(pattern) + " {\n  found = {\"cause\": " + quoted(cause->cause) +
              ", \"signature\": " + quoted(pattern.signature) + "}\n}\n";
  return text + "if found != null {\n  .firstfault = found\n}\n";
}

}  // namespace

std::string to_datadog(const FingerprintBook& book) {
  std::map<std::string, Json> families;
  Json monitors = Json::array();
  for (const CausePatterns& cause : book.causes) {
    if (cause.patterns.empty()) continue;
    Json& family = families.emplace(family_of(cause.cause), Json::array()).first->second;
    family.push_back(processor(cause));
    monitors.push_back(monitor(cause));
  }
  Json processors = Json::array();
  for (auto& [name, inner] : families)
    processors.push_back({{"type", "pipeline"},
                          {"name", "Firstfault: " + name},
                          {"is_enabled", true},
                          {"filter", {{"query", "*"}}},
                          {"processors", std::move(inner)}});
  Json root = {{"written_by", book.command}, {"not_in_this_file", book.left_out}};
  root["pipeline"] = {{"name", "Firstfault"},
                      {"is_enabled", true},
                      {"filter", {{"query", "*"}}},
                      {"processors", std::move(processors)}};
  root["monitors"] = std::move(monitors);
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_vector(const FingerprintBook& book) {
  std::string text = heading(book,
                             "A part of Vector's configuration: name your sources in `inputs`. Events that bear a\n"
                             "fingerprint get .firstfault.cause and .firstfault.signature; the last transform counts\n"
                             "them for rules of Prometheus (--format prometheus).",
                             "# ");
  text += "\n[transforms.firstfault]\ntype = \"remap\"\ninputs = [\"your_logs\"]\nsource = '''\n";
  text += marking_program(book);
  text +=
      "'''\n\n[transforms.firstfault_found]\ntype = \"filter\"\ninputs = [\"firstfault\"]\n"
      "condition = \"exists(.firstfault)\"\n";
  text +=
      "\n[transforms.firstfault_counter]\ntype = \"log_to_metric\"\ninputs = [\"firstfault_found\"]\n"
      "\n[[transforms.firstfault_counter.metrics]]\ntype = \"counter\"\nfield = \"firstfault\"\nname = \"" +
      std::string(kCounter) +
      "\"\ntags.cause = \"{{firstfault.cause}}\"\ntags.signature = \"{{firstfault.signature}}\"\n";
  return text;
}

}  // namespace firstfault::output
