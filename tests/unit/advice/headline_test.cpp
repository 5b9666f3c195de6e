// Headlines: templates of causes filled with the facts of an incident.
#include "advice/headline.h"

#include <doctest/doctest.h>

#include <string>

using namespace firstfault;
using firstfault::advice::fill_headline;
using firstfault::advice::shorten;

namespace {

const std::vector<FactValue> kFacts{{Fact::Value, "7"}, {Fact::Bound, "5"}, {Fact::Operation, "cross_entropy"}};

void check_filled(const std::string& headline, const std::string& expected) {
  CHECK(fill_headline(headline, kFacts) == expected);
}

std::size_t characters_in(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("facts take the places of their names") {
  check_filled("class index {value} in {operation}", "class index 7 in cross_entropy");
}

TEST_CASE("an optional part stays where all its facts are known") {
  check_filled("class index[ {value}] is out of range[ [0, {bound})]", "class index 7 is out of range [0, 5)");
}

TEST_CASE("an optional part falls away where one of its facts is not known") {
  check_filled("class index[ {value} of rank {rank}] is out of range", "class index is out of range");
  CHECK(fill_headline("class index[ {value}] is out of range[ [0, {bound})]", {}) == "class index is out of range");
}

TEST_CASE("text without placeholders is itself") {
  check_filled("out of GPU memory", "out of GPU memory");
  check_filled("", "");
}

TEST_CASE("a value is one line without escape codes and not too long") {
  const auto filled = [](const std::string& value) {
    return fill_headline("it says {detail}", {{Fact::Detail, value}});
  };
  CHECK(filled("first line\nsecond line") == "it says first line");
  CHECK(filled("\x1b[31mred\x1b[0m\x07") == "it says red");
  CHECK(filled("  padded  ") == "it says padded");
  CHECK(characters_in(filled(std::string(500, 'x'))) <= 80);
  CHECK(filled(std::string(500, 'x')).ends_with("…"));
}

TEST_CASE("a value that looks like a template is a value") {
  CHECK(fill_headline("it says {detail}", {{Fact::Detail, "{value} [a] {"}}) == "it says {value} [a] {");
}

TEST_CASE("broken templates come to an end") {
  CHECK_NOTHROW((void)fill_headline("{", kFacts));
  CHECK_NOTHROW((void)fill_headline("[", kFacts));
  CHECK_NOTHROW((void)fill_headline("] } {value [", kFacts));
  CHECK_NOTHROW((void)fill_headline("[[[[{value}]]]]", kFacts));
}

TEST_CASE("short text is not shortened") {
  CHECK(shorten("abc", 3) == "abc");
  CHECK(shorten("", 3).empty());
  CHECK(shorten("日本語", 3) == "日本語");
}

TEST_CASE("long text is cut at a blank where one is near, and says so") {
  CHECK(shorten("the quick brown fox jumps", 18) == "the quick brown…");
  CHECK(shorten("abcdefghijklmnop", 8) == "abcdefg…");
  CHECK(characters_in(shorten(std::string(1000, 'x'), 50)) <= 50);
}

TEST_CASE("text is cut between characters, never within one") {
  for (std::size_t length = 1; length < 12; ++length) {
    const std::string cut = shorten("日本語日本語日本語日本語", length);
    CHECK(characters_in(cut) <= std::max<std::size_t>(length, 1));
    CHECK((cut.size() % 3) == 0);  // "…" has three bytes too
  }
}
