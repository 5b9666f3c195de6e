#include "rules/loader.h"

#include <doctest/doctest.h>

#include "rule_texts.h"
#include "rules/checker.h"

using namespace firstfault;
using namespace firstfault::rules;

TEST_CASE("reads every part of a signature that matching needs") {
  auto source = signature_file("disk-full", "no room on (?P<disk>\\\\w+)", "no room on sda");
  source.text = replaced(source.text, R"("match": [{)",
                         R"("where": "exception", "unreliable_frame": true, "says": { "device": "{disk}", "rank": "3" },
  "evidence": [{ "cause": "io.other", "weight": -0.5 }, { "cause": "io.disk_full", "weight": 2 }], "match": [{)");
  source.text = replaced(source.text, R"("pattern": )", R"("unless": ["dry run"], "pattern": )");
  const auto loaded = load_sound({source});
  REQUIRE(loaded.rules.signatures.size() == 1);
  const auto& rule = loaded.rules.signatures[0];
  CHECK(rule.id == "disk-full");
  CHECK(rule.family == "test");
  CHECK(rule.title == "A title");
  CHECK(rule.file == "rules/signatures/test/disk-full.jsonc");
  CHECK(rule.role == Role::Initiator);
  CHECK(rule.cls == Class::Local);
  CHECK(rule.where == Where::Exception);
  CHECK(rule.unreliable_frame);
  REQUIRE(rule.match.size() == 1);
  CHECK(rule.match[0].name == "plain");
  CHECK(rule.match[0].regex == "no room on (?P<disk>\\w+)");
  CHECK(rule.match[0].unless == std::vector<std::string_view>{"dry run"});
  CHECK(rule.match[0].literals == std::vector<std::string_view>{"no room on "});
  REQUIRE(rule.says.size() == 2);
  CHECK(rule.says[0].fact == Fact::Device);
  CHECK(rule.says[0].text == "{disk}");
  REQUIRE(rule.evidence.size() == 2);
  CHECK(rule.evidence[0].cause == "io.disk_full");  // best first
  CHECK(rule.evidence[1].weight == doctest::Approx(-0.5));
}

TEST_CASE("reads every part of a cause that a diagnosis needs") {
  const auto loaded = load_sound({cause_file("disk_full")});
  REQUIRE(loaded.rules.causes.size() == 1);
  const auto& cause = loaded.rules.causes[0];
  CHECK(cause.id == "test.disk_full");
  CHECK(cause.headline == "no room on {device}");
  CHECK(cause.what == "What.");
  CHECK(cause.why == "Why.");
  CHECK(cause.asks == "which disk");
  REQUIRE(cause.look_alikes.size() == 1);
  CHECK(cause.look_alikes[0].tell == "A tell.");
  REQUIRE(cause.confirm.size() == 1);
  CHECK(cause.confirm[0].command == "df -h");
  REQUIRE(cause.confirm[0].expect.size() == 1);
  CHECK(cause.confirm[0].expect[0].second == "it is full");
  CHECK(cause.fix == std::vector<std::string_view>{"Delete."});
  CHECK(cause.not_a_fix == std::vector<std::string_view>{"Restart."});
  CHECK(cause.guards == std::vector<std::string_view>{"class-index"});
  CHECK(cause.retry == RetryAdvice::ExcludeNode);
  CHECK(cause.retry_why == "Another node has room.");
}

TEST_CASE("joins a pattern that is written as several strings") {
  auto source = signature_file("disk-full", "X", "no room on sda");
  source.text = replaced(source.text, R"("pattern": "X")", R"("pattern": ["no room ", "on sda"])");
  CHECK(load_sound({source}).rules.signatures.at(0).match.at(0).regex == "no room on sda");
}

TEST_CASE("uses the sound files where one is broken") {
  auto broken = signature_file("broken", "no room(", "no room on sda");
  const auto loaded = load_rules({broken, signature_file("sound", "no room on", "no room on sda")});
  CHECK(loaded.problems.size() == 1);
  CHECK(loaded.rules.find_signature("broken") == nullptr);
  CHECK(loaded.rules.find_signature("sound") != nullptr);
}

TEST_CASE("leaves retired rules out") {
  auto source = signature_file("old", "no room on", "no room on sda");
  source.text = replaced(source.text, "\"stable\"", "\"retired\"");
  CHECK(load_sound({source}).rules.signatures.empty());
}

TEST_CASE("gives the same rules in the same order whatever the order of the files") {
  const auto a = signature_file("a", "no room on", "no room on sda");
  const auto b = signature_file("b", "no disk at", "no disk at all");
  const auto one = load_sound({a, b});
  const auto two = load_sound({b, a});
  REQUIRE(one.rules.signatures.size() == 2);
  REQUIRE(two.rules.signatures.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) CHECK(one.rules.signatures[i].id == two.rules.signatures[i].id);
}

TEST_CASE("lays a user's rules over the built-in ones by id") {
  const auto base = load_sound({signature_file("a", "no room on", "no room on sda"),
                                signature_file("b", "no disk at", "no disk at all"), cause_file("full")});
  RuleSet merged;
  {
    const auto over =
        load_sound({signature_file("b", "other text", "other text"), signature_file("c", "third text", "third text")});
    merged = merge(base.rules, over.rules);
  }  // the merged rules keep the texts of the user's rules alive
  REQUIRE(merged.signatures.size() == 3);
  CHECK(merged.find_signature("b")->match[0].regex == "other text");
  CHECK(merged.find_signature("c") != nullptr);
  CHECK(merged.find_cause("test.full") != nullptr);
}

TEST_CASE("a user's rules may name built-in causes and must not hit their examples unsaid") {
  const auto base = load_sound({signature_file("a", "no room on", "no room on sda"), cause_file("full")});
  auto user = signature_file("b", "room on sda", "no room on sda");
  user.text =
      replaced(user.text, R"("match": [{)", R"("evidence": [{ "cause": "test.full", "weight": 1 }], "match": [{)");
  const auto problems = check_rules(load_rules({user}), base.rules, [](std::string_view) { return std::nullopt; });
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].message == R"(the rule also hits the example "one" of the rule "a")");
  CHECK(problems[1].message == R"(the example "one" is also hit by the foreign rule "a")");
  user.text = replaced(user.text, R"("examples": {)", R"("also": ["a"], "examples": {)");
  CHECK(check_rules(load_rules({user}), base.rules, [](std::string_view) { return std::nullopt; }).empty());
}

TEST_CASE("a user's rule that only hits a built-in example, without one of its own, must say so") {
  const auto base = load_sound({signature_file("a", "no room on", "no room on sda")});
  const auto problems = check_rules(load_rules({signature_file("b", "room on sd[ab]", "some room on sdb")}), base.rules,
                                    [](std::string_view) { return std::nullopt; });
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message == R"(the rule also hits the example "one" of the rule "a")");
}

TEST_CASE("a signature for a cause that nobody has is left out; layers may name each other's") {
  const auto with_cause = [](std::string_view id, std::string_view cause) {
    auto file = signature_file(id, "no room on", "no room on sda");
    file.text = replaced(file.text, R"("match": [{)",
                         R"("evidence": [{ "cause": ")" + std::string(cause) + R"(", "weight": 1 }], "match": [{)");
    return file;
  };
  std::vector<LoadedRules> layers = {load_rules({with_cause("a", "test.full"), with_cause("b", "test.fool")}),
                                     load_rules({cause_file("full")})};
  refuse_unknown_causes(layers, {});
  REQUIRE(layers[0].problems.size() == 1);
  CHECK(layers[0].problems[0].message == R"(there is no cause "test.fool")");
  REQUIRE(layers[0].rules.signatures.size() == 1);
  CHECK(layers[0].rules.signatures[0].id == "a");
}

TEST_CASE("accepts a byte order mark and comments, and keeps the places right") {
  auto source = signature_file("disk-full", "no room on", "no room on sda");
  source.text =
      "\xEF\xBB\xBF// one\n/* two\n\"three\" */" + replaced(source.text, "\"local\"", "// \"none\"\n \"lokal\"");
  const auto problems = load_rules({source}).problems;
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].line == 6);
  CHECK(problems[0].column == 2);
  CHECK(problems[0].hint == "did you mean \"local\"?");
}

TEST_CASE("no rule file truncated anywhere crashes the loader or passes for sound") {
  const auto whole = cause_file("full");
  for (std::size_t length = 0; length + 1 < whole.text.size(); ++length) {
    const auto loaded = load_rules({{whole.path, whole.text.substr(0, length)}});
    CHECK(loaded.rules.causes.empty());
    CHECK_FALSE(loaded.problems.empty());
  }
}
