// Logs are hostile input: any bytes, any length, any names.
#include <doctest/doctest.h>

#include "../answers.h"
#include "text/clean.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

std::size_t characters_in(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U ? 1 : 0;
  return count;
}

void check_verdict(const std::string& text) {
  const auto report = report_of(text);
  REQUIRE_FALSE(report.incidents.empty());
  const auto& verdict = report.incidents.front().verdict;
  INFO(verdict);
  CHECK(characters_in(verdict) <= 160);
  CHECK(characters_in(verdict.substr(0, verdict.find(". "))) <= 120);
  CHECK(text::to_valid_utf8(verdict, 1000) == verdict);
  for (const char c : verdict) CHECK_FALSE((static_cast<unsigned char>(c) < 0x20 || c == 0x7f));
}

std::string repeated(std::string_view piece, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += piece;
  return out;
}

}  // namespace

TEST_CASE("the verdict stays one short line, whatever the error says") {
  check_verdict(raised("ValueError: " + repeated("very ", 400) + "long"));
  check_verdict(raised("ValueError: " + std::string(5000, 'x')));
  check_verdict(raised("ValueError: " + repeated("日本語", 200)));
  check_verdict(raised("ValueError: " + repeated("\xff\xfe", 200)));
  check_verdict(raised("ValueError: a\x1b[31mb\x07"));
  check_verdict(raised("ValueError: {bound} [{value}] {unknown} ]["));
  check_verdict(raised("ValueError: first. second. third."));
  check_verdict(raised(std::string(150, 'A') + "Error: x"));
  check_verdict(raised("FileNotFoundError: [Errno 2] No such file or directory: '" + repeated("/deep", 300) + "'"));
  check_verdict(
      raised("RuntimeError: mat1 and mat2 shapes cannot be multiplied (" + std::string(300, '9') + "x29 and 32x1)"));
}

TEST_CASE("the verdict stays one short line, whatever the file is called") {
  for (const std::string& name :
       {std::string(500, 'f') + ".py", repeated("目", 300) + ".py", std::string("\xff\xff.py"), std::string(". .py")})
    check_verdict("Traceback (most recent call last):\n  File \"/home/" + name +
                  "\", line 3, in f\n    g()\nValueError: x\n");
}

TEST_CASE("absurd numbers are no ranks, lines or pids") {
  for (const std::string& line :
       {std::string("[rank99999999999999999999]: ValueError: x"), std::string("[default4294967295]:ValueError: x"),
        std::string("[1,18446744073709551616]<stderr>:ValueError: x"),
        std::string("srun: error: n: tasks 0-4294967295: Killed"),
        std::string("srun: error: n: task 99999999999999999999: Killed"),
        std::string("Failures:\n[0]:\n  rank      : 99999999999999999999 (local_rank: 5)\n  exitcode  : -99999999999 "
                    "(pid: 99999999999999999999)"),
        std::string("  File \"a.py\", line 99999999999999999999, in f"),
        std::string("INFO llm: rank 0 of 99999999999 on n")}) {
    const auto report = report_of(line + "\n");
    for (const auto& incident : report.incidents)
      for (const auto& initiator : incident.initiators)
        if (initiator.rank) CHECK((initiator.rank->value >= 0 && initiator.rank->value < (1 << 21)));
  }
}

TEST_CASE("a world size that no line of ranks bears out does not make a long list of suspects") {
  const auto report = report_of(tagged("[default0]:", "INFO llm: rank 0 of 1048575 on n\n" + timed_out()));
  for (const auto& incident : report.incidents) CHECK(incident.candidates.size() <= 16);
}

TEST_CASE("a line of a megabyte is one line") {
  const auto report = report_of("[rank1]: " + std::string(1'000'000, 'x') + "\n" + tagged("[rank1]: ", bad_label()));
  CHECK(who(report) == "single 1");
  CHECK(report.inputs.front().lines == 7);
}

TEST_CASE("thousands of open tracebacks, headers and links come to an end") {
  CHECK_NOTHROW((void)report_of(repeated("Traceback (most recent call last):\n", 5000)));
  CHECK_NOTHROW((void)report_of(repeated("Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n", 5000)));
  CHECK_NOTHROW(
      (void)report_of(repeated("During handling of the above exception, another exception occurred:\n", 5000)));
  CHECK_NOTHROW(
      (void)report_of(repeated("ValueError: x\n\nDuring handling of the above exception, another exception "
                               "occurred:\n\nTraceback (most recent call last):\n",
                               2000)));
  CHECK_NOTHROW((void)report_of(repeated("Failures:\n[0]:\n", 5000)));
}

TEST_CASE("thousands of speakers are kept apart without end") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "[default" + std::to_string(i) + "]:ValueError: x\n";
  const auto report = report_of(text);
  CHECK(report.outcome == Outcome::Failed);
  CHECK(report.incidents.front().evidence.size() <= 64);
}

TEST_CASE("JSON that is none, or too deep, is text") {
  CHECK(report_of("{\"msg\": \"" + std::string(100, '\\') + "\n{" + repeated("[", 5000) +
                  "\n{}\n{\"rank\": \"x\"}\n{\"rank\": -1, \"msg\": 3}\n")
            .outcome == Outcome::NoFailureFound);
  CHECK_NOTHROW((void)report_of("{" + repeated("\"a\":{", 20000) + repeated("}", 20000) + "}\n"));
}

TEST_CASE("a report of hostile text never holds control characters in what is shown") {
  const auto report = report_of(
      "[rank1]: Traceback (most recent call last):\n[rank1]:   File \"a\x1b[31m.py\", line 3, in f\x07\n[rank1]:     "
      "g()\n[rank1]: ValueError: \x1b]0;evil\x07text\n");
  REQUIRE_FALSE(report.incidents.empty());
  for (const auto& evidence : report.incidents.front().evidence) CHECK(evidence.text.find('\x1b') == std::string::npos);
  CHECK(report.verdict.find('\x1b') == std::string::npos);
  CHECK(report.verdict.find("evil") == std::string::npos);
}
