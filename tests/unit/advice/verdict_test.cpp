// The verdict line: who, what, where; short whatever comes.
#include "advice/verdict.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace firstfault;
using namespace firstfault::advice;

namespace {

blame::Blame single(int rank, Certainty certainty) {
  blame::Blame blame;
  blame.failed = true;
  blame.attribution = Attribution::Single;
  blame.certainty = certainty;
  blame.initiators.push_back({{Rank{rank}, std::nullopt, std::nullopt, std::nullopt}, std::nullopt});
  return blame;
}

blame::Collateral collateral(std::initializer_list<int> ranks, std::size_t unranked) {
  blame::Collateral group;
  for (const int rank : ranks) group.ranks.insert(Rank{rank});
  group.unranked = unranked;
  group.because = "lost a peer";
  return group;
}

rules::Cause cause_with(std::string_view headline) {
  rules::Cause cause;
  cause.id = "data.class_index_out_of_range";
  cause.title = "A class index is out of range";
  cause.headline = headline;
  return cause;
}

causes::Weighed weighed(std::vector<FactValue> facts) {
  causes::Weighed out;
  out.hypotheses.push_back({"data.class_index_out_of_range", 3, 0.9, {0}});
  out.certainty = Certainty::Certain;
  out.facts = std::move(facts);
  return out;
}

Incident at(const std::string& file, int line) {
  Incident incident;
  incident.frame.emplace();
  incident.frame->file = file;
  incident.frame->line = line;
  return incident;
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

void check_length(const std::string& line) {
  INFO(line);
  CHECK(characters_in(line) <= kVerdictCharacters);
  CHECK(characters_in(line.substr(0, line.find(". "))) <= kFirstSentenceCharacters);
  CHECK(line.find('\n') == std::string::npos);
  CHECK_FALSE(line.empty());
}

}  // namespace

TEST_CASE("the verdict names the rank, the cause and the line") {
  const auto facts = weighed({{Fact::Value, "7"}, {Fact::Bound, "5"}, {Fact::Operation, "cross_entropy"}});
  const auto cause = cause_with("class index {value} in {operation}");
  const std::string line = verdict(single(3, Certainty::Certain), facts, &cause, at("/home/dev/losses.py", 12));
  CHECK(line == "Rank 3 failed first: class index 7 in cross_entropy (losses.py:12).");
}

TEST_CASE("a second sentence says how many failed because of it") {
  auto blame = single(3, Certainty::Likely);
  blame.collateral.push_back(collateral({0, 1, 2}, 0));
  blame.collateral.push_back(collateral({4}, 3));
  const auto cause = cause_with("a label is wrong");
  CHECK(verdict(blame, weighed({}), &cause, {}) ==
        "Rank 3 failed first: a label is wrong. 7 ranks failed because of it.");
  blame.collateral.clear();
  blame.collateral.push_back(collateral({0}, 0));
  CHECK(verdict(blame, weighed({}), &cause, {}) ==
        "Rank 3 failed first: a label is wrong. 1 rank failed because of it.");
}

TEST_CASE("a doubt is in the words") {
  const auto cause = cause_with("a label is wrong");
  CHECK(verdict(single(3, Certainty::Possible), weighed({}), &cause, {}).starts_with("Rank 3 may have failed first"));
  blame::Blame undetermined;
  undetermined.failed = true;
  CHECK(verdict(undetermined, weighed({}), &cause, {}).starts_with("Undetermined which rank failed first"));
}

TEST_CASE("several ranks, all ranks and nobody have words of their own") {
  const auto cause = cause_with("a label is wrong");
  auto several = single(1, Certainty::Likely);
  several.attribution = Attribution::Several;
  several.initiators.push_back({{Rank{3}, std::nullopt, std::nullopt, std::nullopt}, std::nullopt});
  CHECK(verdict(several, weighed({}), &cause, {}).starts_with("Ranks 1,3 failed independently: a label is wrong"));
  blame::Blame all;
  all.attribution = Attribution::AllRanks;
  all.certainty = Certainty::Certain;
  all.world_size = 8;
  CHECK(verdict(all, weighed({}), &cause, {}).starts_with("All 8 ranks failed alike: a label is wrong"));
  blame::Blame outside;
  outside.attribution = Attribution::External;
  CHECK(verdict(outside, weighed({}), &cause, {}).find("no rank is to blame") != std::string::npos);
}

TEST_CASE("one process has no rank in its verdict") {
  auto blame = single(0, Certainty::Certain);
  blame.initiators.front().process.rank.reset();
  const auto cause = cause_with("a label is wrong");
  CHECK(verdict(blame, weighed({}), &cause, {}).find("ank") == std::string::npos);
}

TEST_CASE("without a cause the error speaks") {
  Incident incident;
  incident.error = ErrorText{"StopTraining", "loss diverged"};
  CHECK(verdict(single(3, Certainty::Certain), {}, nullptr, incident).find("StopTraining: loss diverged") !=
        std::string::npos);
  CHECK_FALSE(verdict(single(3, Certainty::Certain), {}, nullptr, {}).empty());
}

TEST_CASE("the verdict stays short whatever the facts, files and counts are") {
  const auto cause = cause_with("{detail} is out of range in {operation}");
  for (const std::string& value : {std::string(1000, 'x'), std::string(300, ' ') + "x",
                                   std::string("a. b. c. ") + std::string(200, 'y'), std::string()})
    for (const std::string& file :
         {std::string("a.py"), std::string(400, 'f') + ".py", std::string("/x/y/") + std::string(100, 'g') + ".py"}) {
      auto blame = single(1'000'000, Certainty::Possible);
      blame.collateral.push_back(collateral({0, 1, 2}, 1'000'000));
      check_length(
          verdict(blame, weighed({{Fact::Detail, value}, {Fact::Operation, value}}), &cause, at(file, 2'000'000'000)));
    }
}

TEST_CASE("a verdict about very many ranks stays short") {
  const auto cause = cause_with("a label is wrong");
  auto blame = single(0, Certainty::Likely);
  blame.attribution = Attribution::Several;
  for (int rank = 2; rank < 2000; rank += 2)
    blame.initiators.push_back({{Rank{rank}, std::nullopt, std::nullopt, std::nullopt}, std::nullopt});
  check_length(verdict(blame, weighed({}), &cause, at("a.py", 1)));
}

TEST_CASE("collateral processes are counted with and without a rank") {
  blame::Blame blame;
  CHECK(collateral_count(blame) == 0);
  blame.collateral.push_back(collateral({0, 1}, 2));
  blame.collateral.push_back(collateral({}, 3));
  CHECK(collateral_count(blame) == 7);
}
