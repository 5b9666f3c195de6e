#include "output/text.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "output/columns.h"
#include "output/json.h"
#include "sample_reports.h"

using namespace firstfault;

namespace {

std::string read_golden(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Compares with tests/unit/output/golden/NAME; UPDATE_EXPECT=1 rewrites it.
void check_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(FIRSTFAULT_ROOT) + "/tests/unit/output/golden/" + name;
  if (std::getenv("UPDATE_EXPECT") != nullptr) std::ofstream(path, std::ios::binary) << text;
  CHECK(text == read_golden(path));
}

std::string titles(std::string_view cause) {
  return cause == "data.class_index_out_of_range" ? "A class index is outside the range of the model's classes" : "";
}

output::TextOptions options() {
  output::TextOptions options;
  options.cause_title = titles;
  return options;
}

std::string text_of(const Report& report) { return output::to_text(report, options()); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("prints a certain verdict on one screen") { check_golden("certain.txt", text_of(test::certain_report())); }

TEST_CASE("prints an undetermined answer as a useful one") {
  check_golden("undetermined.txt", text_of(test::undetermined_report()));
}

TEST_CASE("prints everything when asked") {
  auto all = options();
  all.detail = output::Detail::Everything;
  check_golden("certain_verbose.txt", output::to_text(test::certain_report(), all));
}

TEST_CASE("prints the contract's JSON") { check_golden("certain.json", output::to_json(test::certain_report())); }

TEST_CASE("colours nothing unless asked, and says the same with colours") {
  auto coloured = options();
  coloured.colour = output::Colour::On;
  const std::string plain = text_of(test::certain_report());
  std::string text = output::to_text(test::certain_report(), coloured);
  CHECK(plain.find('\x1b') == std::string::npos);
  CHECK(text.find("\x1b[31m") != std::string::npos);
  for (std::size_t at = text.find('\x1b'); at != std::string::npos; at = text.find('\x1b'))
    text.erase(at, text.find('m', at) - at + 1);
  CHECK(text == plain);
}

TEST_CASE("fits a narrow terminal but shortens neither the verdict nor a command") {
  auto narrow = options();
  narrow.width = 80;
  const Report report = test::certain_report();
  const auto lines = lines_of(output::to_text(report, narrow));
  CHECK(lines.front().starts_with(
      "Rank 5 failed first: class index 7 is outside [0, 5) in cross_entropy (losses.py:12).  certain"));
  for (std::size_t i = 1; i < lines.size(); ++i) CHECK_MESSAGE(output::columns(lines[i]) <= 80, lines[i]);
  narrow.width = 40;
  CHECK(output::to_text(report, narrow).find("FIRSTFAULT_CHECKS=1 torchrun --nproc-per-node 8 train.py\n") !=
        std::string::npos);
}

TEST_CASE("lets nothing from a log reach the terminal but text") {
  Report report = test::certain_report();
  Incident& incident = report.incidents[0];
  const std::string attack =
      "\x1b]0;owned\x07\x1b[2J\r\n\xc2\x9b"
      "31m\xe2\x80\xae";
  report.inputs[0].path = "a" + attack + ".log";
  report.notes.push_back(attack);
  incident.verdict = attack + incident.verdict;
  incident.evidence[0].text = attack + "IndexError" + attack;
  incident.frame->source = attack;
  incident.frame->function = attack;
  incident.next[0].command = attack;
  incident.collateral[0].because = attack;
  incident.cause.title = attack;
  const std::string text = text_of(report);
  CHECK(
      std::none_of(text.begin(), text.end(), [](char c) { return c != '\n' && static_cast<unsigned char>(c) < 0x20; }));
  CHECK(text.find("\xc2\x9b") == std::string::npos);
  CHECK(text.find("\xe2\x80\xae") == std::string::npos);
}

TEST_CASE("quotes a line without the prefix that repeats its rank") {
  for (const char* prefix : {"[rank0]: ", "[1,0]<stderr>:", "[default0]:", "[rank0]:", "0: "}) {
    Report report = test::certain_report();
    report.incidents[0].evidence[1].text = prefix + std::string("Connection closed by peer");
    CHECK(text_of(report).find("rank 0      Connection closed by peer  (") != std::string::npos);
  }
  for (const char* prefix : {"[INFO] ", "[pair.cc:534] ", "[2026-01-02 03:04:05] "}) {
    Report report = test::certain_report();
    report.incidents[0].evidence[1].text = prefix + std::string("Connection closed");
    CHECK(text_of(report).find("rank 0      " + report.incidents[0].evidence[1].text + "  (") != std::string::npos);
  }
}

TEST_CASE("quotes a line once, however many claims rest on it") {
  Report report = test::certain_report();
  report.incidents[0].evidence.push_back(report.incidents[0].evidence[0]);
  const std::string text = text_of(report);
  CHECK(text.find("IndexError: Target 7", text.find("IndexError: Target 7") + 1) == std::string::npos);
}

TEST_CASE("leaves out candidates that are all unlikely") {
  Report report = test::undetermined_report();
  CHECK(text_of(report).find("Candidates") != std::string::npos);
  report.incidents[0].candidates[0].weight = 0.1;
  CHECK(text_of(report).find("Candidates") == std::string::npos);
}

TEST_CASE("names a file by a long path only where its name is not enough") {
  Report report = test::certain_report();
  report.inputs[0].path = "/scratch/users/ada/jobs/4711/logs/train.log";
  CHECK(text_of(report).find("  train.log:131  ") != std::string::npos);
  report.inputs.push_back({"/scratch/users/ada/jobs/4712/logs/train.log", InputKind::Log, 1, 1, "", ""});
  CHECK(text_of(report).find("jobs/4711/logs/train.log:131  ") != std::string::npos);
}

TEST_CASE("shows the step that gets a missing fact, however far down") {
  Report report = test::certain_report();
  auto& next = report.incidents[0].next;
  for (int i = 3; i <= 6; ++i)
    next.push_back({"n" + std::to_string(i), StepKind::Collect, "step " + std::to_string(i), "", {}, ""});
  report.incidents[0].missing[0].get = "n5";
  const std::string text = text_of(report);
  CHECK(text.find("           3 collect: step 3\n           5 collect: step 5\n           (2 more with --verbose)\n") !=
        std::string::npos);
}

TEST_CASE("says in words that a line only noticed the error") {
  CHECK(text_of(test::undetermined_report()).find("total += loss.item()  (only noticed the error)") !=
        std::string::npos);
}

TEST_CASE("prints a report without a failure with its notes") {
  Report report;
  report.verdict = "No failure found.";
  for (int i = 0; i < 5; ++i) report.notes.push_back("note " + std::to_string(i));
  CHECK(text_of(report) ==
        "No failure found.\nNote       note 0\n           note 1\n           note 2\n           (2 more with "
        "--verbose)\n");
}

TEST_CASE("names a recovered failure without alarm") {
  Report report = test::certain_report();
  report.outcome = Outcome::Succeeded;
  report.verdict = "The job succeeded after a restart.";
  report.incidents[0].recovered = true;
  const auto lines = lines_of(text_of(report));
  CHECK(lines[0] == "The job succeeded after a restart.");
  CHECK(lines[1].starts_with("Also       attempt 0, recovered: Rank 5 failed first"));
}

TEST_CASE("prints the last attempt in full and earlier ones in a line") {
  Report report = test::certain_report();
  report.incidents.push_back(test::undetermined_report().incidents[0]);
  report.incidents[0].attempt = 1;
  const std::string text = text_of(report);
  CHECK(text.starts_with("Rank 5 failed first"));
  CHECK(text.find("Also       attempt 0: Undetermined: a device-side assert") != std::string::npos);
}

TEST_CASE("survives a report whose evidence points nowhere") {
  Report report = test::certain_report();
  report.inputs.clear();
  report.incidents[0].evidence[0].text.clear();
  report.incidents[0].frame->mark_begin = 4000;
  report.incidents[0].frame->mark_end = 2;
  report.incidents[0].verdict.clear();
  CHECK(text_of(report).find("line:131") != std::string::npos);
}
