#include "text/clean.h"

#include <doctest/doctest.h>

#include <string>

using firstfault::text::strip_controls;
using firstfault::text::to_valid_utf8;
using firstfault::text::trim;
using namespace std::string_literals;

namespace {

void check_stripped(const std::string& raw, const std::string& expected) {
  std::string scratch;
  CHECK(strip_controls(raw, scratch) == expected);
}

}  // namespace

TEST_CASE("text without control characters is handed back as it is") {
  const std::string raw = "step 3\tloss 0.5 日本";
  std::string scratch;
  CHECK(strip_controls(raw, scratch).data() == raw.data());
}

TEST_CASE("colours and cursor movements go") {
  check_stripped("\x1b[1;31mError\x1b[0m: x", "Error: x");
  check_stripped("\x1b[2K\x1b[1Gdone", "done");
  check_stripped("\x1b[38;2;255;0;0mred\x1b[m", "red");
  check_stripped("a\x1b[?25lb\x1b[?25h", "ab");
}

TEST_CASE("titles and links of terminals go, whichever way they end") {
  check_stripped("\x1b]0;user@host: ~\x07prompt", "prompt");
  check_stripped("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link");
  check_stripped("\x1b]633;C\x07out", "out");
}

TEST_CASE("character sets and other two-byte sequences go") {
  check_stripped("\x1b(Btext\x1b=", "text");
  check_stripped("\x1bMup", "up");
}

TEST_CASE("a sequence that is cut off takes nothing else with it") {
  check_stripped("text\x1b", "text");
  check_stripped("text\x1b[", "text");
  check_stripped("text\x1b[31", "text");
  check_stripped("text\x1b]0;title", "text");
}

TEST_CASE("control characters go and tabs stay") {
  check_stripped("a\0b"s, "ab");
  check_stripped("a\x01\x02\x07\x7f\tb", "a\tb");
}

TEST_CASE("a backspace takes the character before it") {
  check_stripped("12\b3", "13");
  check_stripped("\b\bx", "x");
}

TEST_CASE("valid UTF-8 stays as it is") {
  CHECK(to_valid_utf8("héllo 日本 🙂", 100) == "héllo 日本 🙂");
  CHECK(to_valid_utf8("", 10).empty());
}

TEST_CASE("every byte that belongs to no character becomes a replacement character") {
  CHECK(to_valid_utf8("a\xff"
                      "b",
                      10) ==
        "a\xef\xbf\xbd"
        "b");
  CHECK(to_valid_utf8("\xe2\x82", 10) == "\xef\xbf\xbd\xef\xbf\xbd");                  // cut off
  CHECK(to_valid_utf8("\xc0\x80", 10) == "\xef\xbf\xbd\xef\xbf\xbd");                  // overlong
  CHECK(to_valid_utf8("\xed\xa0\x80", 10) == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");  // half a surrogate pair
  CHECK(to_valid_utf8("\xf4\x90\x80\x80", 10) ==
        "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");  // beyond U+10FFFF
  CHECK(to_valid_utf8("\xf8\x88\x80\x80\x80", 10).starts_with("\xef\xbf\xbd"));
}

TEST_CASE("what is too long is cut between characters, and says so") {
  CHECK(to_valid_utf8("abc", 3) == "abc");
  CHECK(to_valid_utf8("abcd", 3) == "abc…");
  CHECK(to_valid_utf8("日本語", 2) == "日本…");
}

TEST_CASE("blanks and tabs are trimmed off both ends") {
  CHECK(trim("  a b\t") == "a b");
  CHECK(trim(" \t ").empty());
  CHECK(trim("").empty());
}
