#include <doctest/doctest.h>

#include <string>

#include "lsp/known_lines.h"
#include "lsp/lanes.h"

using namespace firstfault;
using namespace firstfault::lsp;

namespace {

analysis::Diagnosis diagnosis(const std::string& verdict, const std::string& line) {
  analysis::Diagnosis made;
  made.report.incidents.resize(1);
  made.report.incidents[0].verdict = verdict;
  made.lines = {{line, Role::Collateral, Rank{3}, 0, "lost its peer"}};
  return made;
}

std::string verdict_of(const KnownLines& lines, const std::string& text, const std::string& origin = "") {
  const auto fact = lines.find(text, origin);
  return fact ? fact->verdict : "";
}

}  // namespace

TEST_CASE("knows a line with other blanks and escape codes again") {
  CHECK(line_key(" \x1b[31ma\tb   c\x1b[0m\r") == "a b c");
  CHECK(line_key("").empty());
  CHECK(line_key(std::string(1'000'000, 'x')).size() <= kMaxKeyBytes);
  KnownLines lines;
  lines.remember("a", diagnosis("first", "x  y"), nullptr);
  CHECK(verdict_of(lines, "x y") == "first");
  CHECK(verdict_of(lines, "x").empty());
}

TEST_CASE("takes rank and role from the evidence, which the verdict rests on") {
  analysis::Diagnosis made = diagnosis("first", "IndexError: 7");
  Evidence proof;
  proof.text = "Traceback (most recent call last):\nIndexError: 7";
  proof.role = Role::Initiator;
  proof.rank = Rank{1};
  made.report.incidents[0].evidence = {proof};
  KnownLines lines;
  lines.remember("a", made, nullptr);
  const auto fact = lines.find("IndexError: 7", "");
  REQUIRE(fact);
  CHECK(fact->role == Role::Initiator);
  CHECK(fact->rank == Rank{1});
  CHECK(fact->says == "lost its peer");
}

TEST_CASE("prefers the diagnosis of the terminal, then the newest") {
  KnownLines lines;
  lines.remember("terminal:a", diagnosis("of a", "x"), nullptr);
  lines.remember("terminal:b", diagnosis("of b", "x"), nullptr);
  CHECK(verdict_of(lines, "x") == "of b");
  CHECK(verdict_of(lines, "x", "terminal:a") == "of a");
  lines.remember("terminal:b", diagnosis("of b", "other"), nullptr);
  CHECK(verdict_of(lines, "x", "terminal:b") == "of a");
  lines.clear();
  CHECK(verdict_of(lines, "x").empty());
}

TEST_CASE("remembers a bounded number of diagnoses") {
  KnownLines lines;
  for (std::size_t i = 0; i <= kMaxRememberedDiagnoses; ++i)
    lines.remember(std::to_string(i), diagnosis("v", "line " + std::to_string(i)), nullptr);
  CHECK(verdict_of(lines, "line 0").empty());
  CHECK(verdict_of(lines, "line 1") == "v");
}

TEST_CASE("a lane does its tasks in order and drops what waits when it is stopped") {
  std::string done;
  {
    Lane lane(Lane::Mode::Thread);
    Mailbox<int> finished;
    for (const char c : {'a', 'b', 'c'}) lane.post([&done, c] { done.push_back(c); });
    lane.post([&finished] { finished.put(1); });
    REQUIRE(finished.take(std::chrono::minutes(1)));
    CHECK(lane.stop(std::chrono::minutes(1)));
    lane.post([&done] { done.push_back('x'); });
  }
  CHECK(done == "abc");
}

TEST_CASE("a budget gives room back when the last ticket goes, and a large message always finds room") {
  Budget budget(10);
  auto large = budget.take(100);
  large.reset();
  auto first = budget.take(6);
  Mailbox<int> taken;
  std::thread waiting([&] {
    const auto second = budget.take(6);
    taken.put(1);
  });
  first.reset();
  CHECK(taken.take(std::chrono::minutes(1)));
  waiting.join();
}
