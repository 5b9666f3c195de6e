#include "cli/diagnose.h"

#include <doctest/doctest.h>

using namespace firstfault;
using namespace firstfault::cli;

namespace {

DiagnoseOptions options_of(const std::vector<std::string>& arguments, const Terminal& terminal = {}) {
  const auto invocation = parse(arguments);
  REQUIRE(invocation.ok());
  const auto options = diagnose_options(invocation.value(), terminal);
  REQUIRE(options.ok());
  return options.value();
}

Report report_of(Outcome outcome, RetryAdvice advice) {
  Report report;
  report.outcome = outcome;
  if (outcome == Outcome::Failed) report.incidents.emplace_back().retry = advice;
  return report;
}

void check_status(const std::vector<std::string>& arguments, const Report& report, int expected) {
  CHECK(status_of(report, options_of(arguments), Unread::None) == expected);
}

}  // namespace

TEST_CASE("exits as the contract says") {
  check_status({"diagnose"}, report_of(Outcome::Failed, {}), 1);
  check_status({"diagnose"}, report_of(Outcome::Succeeded, {}), 0);
  check_status({"diagnose"}, report_of(Outcome::NoFailureFound, {}), 0);
  check_status({"diagnose", "--exit-zero"}, report_of(Outcome::Failed, {}), 0);
}

TEST_CASE("exits with 1 where a path could not be read") {
  const Report fine = report_of(Outcome::NoFailureFound, {});
  CHECK(status_of(fine, options_of({"diagnose"}), Unread::Some) == 1);
  CHECK(status_of(fine, options_of({"diagnose", "--exit-zero"}), Unread::Some) == 0);
}

TEST_CASE("exits with the advice for a retry") {
  const std::vector<std::string> ask = {"diagnose", "--retry-advice"};
  check_status(ask, report_of(Outcome::Failed, RetryAdvice::SameNodes), 10);
  check_status(ask, report_of(Outcome::Failed, RetryAdvice::ExcludeNode), 11);
  check_status(ask, report_of(Outcome::Failed, RetryAdvice::AfterFix), 12);
  check_status(ask, report_of(Outcome::Succeeded, {}), 13);
  check_status(ask, report_of(Outcome::Failed, RetryAdvice::NotAFailure), 13);
  check_status(ask, report_of(Outcome::Failed, RetryAdvice::Unknown), 14);
  check_status(ask, report_of(Outcome::NoFailureFound, {}), 14);
}

TEST_CASE("lets the last format count") {
  CHECK(options_of({"diagnose"}).format == Format::Text);
  CHECK(options_of({"diagnose", "--json"}).format == Format::Json);
  CHECK(options_of({"diagnose", "--json", "--format", "text"}).format == Format::Text);
  CHECK(options_of({"diagnose", "--format=text", "--json"}).format == Format::Json);
  CHECK(options_of({"diagnose", "--retry-advice", "--json"}).format == Format::RetryAdvice);
}

TEST_CASE("reads sources below this folder unless told") {
  CHECK(options_of({"diagnose"}).sources == std::vector<std::string>{"."});
  CHECK(options_of({"diagnose", "--source", "a", "--source", "b"}).sources == std::vector<std::string>{"a", "b"});
}

TEST_CASE("reads path maps and refuses what is none") {
  const auto options = options_of({"diagnose", "--path-map", "/workspace=/home/me/p=q"});
  REQUIRE(options.path_maps.size() == 1);
  CHECK(options.path_maps[0].from == "/workspace");
  CHECK(options.path_maps[0].to == "/home/me/p=q");
  for (const char* value : {"a", "=b", "a="}) {
    const auto invocation = parse(std::vector<std::string>{"diagnose", "--path-map", value});
    REQUIRE(invocation.ok());
    CHECK_FALSE(diagnose_options(invocation.value(), {}).ok());
  }
}

TEST_CASE("colours on a terminal only, and never against NO_COLOR") {
  const Terminal person{true, false, false, 80};
  const Terminal pipe{};
  Terminal no_color = person;
  no_color.no_color = true;
  Terminal dumb = person;
  dumb.dumb = true;
  CHECK(choose_colour("auto", person) == output::Colour::On);
  CHECK(choose_colour("auto", pipe) == output::Colour::Off);
  CHECK(choose_colour("auto", dumb) == output::Colour::Off);
  CHECK(choose_colour("never", person) == output::Colour::Off);
  CHECK(choose_colour("always", pipe) == output::Colour::On);
  CHECK(choose_colour("always", no_color) == output::Colour::Off);
  CHECK(choose_colour("auto", no_color) == output::Colour::Off);
}

TEST_CASE("takes the terminal's width within reason") {
  CHECK(choose_width({true, false, false, 80}) == 80);
  CHECK(choose_width({}) == 110);
  CHECK(choose_width({true, false, false, 3}) == 60);
  CHECK(choose_width({true, false, false, 100'000}) == 400);
}
