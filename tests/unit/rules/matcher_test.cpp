#include "rules/matcher.h"

#include <doctest/doctest.h>

#include <thread>

#include "rule_texts.h"

using namespace firstfault;
using namespace firstfault::rules;

namespace {

RuleSet one_rule(Pattern pattern, std::vector<Says> says) {
  RuleSet rules;
  auto& signature = rules.signatures.emplace_back();
  signature.id = "rule";
  signature.match = {std::move(pattern)};
  signature.says = std::move(says);
  return rules;
}

/// "id/pattern fact=value …", one line a match.
std::string matches_of(const RuleSet& rules, std::string_view text, Where where) {
  const Matcher matcher(rules);
  std::vector<Match> matches;
  matcher.match(text, where, matches);
  std::string out;
  for (const auto& match : matches) {
    out += std::string(match.signature->id) + "/" + std::string(match.signature->match[match.pattern].name);
    for (const auto& [fact, value] : match.facts) out += " " + std::string(fact_name(fact)) + "=" + value;
    out += "\n";
  }
  return out;
}

void check_match(const RuleSet& rules, std::string_view text, std::string_view expected) {
  CAPTURE(text);
  CHECK(matches_of(rules, text, Where::Line) == expected);
}

}  // namespace

TEST_CASE("fills the templates of the facts from the captures") {
  const auto rules = one_rule(
      {"p", R"(rank (?P<r>\d+) of (?P<n>\d+) left)", {}, {}},
      {{Fact::Rank, "{r}"}, {Fact::Detail, "{r} of {n}: {x} {"}, {Fact::Operation, "leave"}, {Fact::WorldSize, "{n}"}});
  check_match(rules, "then rank 3 of 8 left", "rule/p rank=3 operation=leave world_size=8\n");
}

TEST_CASE("leaves out facts whose capture took no part, but keeps empty ones") {
  const auto rules = one_rule({"p", R"(exited(?: with (?P<code>\d+))?(?P<rest>.*))", {}, {}},
                              {{Fact::ExitCode, "{code}"}, {Fact::Detail, "{rest}"}});
  check_match(rules, "exited with 7", "rule/p exit_code=7 detail=\n");
  check_match(rules, "exited", "rule/p detail=\n");
}

TEST_CASE("a hit of unless cancels the match") {
  const auto rules = one_rule({"p", "timeout of \\d+", {"is being set", "by user"}, {}}, {});
  check_match(rules, "a timeout of 30", "rule/p\n");
  check_match(rules, "a timeout of 30, as set by user", "");
}

TEST_CASE("patterns see case; the filter that precedes them does not") {
  check_match(one_rule({"p", "Killed by", {}, {}}, {}), "killed by", "");
  check_match(one_rule({"p", "(?i)KILLED by", {}, {}}, {}), "Killed BY", "rule/p\n");
}

TEST_CASE("matches in texts that are no UTF-8, and captures their bytes") {
  const auto rules = one_rule({"p", "no room on (?P<d>.+) today", {}, {}}, {{Fact::Detail, "{d}"}});
  check_match(rules, "\xff\xfe no room on \xc3\x28\x80 today \xf0", "rule/p detail=\xc3\x28\x80\n");
  check_match(rules, "no room on Müllers disk today", "rule/p detail=Müllers disk\n");
  check_match(one_rule({"p", "größer als \\d", {}, {}}, {}), "größer als 3", "rule/p\n");
}

TEST_CASE("a dot does not match a line feed, and anchors mean the whole text") {
  check_match(one_rule({"p", "first.*second", {}, {}}, {}), "first\nsecond", "");
  check_match(one_rule({"p", "(?s)first.*second", {}, {}}, {}), "first\nsecond", "rule/p\n");
  check_match(one_rule({"p", "^second", {}, {}}, {}), "first\nsecond", "");
}

TEST_CASE("tries signatures only on the kind of text they are for") {
  RuleSet rules;
  for (const auto& [id, where] :
       {std::pair{"a-line", Where::Line}, {"b-exception", Where::Exception}, {"c-any", Where::Any}}) {
    auto& signature = rules.signatures.emplace_back();
    signature.id = id;
    signature.where = where;
    signature.match = {{"p", "out of memory", {}, {}}};
  }
  CHECK(matches_of(rules, "out of memory", Where::Line) == "a-line/p\nc-any/p\n");
  CHECK(matches_of(rules, "out of memory", Where::Exception) == "b-exception/p\nc-any/p\n");
}

TEST_CASE("gives at most one match a signature, of its first pattern, in order of the ids") {
  RuleSet rules;
  for (const auto* id : {"alpha", "beta"}) {
    auto& signature = rules.signatures.emplace_back();
    signature.id = id;
    signature.match = {{"one", "first word", {}, {}}, {"two", "second word", {}, {}}};
  }
  check_match(rules, "second word, first word", "alpha/one\nbeta/one\n");
  check_match(rules, "second word", "alpha/two\nbeta/two\n");
}

TEST_CASE("a pattern without a literal still matches") {
  check_match(one_rule({"p", "^\\d+$", {}, {}}, {}), "123", "rule/p\n");
}

TEST_CASE("a pattern that does not compile never matches") {
  check_match(one_rule({"p", "no room(", {}, {}}, {}), "no room(", "");
}

TEST_CASE("appends to what is already there") {
  const auto rules = one_rule({"p", "no room", {}, {}}, {});
  const Matcher matcher(rules);
  std::vector<Match> matches;
  matcher.match("no room", Where::Line, matches);
  matcher.match("no room", Where::Line, matches);
  CHECK(matches.size() == 2);
}

TEST_CASE("looks at the first 64 kB of a text") {
  const auto rules = one_rule({"p", "no room", {}, {}}, {});
  check_match(rules, std::string(64 * 1024 - 7, ' ') + "no room", "rule/p\n");
  check_match(rules, std::string(64 * 1024 - 6, ' ') + "no room", "");
}

TEST_CASE("threads share one matcher while its patterns are still being compiled") {
  RuleSet rules;
  const std::vector<std::string> texts = {"alpha happened", "beta happened", "gamma happened", "delta happened"};
  for (const auto& text : texts) {
    auto& signature = rules.signatures.emplace_back();
    signature.id = text;
    signature.match = {{"p", text, {}, {}}};
  }
  const Matcher matcher(rules);
  std::vector<std::size_t> counts(4);
  std::vector<std::thread> threads;
  for (auto& count : counts)
    threads.emplace_back([&] {
      std::vector<Match> matches;
      for (int round = 0; round < 100; ++round)
        for (const auto& text : texts) matcher.match(text, Where::Line, matches);
      count = matches.size();
    });
  for (auto& thread : threads) thread.join();
  for (const auto count : counts) CHECK(count == 400);
}
