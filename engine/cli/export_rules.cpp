#include "cli/export_rules.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "cli/rule_files.h"
#include "output/columns.h"
#include "output/fingerprints.h"
#include "rules/fingerprints.h"
#include "rules/regex_words.h"

namespace firstfault::cli {
namespace {

constexpr const char* kEveryStream = R"({job=~".+"})";

enum class Exceptions { Kept, Lost };

struct Writer {
  std::string_view format;
  rules::RegexStyle style;
  Exceptions exceptions;
  std::string (*write)(const output::FingerprintBook& book);
};

const std::array kWriters = {
    Writer{"grep", {rules::Dialect::Extended, ""}, Exceptions::Lost, output::to_grep},
    Writer{"loki", {rules::Dialect::Modern, "`"}, Exceptions::Kept, output::to_loki},
    Writer{"prometheus", {rules::Dialect::Modern, ""}, Exceptions::Kept, output::to_prometheus},
    Writer{"mtail", {rules::Dialect::Modern, "/"}, Exceptions::Kept, output::to_mtail},
    Writer{"datadog", {rules::Dialect::Modern, ""}, Exceptions::Lost, output::to_datadog},
    Writer{"vector", {rules::Dialect::Modern, "'"}, Exceptions::Kept, output::to_vector},
};

const Writer& writer_of(std::string_view format) {
  return *std::find_if(kWriters.begin(), kWriters.end(), [&](const Writer& each) { return each.format == format; });
}

std::string place(const rules::CauseFingerprints& found, const rules::Signature& signature,
                  const rules::Pattern& pattern) {
  return std::string(found.cause->id) + ": " + std::string(signature.id) + "/" + std::string(pattern.name);
}

output::FingerprintPattern pattern_of(const rules::Fingerprint& fingerprint, const Writer& writer) {
  output::FingerprintPattern pattern{std::string(fingerprint.signature->id), {}, {}};
  const bool counts = writer.style.dialect == rules::Dialect::Modern;
  pattern.regex = to_pattern(counts ? fingerprint.hit : rules::without_large_counts(fingerprint.hit), writer.style);
  if (writer.exceptions == Exceptions::Kept)
    for (const rules::Regex& unless : fingerprint.unless) pattern.unless.push_back(to_pattern(unless, writer.style));
  return pattern;
}

output::CausePatterns patterns_of(const rules::CauseFingerprints& found, const Writer& writer,
                                  std::vector<std::string>& left_out) {
  const rules::Cause& cause = *found.cause;
  output::CausePatterns out{std::string(cause.id), std::string(cause.title), std::string(cause.what), {}, {}};
  if (cause.retry == RetryAdvice::ExcludeNode) out.urgency = output::Urgency::Critical;
  for (const rules::Fingerprint& fingerprint : found.fingerprints) {
    out.patterns.push_back(pattern_of(fingerprint, writer));
    if (writer.exceptions == Exceptions::Lost && !fingerprint.unless.empty())
      left_out.push_back(place(found, *fingerprint.signature, *fingerprint.pattern) +
                         ": its exceptions, so that it hits more than it should");
  }
  for (const rules::LeftOut& each : found.left_out)
    left_out.push_back(place(found, *each.signature, *each.pattern) + ": " + std::string(each.why));
  if (found.fingerprints.empty()) left_out.push_back(out.cause + ": no line speaks for it by itself");
  return out;
}

std::string counted(std::size_t number, const std::string& one) {
  return std::to_string(number) + " " + one + (number == 1 ? "" : "s");
}

std::string summary(const output::FingerprintBook& book) {
  std::size_t patterns = 0;
  std::size_t causes = 0;
  std::set<std::string> signatures;
  for (const output::CausePatterns& cause : book.causes) {
    patterns += cause.patterns.size();
    if (!cause.patterns.empty()) ++causes;
    for (const output::FingerprintPattern& pattern : cause.patterns) signatures.insert(pattern.signature);
  }
  return counted(patterns, "pattern") + " of " + counted(signatures.size(), "signature") + " for " +
         counted(causes, "cause");
}

/// A file for grep can hold no comments, so that what it lacks is said here.
void say_what_it_lacks(const output::FingerprintBook& book, const ExportOptions& options, Console& console) {
  console.complain(summary(book) + (book.left_out.empty() ? "" : "; not in the file: ") +
                   (book.left_out.empty()      ? ""
                    : options.format == "grep" ? "as follows"
                                               : counted(book.left_out.size(), "thing") + ", which it names"));
  if (options.format != "grep") return;
  for (const std::string& line : book.left_out) console.print_error("  " + line + "\n");
  console.print_error("Use it so: LC_ALL=C grep -aEn -f FILE LOG\n");
}

}  // namespace

Result<ExportOptions> export_options(const Invocation& invocation) {
  ExportOptions options;
  options.format = value_of(invocation, FlagId::ExportFormat, "");
  if (options.format.empty())
    return Error{"rules export needs --format", "", "grep, loki, prometheus, mtail, datadog or vector", ""};
  options.causes = values_of(invocation, FlagId::Cause);
  options.selector = value_of(invocation, FlagId::Selector, kEveryStream);
  if (options.selector != kEveryStream && options.format != "loki")
    return Error{"--selector is for loki; " + options.format + " has no streams", "", "leave it out", ""};
  options.rules = values_of(invocation, FlagId::Rules);
  options.command = "firstfault rules export";
  for (const Option& option : invocation.options)
    options.command += " " + std::string(flag_of(option.flag).name) + " " + output::printable(option.value);
  return options;
}

int run_rules_export(const ExportOptions& options, Console& console) {
  const auto active = activate_rules(options.rules);
  if (!active) {
    console.complain(to_line(active.error()));
    return kExitTrouble;
  }
  complain_of_rules(active.value(), console);
  const auto found =
      rules::fingerprints(*active.value().rules, options.causes.empty() ? rules::families_on_call() : options.causes);
  if (!found) {
    console.complain(to_line(found.error()));
    return kExitTrouble;
  }
  const Writer& writer = writer_of(options.format);
  output::FingerprintBook book;
  book.command = options.command;
  book.selector = options.selector;
  for (const rules::CauseFingerprints& each : found.value())
    book.causes.push_back(patterns_of(each, writer, book.left_out));
  console.print(writer.write(book));
  say_what_it_lacks(book, options, console);
  return console.finish(kExitFine);
}

}  // namespace firstfault::cli
