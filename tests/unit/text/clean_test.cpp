#include "text/clean.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "text/line_splitter.h"

using firstfault::text::LineSplitter;
using firstfault::text::offset_in_raw;
using firstfault::text::RawLine;
using firstfault::text::strip_controls;
using firstfault::text::to_valid_utf8;
using firstfault::text::trim;
using namespace std::string_literals;

namespace {

std::string stripped(const std::string& raw) {
  std::string scratch;
  return std::string(strip_controls(raw, scratch));
}

void check_stripped(const std::string& raw, const std::string& expected) { CHECK(stripped(raw) == expected); }

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
  check_stripped("1上\b3", "13");
  check_stripped("|\b/\b-\b", "");
  check_stripped("12\x1b[1D3", "13");
  check_stripped("abcdef\x1b[3Dxyz", "abcxyz");
}

TEST_CASE("columns that the cursor skips are blanks") {
  check_stripped("Traceback\x1b[1C(most\x1b[Crecent", "Traceback (most recent");
  check_stripped("  File\x1b[3X\x1b[3Cx", "  File   x");
  check_stripped("ab\x1b[6Gc", "ab   c");
  check_stripped("ab\x1b[3Gc", "abc");
  check_stripped("\x1b[5;3Hc", "c");
  check_stripped("ab\x1b[5;3Hc", "abc");
}

TEST_CASE("an endless move to the right stays within bounds") {
  CHECK(stripped("a\x1b[99999999999999999999999Cb").size() == 1'002);
  std::string raw = "a";
  for (int i = 0; i < 10'000; ++i) raw += "\x1b[999C";
  CHECK(stripped(raw).size() < 5'000);
}

TEST_CASE("where the cursor goes elsewhere a blank keeps the words apart and nothing is lost") {
  check_stripped("10%\x1b[2K\x1b[1G20%", "10% 20%");
  check_stripped("10%\x1b[1G20%", "10% 20%");
  check_stripped("10%\x1b[1000D20%", "10% 20%");
  check_stripped("one\x1b[2;1Htwo", "one two");
  check_stripped("one\x1b[Atwo\x1b[2Bthree", "one two three");
  check_stripped("one\x1b[2Jtwo", "one two");
  check_stripped(
      "one\vtwo\fthree\xc2\x85"
      "four",
      "one two three four");
}

TEST_CASE("erasing what is empty anyway changes nothing") {
  check_stripped("text\x1b[K", "text");
  check_stripped("te\x1b[0Kxt\x1b[J", "text");
}

TEST_CASE("marks of shells go with what they carry") {
  check_stripped("\x1b]133;A\x07$ \x1b]133;B\x07make\x1b]133;C\x07", "$ make");
  check_stripped("\x1b]633;E;python train.py\x1b\\\x1b]633;C\x1b\\out", "out");
  check_stripped("\x1b]7;file://node01/home/dev\x1b\\x", "x");
  check_stripped("\x1b]1337;File=inline=1:aGVsbG8=\x07x", "x");
}

TEST_CASE("strings of devices go, and what tmux wraps") {
  check_stripped("a\x1bP0;1|17/ab\x1b\\b", "ab");
  check_stripped("a\x1b_Gf=100;AAAA\x1b\\b", "ab");
  check_stripped("a\x1bPtmux;\x1b\x1b]0;title\x07\x1b\\b", "ab");
  check_stripped("\x1bktitle\x1b\\text", "text");
  check_stripped("a\x1b]P0123456b", "ab");
  check_stripped(
      "a\x1b]0;title\x18"
      "b",
      "ab");
}

TEST_CASE("controls that are written as characters of UTF-8 are controls") {
  check_stripped(
      "a\xc2\x9b"
      "31mb",
      "ab");
  check_stripped(
      "a\xc2\x9d"
      "0;title\xc2\x9c"
      "b",
      "ab");
  check_stripped("a\xc2\x90q\x1b\\b", "ab");
  check_stripped(
      "a\xc2\x80"
      "b",
      "ab");
  check_stripped(
      "a\xc2\xa0"
      "b",
      "a\xc2\xa0"
      "b");  // a blank that does not break is text
}

TEST_CASE("bytes of Latin-1 are no controls") {
  check_stripped(
      "a\x9b"
      "31mb",
      "a\x9b"
      "31mb");
  check_stripped("a\xc2", "a\xc2");
}

TEST_CASE("marks of writing direction and byte order go") {
  check_stripped(
      "a\u202e\u2066\u2069\u202c\u200e\u061c\ufeff"
      "b",
      "ab");
  check_stripped("…—│█’ 日本", "…—│█’ 日本");
  check_stripped("a\xe2\x80", "a\xe2\x80");
}

TEST_CASE("sequences of a private kind move nothing") { check_stripped("a\x1b[?5Cb\x1b[>4;1mc\x1b[5 qd", "abcd"); }

TEST_CASE("a sequence is ended by a control character and by the next escape") {
  check_stripped(
      "a\x1b[31\x07"
      "b",
      "ab");
  check_stripped("a\x1b[31\x1b[0mb", "ab");
  check_stripped("a\x1b\x1b[0mb", "ab");
}

TEST_CASE("every place in the cleaned text is found again in the raw line") {
  const std::string raw = "\x1b[31mab\x1b[2Cc\x1b[0m 上\b\b!";
  REQUIRE(stripped(raw) == "ab  c!");
  CHECK(offset_in_raw(raw, 0) == raw.find("ab"));
  CHECK(offset_in_raw(raw, 1) == raw.find("ab") + 1);
  CHECK(offset_in_raw(raw, 2) == raw.find("\x1b[2C"));
  CHECK(offset_in_raw(raw, 3) == raw.find("\x1b[2C"));
  CHECK(offset_in_raw(raw, 4) == raw.find("c\x1b[0m"));
  CHECK(offset_in_raw(raw, 5) == raw.find('!'));
  CHECK(offset_in_raw(raw, 6) == raw.size());
  CHECK(offset_in_raw("plain", 3) == 3);
  CHECK(offset_in_raw("", 0) == 0);
}

TEST_CASE("lines are cleaned alike wherever their bytes were cut") {
  const std::string raw =
      "\x1b[1;31m上 Error\x1b[0m\x1b]8;;https://example.org\x1b\\here\x1b]8;;\x1b\\\xc2\x9b"
      "1m🙂\n";
  const auto read = [](const std::vector<std::string>& pieces) {
    LineSplitter splitter;
    std::string out;
    const auto keep = [&](const RawLine& line) { out += stripped(std::string(line.bytes)) + "\n"; };
    for (const auto& piece : pieces) splitter.feed(piece, keep);
    splitter.finish(keep);
    return out;
  };
  for (std::size_t cut = 0; cut <= raw.size(); ++cut)
    CHECK(read({raw.substr(0, cut), raw.substr(cut)}) == "上 Errorhere🙂\n");
  std::vector<std::string> bytes;
  for (const char c : raw) bytes.emplace_back(1, c);
  CHECK(read(bytes) == "上 Errorhere🙂\n");
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
