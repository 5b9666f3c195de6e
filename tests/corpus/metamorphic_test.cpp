// What happens to logs on their way must not change the answer; what is cut from them may lower it, never falsify it.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/case.h"
#include "harness/changes.h"
#include "harness/diagnose.h"
#include "harness/judge.h"
#include "harness/promises.h"

using namespace firstfault;
using namespace firstfault::corpus;

namespace {

const std::string kCorpus = FIRSTFAULT_ROOT "/tests/corpus";

const std::vector<Case>& cases() {
  static const std::vector<Case> all = load_cases(kCorpus);
  return all;
}

std::string name_of(const Case& c) { return c.family + "/" + c.name; }

// What the engine is known not to bear yet, as "change: family/case" (metamorphic_gaps.jsonc). A gap excuses the check
// of its list and nothing else; one that closed is to be taken off.
class Gaps {
 public:
  explicit Gaps(const char* list) {
    std::ifstream stream(kCorpus + "/metamorphic_gaps.jsonc");
    known_ = nlohmann::json::parse(stream, nullptr, true, true).at(list).get<std::set<std::string>>();
  }
  /// Notes what was found for `key`: a fault that is no known gap fails the test.
  void found(const std::string& key, const std::vector<std::string>& faults) {
    if (known_.contains(key)) {
      if (!faults.empty()) needed_.insert(key);
      return;
    }
    for (const auto& words : faults) FAIL_CHECK(std::string(key + ": " + words));
  }
  /// Names the gaps of these changes that closed.
  void close(const std::string& change) const {
    for (const auto& key : known_)
      if (key.starts_with(change + ": ") && !needed_.contains(key))
        MESSAGE(std::string("closed, take it off metamorphic_gaps.jsonc: " + key));
  }

 private:
  std::set<std::string> known_;
  std::set<std::string> needed_;
};

// What no cut may bring about: a wrong name that is sure, a broken promise. A healthy log that is cut may end in an
// error that the rest would have shown to be survived.
std::vector<std::string> faults_of(const Case& c, const Report& report, const std::vector<File>& files) {
  auto faults = broken_promises(report, files);
  if (c.family == "_healthy") return faults;
  for (auto& words : wrong_claims(c, report)) faults.push_back(std::move(words));
  return faults;
}

std::vector<std::string> with_place(std::vector<std::string> words, const std::string& place) {
  for (auto& word : words) word += " (" + place + ")";
  return words;
}

}  // namespace

TEST_SUITE_BEGIN("metamorphic");

TEST_CASE("harmless changes of a log leave the answer alone") {
  Gaps lost("lost");
  Gaps wrong("wrong");
  for (const auto& change : harmless_changes()) {
    for (const auto& c : cases()) {
      const auto files = read_inputs(c);
      const std::string answer = answer_of(diagnose(files, kWhole).report);
      const auto changed = change.apply(files);
      const Report report = diagnose(changed, kWhole).report;
      const std::string key = change.name + ": " + name_of(c);
      for (const auto& words : broken_promises(report, changed)) FAIL_CHECK(std::string(key + ": " + words));
      wrong.found(key, wrong_claims(c, report));
      lost.found(key, answer_of(report) == answer ? std::vector<std::string>{}
                                                  : std::vector{"now " + answer_of(report) + ", before " + answer});
    }
    lost.close(change.name);
    wrong.close(change.name);
  }
}

TEST_CASE("a log in pieces gives the same report, byte for byte") {
  for (const auto& c : cases()) {
    const auto files = read_inputs(c);
    const std::string whole = as_json(diagnose(files, kWhole).report);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
      const bool same = as_json(diagnose(files, piece).report) == whole;
      CHECK_MESSAGE(same, std::string(name_of(c) + " in pieces of " + std::to_string(piece)));
    }
  }
}

TEST_CASE("two inputs may be fed by turns") {
  for (const auto& c : cases()) {
    const auto files = read_inputs(c);
    if (files.size() < 2) continue;
    analysis::Session session(rules::builtin_rules(), rules::builtin_matcher());
    std::vector<InputId> ids;
    std::size_t longest = 0;
    for (const auto& file : files) {
      ids.push_back(session.open({file.path, InputKind::Log}));
      longest = std::max(longest, file.bytes.size());
    }
    for (std::size_t at = 0; at < longest; at += 100)
      for (std::size_t i = 0; i < files.size(); ++i)
        if (at < files[i].bytes.size()) session.feed(ids[i], std::string_view(files[i].bytes).substr(at, 100));
    const bool same = as_json(session.finish().report) == as_json(diagnose(files, kWhole).report);
    CHECK_MESSAGE(same, name_of(c));
  }
}

TEST_CASE("a report asked for while the log still grows does not change the one at its end") {
  for (const auto& c : cases()) {
    const auto files = read_inputs(c);
    analysis::Session session(rules::builtin_rules(), rules::builtin_matcher());
    for (const auto& file : files) {
      const InputId id = session.open({file.path, InputKind::Log});
      const std::size_t half = file.bytes.size() / 2;
      session.feed(id, std::string_view(file.bytes).substr(0, half));
      (void)session.finish();
      session.feed(id, std::string_view(file.bytes).substr(half));
    }
    const bool same = as_json(session.finish().report) == as_json(diagnose(files, kWhole).report);
    CHECK_MESSAGE(same, name_of(c));
  }
}

TEST_CASE("a log that is cut off anywhere names nobody wrongly") {
  constexpr std::size_t kCuts = 40;
  Gaps wrong("wrong");
  for (const auto& c : cases()) {
    const auto files = read_inputs(c);
    const std::size_t size = size_of(files);
    std::vector<std::string> faults;
    for (std::size_t i = 1; i < kCuts; ++i) {
      const std::size_t kept = std::min(size, size * i / kCuts + i % 7);  // also within lines
      const auto cut = cut_after(files, kept);
      const Report report = diagnose(cut, kWhole).report;
      const std::string place = "cut after " + std::to_string(kept) + " bytes";
      for (auto& words : with_place(faults_of(c, report, cut), place)) faults.push_back(std::move(words));
    }
    wrong.found("cut off: " + name_of(c), faults);
  }
  wrong.close("cut off");
}

TEST_CASE("a log whose beginning is gone names nobody wrongly") {
  Gaps wrong("wrong");
  for (const auto& c : cases()) {
    const auto files = read_inputs(c);
    std::vector<std::string> faults;
    for (std::size_t tenth = 1; tenth < 10; ++tenth) {
      auto cut = files;
      for (auto& file : cut) file.bytes.erase(0, file.bytes.size() * tenth / 10);
      const Report report = diagnose(cut, kWhole).report;
      const std::string place = "without its first " + std::to_string(tenth) + " tenths";
      for (auto& words : with_place(faults_of(c, report, cut), place)) faults.push_back(std::move(words));
    }
    wrong.found("without its beginning: " + name_of(c), faults);
  }
  wrong.close("without its beginning");
}

TEST_CASE("a job of which one file is missing names nobody wrongly") {
  Gaps wrong("wrong");
  for (const auto& c : cases()) {
    const auto files = read_inputs(c);
    std::vector<std::string> faults;
    for (std::size_t gone = 0; files.size() > 1 && gone < files.size(); ++gone) {
      auto rest = files;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(gone));
      const Report report = diagnose(rest, kWhole).report;
      for (auto& words : with_place(faults_of(c, report, rest), "without " + files[gone].path))
        faults.push_back(std::move(words));
    }
    wrong.found("a file is missing: " + name_of(c), faults);
  }
  wrong.close("a file is missing");
}

TEST_SUITE_END();
