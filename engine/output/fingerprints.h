// Fingerprints of causes as files for tools that watch logs (firstfault rules export). Takes plain values, so that
// output/ need not know rules/. Pure. docs/monitoring.md says how each file is used.
#pragma once

#include <string>
#include <vector>

namespace firstfault::output {

struct FingerprintPattern {
  std::string signature;
  std::string regex;                // in the dialect of the tool
  std::vector<std::string> unless;  // a hit of any of these cancels it
};

enum class Urgency { Warning, Critical };

struct CausePatterns {
  std::string cause;  // "hardware.ecc"
  std::string title;
  std::string what;
  Urgency urgency = Urgency::Warning;
  std::vector<FingerprintPattern> patterns;  // by signature; may be empty
};

struct FingerprintBook {
  std::vector<CausePatterns> causes;  // by id
  std::vector<std::string> left_out;  // lines for people: what the file lacks, and why
  std::string command;                // that made it
  std::string selector;               // which streams Loki is to look at
};

/// The counter that mtail or Vector keep and that Prometheus' rules ask for.
inline constexpr const char* kCounter = "firstfault_fingerprints_total";

/// A file for `grep -E -f`: one pattern a line, each once. It has no comments and no exceptions.
[[nodiscard]] std::string to_grep(const FingerprintBook& book);
/// Rules of Loki's ruler, an alert a cause.
[[nodiscard]] std::string to_loki(const FingerprintBook& book);
/// A program of mtail that keeps the counter.
[[nodiscard]] std::string to_mtail(const FingerprintBook& book);
/// Alerting rules over the counter.
[[nodiscard]] std::string to_prometheus(const FingerprintBook& book);
/// A log pipeline and monitors, as Datadog's API takes them.
[[nodiscard]] std::string to_datadog(const FingerprintBook& book);
/// A part of Vector's configuration: marks events, and keeps the counter.
[[nodiscard]] std::string to_vector(const FingerprintBook& book);

// ---- shared by the writers

/// "FirstfaultHardwareEcc"
[[nodiscard]] std::string alert_name(const std::string& cause);
[[nodiscard]] std::string urgency_word(Urgency urgency);
/// Lines that say where the file comes from and what it lacks, each begun with `mark`.
[[nodiscard]] std::string heading(const FingerprintBook& book, const std::string& about, const std::string& mark);
/// In double quotes, as JSON, YAML and mtail read them alike.
[[nodiscard]] std::string quoted(const std::string& text);
/// Text within a template of Prometheus or Loki: braces that would begin an action are quoted.
[[nodiscard]] std::string in_template(const std::string& text);
/// The labels and annotations of an alert, indented for its place in a file of rules.
[[nodiscard]] std::string alert_words(const CausePatterns& cause);

}  // namespace firstfault::output
