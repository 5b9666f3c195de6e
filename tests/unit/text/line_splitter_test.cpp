#include "text/line_splitter.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using firstfault::text::kMaxLineBytes;
using firstfault::text::LineSplitter;
using firstfault::text::RawLine;

namespace {

struct Line {
  std::string bytes;
  RawLine raw;
};

std::vector<Line> split(const std::vector<std::string>& pieces) {
  std::vector<Line> lines;
  LineSplitter splitter;
  const auto keep = [&](const RawLine& raw) {
    lines.push_back({std::string(raw.bytes), raw});
    lines.back().raw.bytes = {};
  };
  for (const auto& piece : pieces) splitter.feed(piece, keep);
  splitter.finish(keep);
  return lines;
}

std::string shown(const std::vector<Line>& lines) {
  std::string text;
  for (const auto& line : lines)
    text += std::to_string(line.raw.line) + "/" + std::to_string(line.raw.editor_line) + " " +
            std::to_string(line.raw.begin) + "-" + std::to_string(line.raw.end) + " " + line.bytes + "\n";
  return text;
}

void check_lines(const std::vector<std::string>& pieces, const std::string& expected) {
  CHECK(shown(split(pieces)) == expected);
}

// The same lines, however the bytes arrive.
void check_all_cuts(const std::string& bytes, const std::string& expected) {
  check_lines({bytes}, expected);
  for (std::size_t first = 0; first <= bytes.size(); ++first)
    for (std::size_t second = first; second <= bytes.size(); ++second)
      check_lines({bytes.substr(0, first), bytes.substr(first, second - first), bytes.substr(second)}, expected);
}

std::string little(const std::u16string& text) {
  std::string bytes;
  for (const char16_t unit : text) {
    bytes += static_cast<char>(unit & 0xff);
    bytes += static_cast<char>(unit >> 8);
  }
  return bytes;
}

std::uint64_t lines_counted(const std::string& bytes) {
  LineSplitter splitter;
  const auto drop = [](const RawLine&) {};
  splitter.feed(bytes, drop);
  splitter.finish(drop);
  return splitter.line_count();
}

}  // namespace

TEST_CASE("a line ends at a newline") { check_all_cuts("ab\ncd\n", "1/1 0-2 ab\n2/2 3-5 cd\n"); }

TEST_CASE("a last line without an ending is a line") { check_all_cuts("ab\ncd", "1/1 0-2 ab\n2/2 3-5 cd\n"); }

TEST_CASE("a carriage return and a newline are one ending, also across pieces") {
  check_all_cuts("ab\r\ncd\r\n", "1/1 0-2 ab\n2/2 4-6 cd\n");
}

TEST_CASE("a lone carriage return ends a line for editors only") {
  check_all_cuts("5%\r10%\rdone\n", "1/1 0-2 5%\n1/2 3-6 10%\n1/3 7-11 done\n");
}

TEST_CASE("a carriage return at the very end ends the line") { check_all_cuts("a\r", "1/1 0-1 a\n"); }

TEST_CASE("two carriage returns before a newline are a line and an ending") {
  check_all_cuts("a\r\r\nb", "1/1 0-1 a\n1/2 2-2 \n2/3 4-5 b\n");
}

TEST_CASE("empty lines are lines") { check_all_cuts("\n\na\n", "1/1 0-0 \n2/2 1-1 \n3/3 2-3 a\n"); }

TEST_CASE("no bytes are no line") {
  check_lines({}, "");
  check_lines({"", "", ""}, "");
}

TEST_CASE("NUL and bytes that are no text stay in their line") {
  const std::string bytes("a\0\xff\xfe\nb", 6);
  const auto lines = split({bytes});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].bytes == std::string("a\0\xff\xfe", 4));
  CHECK(lines[1].raw.begin == 5);
}

TEST_CASE("a giant line keeps its head and its tail, and its span covers all of it") {
  const std::string line = "HEAD" + std::string(5 * kMaxLineBytes, 'x') + "TAIL";
  const auto lines = split({line + "\nnext\n"});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].raw.cut);
  CHECK(lines[0].bytes.size() <= 2 * kMaxLineBytes);
  CHECK(lines[0].bytes.starts_with("HEAD"));
  CHECK(lines[0].bytes.ends_with("TAIL"));
  CHECK(lines[0].raw.begin == 0);
  CHECK(lines[0].raw.end == line.size());
  CHECK(lines[1].raw.begin == line.size() + 1);
  CHECK_FALSE(lines[1].raw.cut);
  CHECK(lines[1].bytes == "next");
}

TEST_CASE("a giant line that comes in pieces is the same one") {
  const std::string line = "HEAD" + std::string(3 * kMaxLineBytes, 'x') + "TAIL";
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < line.size(); at += 1000) pieces.push_back(line.substr(at, 1000));
  const auto lines = split(pieces);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].bytes == split({line})[0].bytes);
  CHECK(lines[0].raw.end == line.size());
}

TEST_CASE("a line of just the cap stays whole, one byte more is cut with a mark between head and tail") {
  const std::string half(kMaxLineBytes / 2, 'x');
  CHECK(split({half + half})[0].bytes == half + half);
  const auto cut = split({half + "?" + half});
  CHECK(cut[0].bytes == half + " … " + half);
  CHECK(cut[0].raw.cut);
}

TEST_CASE("lines that were cut are counted, and the first one's number is kept") {
  const std::string giant(2 * kMaxLineBytes, 'x');
  LineSplitter splitter;
  const auto drop = [](const RawLine&) {};
  splitter.feed("a\n" + giant + "\nb\r" + giant + "\n", drop);
  splitter.finish(drop);
  CHECK(splitter.cut_lines().count == 2);
  CHECK(splitter.cut_lines().first == 2);
}

TEST_CASE("UTF-16 is split at its own line ends, with offsets of the bytes as they came") {
  // U+4E0A and U+0A0D hold the bytes of line ends.
  check_all_cuts("\xff\xfe" + little(u"上a\r\nb\r\u0a0d"), "1/1 2-6 上a\n2/2 10-12 b\n2/3 14-16 \u0a0d\n");
  check_all_cuts("\xff\xfe" + little(u"\n🙂\n"), "1/1 2-2 \n2/2 4-8 🙂\n");
}

TEST_CASE("UTF-16 without a mark is found out where its first bytes leave no doubt") {
  check_all_cuts(little(u"rank\r3\n"), "1/1 0-8 rank\n1/2 10-12 3\n");
}

TEST_CASE("an odd last byte of UTF-16 belongs to the last line") {
  check_all_cuts("\xff\xfe" + little(u"ab") + "c", "1/1 2-7 ab\xef\xbf\xbd\n");
  check_all_cuts("\xff\xfe" + little(u"a\r") + "c", "1/1 2-4 a\n1/2 6-7 \xef\xbf\xbd\n");
}

TEST_CASE("a giant line of UTF-16 keeps its head and its tail, in whole characters") {
  const std::u16string line = u"HEAD" + std::u16string(3 * kMaxLineBytes, u'\u4e0a') + u"TAIL";
  const auto lines = split({"\xff\xfe" + little(line) + "!"});
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].bytes.starts_with("HEAD上"));
  CHECK(lines[0].bytes.ends_with("上TAIL\xef\xbf\xbd"));
  CHECK(lines[0].bytes.find("上 … 上") != std::string::npos);
  CHECK(lines[0].raw.end == 2 + 2 * line.size() + 1);
}

TEST_CASE("a mark of UTF-8 belongs to no line") {
  check_all_cuts(
      "\xef\xbb\xbf"
      "a\nb",
      "1/1 3-4 a\n2/2 5-6 b\n");
  check_all_cuts("\xef\xbb\xbf", "");
  check_all_cuts("\xef\xbb", "1/1 0-2 \xef\xbb\n");
}

TEST_CASE("what other programs take for line ends is text, as it is to editors") {
  check_all_cuts(
      "a\vb\fc\xc2\x85"
      "d\xe2\x80\xa8\n",
      "1/1 0-11 a\vb\fc\xc2\x85"
      "d\xe2\x80\xa8\n");
}

TEST_CASE("lines are counted as wc counts them, and a last one without an ending too") {
  CHECK(lines_counted("") == 0);
  CHECK(lines_counted("a") == 1);
  CHECK(lines_counted("a\n") == 1);
  CHECK(lines_counted("a\nb") == 2);
  CHECK(lines_counted("\n\n") == 2);
  CHECK(lines_counted("a\r\nb\r\n") == 2);
  CHECK(lines_counted("5%\r10%\rdone\n") == 1);
}

TEST_CASE("lines go on after an end that was not the end") {
  std::vector<std::string> seen;
  LineSplitter splitter;
  const auto keep = [&](const RawLine& raw) { seen.emplace_back(raw.bytes); };
  splitter.feed("a\nb", keep);
  LineSplitter copy = splitter;  // what is asked for while a job runs is asked of a copy
  copy.finish(keep);
  splitter.feed("c\n", keep);
  splitter.finish(keep);
  CHECK(seen == std::vector<std::string>{"a", "b", "bc"});
}
