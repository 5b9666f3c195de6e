// Every case of the corpus: the answer is right, and the report is the golden one, byte for byte. UPDATE_EXPECT=1
// rewrites the goldens of cases whose answer is right; the diff is what a reviewer reads.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "harness/case.h"
#include "harness/diagnose.h"
#include "harness/judge.h"
#include "harness/promises.h"

using namespace firstfault;
using namespace firstfault::corpus;

namespace {

const std::string kCorpus = FIRSTFAULT_ROOT "/tests/corpus";

bool updating() {
  const char* wish = std::getenv("UPDATE_EXPECT");
  return wish != nullptr && std::string_view(wish) == "1";
}

std::string read_golden(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The first line that differs, both ways; a whole report is too much to read.
std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream left(expected);
  std::istringstream right(actual);
  for (int number = 1;; ++number) {
    std::string a;
    std::string b;
    const bool more_a = static_cast<bool>(std::getline(left, a));
    const bool more_b = static_cast<bool>(std::getline(right, b));
    if (!more_a && !more_b) return "only the end differs";
    if (a != b || more_a != more_b)
      return "line " + std::to_string(number) + ": expected \"" + a + "\", got \"" + b + "\"";
  }
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : "; ") + word;
  return text;
}

void check_golden(const std::string& path, const std::string& actual) {
  if (updating()) {
    std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  const std::string expected = read_golden(path);
  if (expected == actual) return;
  const std::string what = expected.empty() ? ": there is no golden" : ": " + first_difference(expected, actual);
  FAIL_CHECK(std::string(path + what + " (UPDATE_EXPECT=1 rewrites it)"));
}

void check_case(const Case& c) {
  const auto files = read_inputs(c);
  const Report report = diagnose(files, kWhole).report;
  const std::string who = c.family + "/" + c.name + ": ";
  const auto wrong = objections(c, report);
  CHECK_MESSAGE(wrong == c.gaps,
                std::string(who + "objections [" + joined(wrong) + "], known gaps [" + joined(c.gaps) + "]"));
  for (const auto& words : wrong_claims(c, report)) FAIL_CHECK(std::string(who + words));  // no gap excuses these
  for (const auto& words : broken_promises(report, files)) FAIL_CHECK(std::string(who + words));
  if (updating() && wrong != c.gaps) return;  // a golden must not bless a wrong answer
  check_golden(c.folder + "/report.json", as_json(report));
  check_golden(c.folder + "/report.txt", as_text(report));
}

}  // namespace

TEST_SUITE_BEGIN("corpus");

TEST_CASE("every case is diagnosed truly and as its golden report says") {
  for (const auto& c : load_cases(kCorpus)) check_case(c);
}

TEST_CASE("the corpus has cases of every kind") {
  int healthy = 0;
  int ambiguous = 0;
  int failed = 0;
  for (const auto& c : load_cases(kCorpus)) {
    if (c.family == "_healthy")
      ++healthy;
    else if (c.family == "_ambiguous")
      ++ambiguous;
    else
      ++failed;
    CHECK_MESSAGE((c.family == "_healthy") == (c.truth.outcome == "succeeded"), c.name);
    if (c.truth.outcome == "failed") CHECK_MESSAGE((c.family == "_ambiguous") == (c.truth.who == Who::Unknown), c.name);
  }
  CHECK(failed >= 40);
  CHECK(healthy >= 5);
  CHECK(ambiguous >= 5);
}

TEST_CASE("a wrong answer is seen") {
  Case c;
  c.truth.outcome = "failed";
  c.truth.who = Who::Ranks;
  c.truth.ranks = {Rank{3}};
  c.truth.causes = {"data.class_index_out_of_range"};
  c.truth.frame = TrueFrame{"/home/dev/losses.py", 12};
  Report report;
  CHECK(objections(c, report).size() == 1);  // no failure found
  report.outcome = Outcome::Failed;
  Incident& incident = report.incidents.emplace_back();
  incident.attribution = Attribution::Single;
  incident.certainty = Certainty::Possible;
  incident.initiators.push_back({Rank{2}, std::nullopt, std::nullopt, std::nullopt});
  incident.cause.id = "code.exception";
  CHECK(objections(c, report).size() == 3);  // rank, cause, frame
  CHECK(wrong_claims(c, report).empty());
  incident.certainty = Certainty::Likely;
  CHECK(wrong_claims(c, report).size() == 1);
  incident.cause = {"hardware.ecc", "", Certainty::Likely};
  CHECK(wrong_claims(c, report).size() == 2);
  c.truth.who = Who::Unknown;
  CHECK(wrong_claims(c, report).size() == 2);
  c.truth.injected = {Rank{2}};
  CHECK(wrong_claims(c, report).size() == 1);
}

TEST_SUITE_END();
