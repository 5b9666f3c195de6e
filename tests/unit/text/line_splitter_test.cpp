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
  CHECK(lines[0].bytes.size() <= 2 * kMaxLineBytes);
  CHECK(lines[0].bytes.starts_with("HEAD"));
  CHECK(lines[0].bytes.ends_with("TAIL"));
  CHECK(lines[0].raw.end == line.size());
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
