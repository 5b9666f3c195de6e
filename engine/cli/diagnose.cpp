#include "cli/diagnose.h"

#include <unistd.h>

#include "analysis/session.h"
#include "cli/follow.h"
#include "cli/help.h"
#include "cli/job.h"
#include "cli/rule_files.h"
#include "output/json.h"
#include "output/reading.h"
#include "output/text.h"

namespace firstfault::cli {
namespace {

constexpr std::size_t kShownErrors = 8;

Result<host::PathMap> path_map_of(const std::string& value) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == value.size())
    return Error{"--path-map '" + value + "' is not FROM=TO", "", "for example: --path-map /workspace=/home/me/project",
                 ""};
  return host::PathMap{value.substr(0, equals), value.substr(equals + 1)};
}

Format format_of(const Invocation& invocation) {
  if (has(invocation, FlagId::RetryAdvice)) return Format::RetryAdvice;
  Format format = Format::Text;
  for (const Option& option : invocation.options) {  // the last one counts
    if (option.flag == FlagId::Json) format = Format::Json;
    if (option.flag == FlagId::Format) format = option.value == "json" ? Format::Json : Format::Text;
  }
  return format;
}

struct Retry {
  RetryAdvice advice = RetryAdvice::Unknown;
  std::string why;
};

Retry retry_of(const Report& report) {
  if (report.outcome == Outcome::Succeeded) return {RetryAdvice::NotAFailure, "the job succeeded"};
  if (report.outcome == Outcome::NoFailureFound || report.incidents.empty())
    return {RetryAdvice::Unknown, "no failure was found in what was read"};
  return {report.incidents.front().retry, report.incidents.front().retry_why};
}

int retry_status(RetryAdvice advice) {
  switch (advice) {
    case RetryAdvice::SameNodes:
      return 10;
    case RetryAdvice::ExcludeNode:
      return 11;
    case RetryAdvice::AfterFix:
      return 12;
    case RetryAdvice::NotAFailure:
      return 13;
    case RetryAdvice::Unknown:
      return 14;
  }
  return 14;
}

}  // namespace

Result<DiagnoseOptions> diagnose_options(const Invocation& invocation, const Terminal& terminal) {
  DiagnoseOptions options;
  options.paths = invocation.paths;
  options.format = format_of(invocation);
  options.on_failure = has(invocation, FlagId::ExitZero) ? OnFailure::ExitZero : OnFailure::ExitOne;
  options.colour = choose_colour(value_of(invocation, FlagId::Color, "auto"), terminal);
  options.width = choose_width(terminal);
  options.everything = has(invocation, FlagId::Verbose);
  options.follow = has(invocation, FlagId::Follow);
  options.explain_reading = has(invocation, FlagId::ExplainReading);
  options.sources = values_of(invocation, FlagId::Source);
  if (options.sources.empty()) options.sources.emplace_back(".");
  options.rules = values_of(invocation, FlagId::Rules);
  for (const std::string& value : values_of(invocation, FlagId::PathMap)) {
    auto map = path_map_of(value);
    if (!map) return map.error();
    options.path_maps.push_back(std::move(map).value());
  }
  return options;
}

int status_of(const Report& report, const DiagnoseOptions& options, Unread unread) {
  if (options.format == Format::RetryAdvice) return retry_status(retry_of(report).advice);
  if (options.on_failure == OnFailure::ExitZero) return kExitFine;
  return report.outcome == Outcome::Failed || unread == Unread::Some ? kExitFailureFound : kExitFine;
}

std::string rendered(const Report& report, const DiagnoseOptions& options, const rules::RuleSet& rules) {
  switch (options.format) {
    case Format::Json:
      return output::to_json(report);
    case Format::RetryAdvice:
      return output::retry_to_json(retry_of(report).advice, retry_of(report).why);
    case Format::Text:
      break;
  }
  output::TextOptions text;
  text.width = options.width;
  text.colour = options.colour;
  text.detail = options.everything ? output::Detail::Everything : output::Detail::Brief;
  text.cause_title = [&rules](std::string_view id) {
    const rules::Cause* cause = rules.find_cause(id);
    return cause == nullptr ? std::string() : std::string(cause->title);
  };
  return output::to_text(report, text);
}

int complain_of(const std::vector<Error>& errors, Console& console) {
  for (std::size_t i = 0; i < errors.size() && i < kShownErrors; ++i) console.complain(to_line(errors[i]));
  if (errors.size() > kShownErrors)
    console.complain("and " + std::to_string(errors.size() - kShownErrors) + " more paths");
  return console.finish(kExitTrouble);
}

namespace {

int print_readings(const analysis::Diagnosis& diagnosis, const DiagnoseOptions& options, Console& console) {
  for (const LineReading& reading : diagnosis.readings) {
    const std::string& path = diagnosis.report.inputs[reading.span.input.value].path;
    console.print(options.format == Format::Json ? output::reading_to_json(reading, path)
                                                 : output::reading_to_text(reading, path));
  }
  for (const std::string& note : diagnosis.report.notes) console.complain(note);
  return console.finish(kExitFine);
}

}  // namespace

int run_diagnose(const DiagnoseOptions& options, Console& console) {
  if (options.paths.empty() && ::isatty(STDIN_FILENO) == 1) {
    console.print_error(short_help(&all_commands().front()));
    console.complain("nothing to read: name a log file or a folder, or pipe text in");
    return kExitTrouble;
  }
  const auto active = activate_rules(options.rules, options.sources);
  if (!active) return complain_of({active.error()}, console);
  const std::vector<std::string> paths = options.paths.empty() ? std::vector<std::string>{"-"} : options.paths;
  if (options.follow) return run_follow(paths, options, active.value(), console);
  const auto keep = options.explain_reading ? analysis::Keep::Readings : analysis::Keep::Report;
  analysis::Session session(*active.value().rules, *active.value().matcher, keep);
  const JobRead read = read_job(paths, session);
  if (read.files == 0 && !read.errors.empty()) return complain_of(read.errors, console);
  const analysis::Diagnosis diagnosis = session.conclude();
  if (options.explain_reading) return print_readings(diagnosis, options, console);
  Report report = diagnosis.report;
  add_sources(report, options.sources, options.path_maps);
  add_rule_notes(report, active.value());
  console.print(rendered(report, options, *active.value().rules));
  return console.finish(status_of(report, options, read.errors.empty() ? Unread::None : Unread::Some));
}

}  // namespace firstfault::cli
