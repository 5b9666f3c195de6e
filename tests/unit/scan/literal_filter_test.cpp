#include "scan/literal_filter.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

using firstfault::scan::Literal;
using firstfault::scan::LiteralFilter;

namespace {

void check_find(const std::vector<Literal>& literals, std::string_view text,
                const std::vector<std::uint32_t>& expected) {
  CAPTURE(text);
  std::vector<std::uint32_t> ids = {99};  // what was in it before does not matter
  LiteralFilter(literals).find(text, ids);
  CHECK(ids == expected);
}

/// The slow reference: every literal, everywhere.
std::vector<std::uint32_t> slow_find(const std::vector<Literal>& literals, std::string text) {
  for (auto& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  std::vector<std::uint32_t> ids;
  for (const auto& literal : literals)
    if (text.find(literal.text) != std::string::npos) ids.push_back(literal.id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

TEST_CASE("finds a literal at every offset and at both ends of the text") {
  const std::vector<Literal> literals = {{"out of bounds", 7}};
  for (std::size_t before = 0; before < 9; ++before)
    for (std::size_t after = 0; after < 3; ++after)
      check_find(literals, std::string(before, '.') + "out of bounds" + std::string(after, '.'), {7});
}

TEST_CASE("finds the shortest literal at every offset") {
  for (std::size_t before = 0; before < 9; ++before)
    check_find({{"xid 7", 1}}, std::string(before, 'x') + "xid 7", {1});
}

TEST_CASE("folds case of the text and of the literal") {
  check_find({{"Signal", 1}, {"killed", 2}}, "SIGNAL 9: Killed", {1, 2});
}

TEST_CASE("does not take bytes for equal that differ only where letters fold") {
  check_find({{"[rank", 1}}, "{rank", {});
  check_find({{"a@b@c", 1}}, "a`b`c", {});
}

TEST_CASE("gives each id once, in ascending order") {
  check_find({{"second", 2}, {"first", 1}, {"other", 2}}, "other second first first", {1, 2});
}

TEST_CASE("gives all ids that share a literal") { check_find({{"timeout", 1}, {"timeout", 2}}, "a timeout", {1, 2}); }

TEST_CASE("reports literals that are too short to filter for every text") {
  check_find({{"abcd", 3}, {"", 4}, {"abcde", 5}}, "", {3, 4});
}

TEST_CASE("survives texts that are shorter than a literal") {
  for (const auto* text : {"", "o", "out", "out of", "ut of bounds"}) check_find({{"out of bounds", 1}}, text, {});
}

TEST_CASE("does not look beyond either end of the text") {
  const std::string_view buffer = "out of bounds";
  check_find({{"out of bounds", 1}}, buffer.substr(1), {});
  check_find({{"out of bounds", 1}}, buffer.substr(0, buffer.size() - 1), {});
}

TEST_CASE("finds nothing where there are no literals") { check_find({}, "anything", {}); }

TEST_CASE("agrees with a plain search on random texts") {
  std::mt19937 random(20250101);
  const auto word = [&](std::size_t length) {
    std::string out;
    for (std::size_t i = 0; i < length; ++i) out += "abAB[{"[random() % 6];
    return out;
  };
  std::vector<std::string> words;
  for (int i = 0; i < 60; ++i) words.push_back(word(5 + random() % 3));
  for (auto& w : words)
    for (auto& c : w) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  std::vector<Literal> literals;
  for (std::uint32_t i = 0; i < words.size(); ++i) literals.push_back({words[i], i % 50});
  for (int round = 0; round < 300; ++round) {
    const auto text = word(random() % 200);
    check_find(literals, text, slow_find(literals, text));
  }
}
