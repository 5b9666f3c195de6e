// Loki, and Prometheus with mtail: the tools that alert by rules over time (fingerprints.h).
#include "output/fingerprints.h"

namespace firstfault::output {
namespace {

constexpr const char* kGroup = "groups:\n  - name: firstfault\n    rules:\n";

std::string filters(const FingerprintPattern& pattern) {
  std::string text = "|~ `" + pattern.regex + "`";
  for (const std::string& unless : pattern.unless) text += " !~ `" + unless + "`";
  return text;
}

std::string count_of(const FingerprintBook& book, const std::string& filter) {
  return "sum by (job, instance, host, pod) (count_over_time(" + book.selector + " " + filter + " [5m]))";
}

/// Patterns with exceptions of their own are asked for one by one, all others at once.
std::string query(const FingerprintBook& book, const CausePatterns& cause) {
  FingerprintPattern plain;
  std::string text;
  const auto add = [&](const FingerprintPattern& pattern) {
    text += "            " + std::string(text.empty() ? "" : "or ") + count_of(book, filters(pattern)) + "\n";
  };
  for (const FingerprintPattern& pattern : cause.patterns)
    if (pattern.unless.empty()) plain.regex += (plain.regex.empty() ? "(?:" : "|(?:") + pattern.regex + ")";
  if (!plain.regex.empty()) add(plain);
  for (const FingerprintPattern& pattern : cause.patterns)
    if (!pattern.unless.empty()) add(pattern);
  return "          (\n" + text + "          ) > 0\n";
}

/// A counter begins to exist with its first count, which increase() does not see: hence the second half.
std::string increase_of(const std::string& cause) {
  const std::string counter = std::string(kCounter) + "{cause=" + quoted(cause) + "}";
  return "          sum without (signature) (increase(" + counter +
         "[10m])) > 0\n          or sum without (signature) (" + counter + " unless " + counter + " offset 10m) > 0\n";
}

}  // namespace

std::string to_loki(const FingerprintBook& book) {
  std::string text = heading(book, "Alerting rules for Loki's ruler.", "# ") + kGroup;
  for (const CausePatterns& cause : book.causes) {
    if (cause.patterns.empty()) continue;
    text +=
        "      - alert: " + alert_name(cause.cause) + "\n        expr: |-\n" + query(book, cause) + alert_words(cause);
  }
  return text;
}

std::string to_prometheus(const FingerprintBook& book) {
  std::string text = heading(book,
                             "Alerting rules for Prometheus over " + std::string(kCounter) +
                                 ",\nwhich mtail keeps (--format mtail) or Vector (--format vector).",
                             "# ") +
                     kGroup;
  for (const CausePatterns& cause : book.causes) {
    if (cause.patterns.empty()) continue;
    text += "      - alert: " + alert_name(cause.cause) + "\n        expr: |-\n" + increase_of(cause.cause) +
            alert_words(cause);
  }
  return text;
}

std::string to_mtail(const FingerprintBook& book) {
  std::string text = heading(book,
                             "A program for mtail (--max_regexp_length 20000); rules over its counter:\n"
                             "--format prometheus.",
                             "# ") +
                     "counter " + kCounter + " by cause, signature\n";
  for (const CausePatterns& cause : book.causes) {
    if (cause.patterns.empty()) continue;
    text += "\n# " + cause.cause + "\n";
    for (const FingerprintPattern& pattern : cause.patterns) {
      std::string indent;
      text += "/" + pattern.regex + "/ {\n";
      for (const std::string& unless : pattern.unless) {
        indent += "  ";
        text += indent + "/" + unless + "/ {\n" + indent + "} else {\n";
      }
      text += indent + "  " + kCounter + "[" + quoted(cause.cause) + "][" + quoted(pattern.signature) + "]++\n";
      for (; !indent.empty(); indent.resize(indent.size() - 2)) text += indent + "}\n";
      text += "}\n";
    }
  }
  return text;
}

}  // namespace firstfault::output
