// The facade: how bytes come in does not matter, what comes out is bounded and points into the input.
#include "analysis/session.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::analysis;
using namespace firstfault::test;

namespace {

Session new_session() { return {rules::builtin_rules(), rules::builtin_matcher()}; }

const std::string kJob = tagged("[rank0]: ", hello(0, 2)) + tagged("[rank1]: ", hello(1, 2)) +
                         tagged("[rank1]: ", bad_label()) + tagged("[rank0]: ", lost_peer());

bool has_note(const Report& report, const std::string& words) {
  return std::any_of(report.notes.begin(), report.notes.end(),
                     [&](const auto& note) { return note.find(words) != std::string::npos; });
}

}  // namespace

TEST_CASE("inputs are listed in the order in which they were opened") {
  const auto report = diagnose({{"b.log", "x\n"}, {"a.log", "y\nz"}}).report;
  REQUIRE(report.inputs.size() == 2);
  CHECK(report.inputs[0].path == "b.log");
  CHECK(report.inputs[0].lines == 1);
  CHECK(report.inputs[1].bytes == 3);
  CHECK(report.inputs[1].lines == 2);
}

TEST_CASE("an input says which ranks speak in it") { CHECK(report_of(kJob).inputs.front().ranks == "0,1"); }

TEST_CASE("an empty input is no failure, and a note says that it is empty") {
  const auto report = diagnose({{"train.log", ""}}).report;
  CHECK(report.outcome == Outcome::NoFailureFound);
  CHECK(has_note(report, "train.log"));
  CHECK(report.verdict == "No failure found: there is no text to read.");
}

TEST_CASE("no input at all is no failure") {
  auto session = new_session();
  CHECK(session.finish().report.outcome == Outcome::NoFailureFound);
}

TEST_CASE("a binary file is read as text, and a note says so") {
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(i % 7);
  CHECK(has_note(diagnose({{"core", bytes}}).report, "binary"));
}

TEST_CASE("notes of the caller are notes of the report") {
  auto session = new_session();
  session.note("a.log: passed over");
  CHECK(has_note(session.finish().report, "a.log: passed over"));
}

TEST_CASE("a session may be asked, fed on, and asked again") {
  auto session = new_session();
  const auto id = session.open({"train.log", InputKind::Log});
  const std::size_t half = kJob.size() / 2;
  session.feed(id, std::string_view(kJob).substr(0, half));
  (void)session.finish();
  session.feed(id, std::string_view(kJob).substr(half));
  CHECK(answer(session.finish().report) == answer(report_of(kJob)));
}

TEST_CASE("the line that decides is seen before the end") {
  auto session = new_session();
  const auto id = session.open({"terminal:zsh", InputKind::Terminal});
  session.feed(id, "step 1\nstep 2\n");
  CHECK_FALSE(session.saw_deciding_line());
  std::string much;
  for (int i = 0; i < 300; ++i) much += "step " + std::to_string(i) + "\n";
  session.feed(id, much + bad_label() + "done\n");
  CHECK(session.saw_deciding_line());
}

TEST_CASE("an input without a failure never shows a deciding line") {
  auto session = new_session();
  const auto id = session.open({"train.log", InputKind::Log});
  std::string much;
  for (int i = 0; i < 1000; ++i) much += "INFO llm: step " + std::to_string(i) + "/1000 loss 0.1 lr 1.00e-03\n";
  session.feed(id, much);
  session.close(id);
  CHECK_FALSE(session.saw_deciding_line());
}

TEST_CASE("known lines say what a line is, by its text") {
  const auto diagnosis = diagnose({{"train.log", kJob}});
  const auto it = std::find_if(diagnosis.lines.begin(), diagnosis.lines.end(), [](const auto& line) {
    return line.text == "[rank1]: IndexError: Target 7 is out of bounds.";
  });
  REQUIRE(it != diagnosis.lines.end());
  CHECK(it->role == Role::Initiator);
  CHECK(it->rank == Rank{1});
  CHECK(it->incident == 0);
  CHECK_FALSE(it->says.empty());
  const auto peer = std::find_if(diagnosis.lines.begin(), diagnosis.lines.end(), [](const auto& line) {
    return line.text.find("Connection closed by peer") != std::string::npos;
  });
  REQUIRE(peer != diagnosis.lines.end());
  CHECK(peer->role == Role::Collateral);
}

TEST_CASE("evidence quotes the lines of the input and says where they stand") {
  const auto report = report_of(kJob);
  REQUIRE_FALSE(report.incidents.front().evidence.empty());
  const auto& evidence = report.incidents.front().evidence.front();
  CHECK(kJob.substr(evidence.span.begin, evidence.span.end - evidence.span.begin) == evidence.text);
  CHECK(evidence.span.line ==
        1 + static_cast<std::uint64_t>(
                std::count(kJob.begin(), kJob.begin() + static_cast<std::ptrdiff_t>(evidence.span.begin), '\n')));
  CHECK(evidence.role == Role::Initiator);
}

TEST_CASE("the same bytes give the same report") {
  const auto first = report_of(kJob);
  const auto second = report_of(kJob);
  CHECK(first.verdict == second.verdict);
  CHECK(first.incidents.front().evidence.size() == second.incidents.front().evidence.size());
  CHECK(first.notes == second.notes);
}

TEST_CASE("a job that ended well says so") {
  const auto report = report_of("INFO llm: step 11/12 loss 0.1 lr 1.00e-03\nINFO llm: training finished\n");
  CHECK(report.outcome == Outcome::Succeeded);
  CHECK(report.verdict == "No failure found: the job ended well.");
}

TEST_CASE("a thousand ranks that lost their peer do not make the report long") {
  std::string text;
  for (int rank = 0; rank < 1000; ++rank)
    text += tagged("[rank" + std::to_string(rank) + "]: ", rank == 700 ? bad_label() : lost_peer());
  const auto report = report_of(text);
  CHECK(who(report) == "single 700");
  CHECK(report.incidents.front().evidence.size() <= 64);
  CHECK(report.incidents.front().candidates.size() <= 16);
}
