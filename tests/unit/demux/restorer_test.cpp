// Physical lines come out as they were printed: joined, turned, in their dialect.
#include "demux/restorer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace firstfault;
using namespace firstfault::demux;

namespace {

using Lines = std::vector<std::string>;

struct Out {
  Lines texts;   // without their prefixes
  Lines lines;   // as they were handed out
  Lines labels;  // of the speakers
  std::vector<SourceSpan> spans;
};

SourceSpan span_of(std::size_t line) { return {InputId{0}, line + 1, line + 1, 100 * line, 100 * line + 99}; }

Out restored(const Lines& lines) {
  Out out;
  Restorer restorer;
  const auto sink = [&](std::string_view line, const SourceSpan& span) {
    const auto peeled = peel(line, restorer.dialect());
    out.texts.emplace_back(peeled.text);
    out.lines.emplace_back(line);
    out.labels.emplace_back(peeled.prefix.label);
    out.spans.push_back(span);
  };
  for (std::size_t i = 0; i < lines.size(); ++i) restorer.line(lines[i], span_of(i), sink);
  restorer.finish(sink);
  CHECK_FALSE(restorer.holds_lines());
  CHECK(restorer.left_out() == 0);
  return out;
}

const Lines kTraceback = {"Traceback (most recent call last):",
                          "  File \"/home/dev/train.py\", line 31, in <module>",
                          "    main()",
                          "  File \"/home/dev/train.py\", line 20, in main",
                          "    table[key]",
                          "KeyError: 'fr'"};

Lines operator+(Lines a, const Lines& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Lines with_prefix(const std::string& prefix, const Lines& lines) {
  Lines all;
  for (const auto& line : lines) all.push_back(prefix + line);
  return all;
}

Lines steps(int count) {
  Lines lines;
  for (int i = 0; i < count; ++i) lines.push_back("step " + std::to_string(i) + " of the run");
  return lines;
}

Lines turned(Lines lines) {
  std::reverse(lines.begin(), lines.end());
  return lines;
}

// Rows of ASCII text.
Lines wrapped(const Lines& lines, std::size_t width) {
  Lines rows;
  for (const auto& line : lines)
    for (std::size_t at = 0; at == 0 || at < line.size(); at += width) rows.push_back(line.substr(at, width));
  return rows;
}

// Long lines of words that differ, as settings are printed.
Lines settings(int count) {
  const Lines words = {"learning_rate=0.0003",     "model=llama-7b", "seed=17",
                       "output_dir=/data/runs/7b", "bf16",           "tokens"};
  Lines lines;
  for (int i = 0; i < count; ++i) {
    std::string line = "settings of part " + std::to_string(i) + ":";
    for (std::size_t k = 0; k < 20; ++k)
      line += " " + words[(k * k + static_cast<std::size_t>(i) * 7) % words.size()] + std::string(k % 3, 'x');
    lines.push_back(line);
    lines.push_back("done with " + std::to_string(i));
  }
  return lines;
}

}  // namespace

TEST_CASE("ordinary lines come out one by one, as they are") {
  const Lines lines = steps(3) + Lines{""} + kTraceback;
  const Out out = restored(lines);
  CHECK(out.lines == lines);
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(out.spans[i] == span_of(i));
}

TEST_CASE("more lines than are learned from come out in their order") {
  const Lines lines = steps(1'000);
  CHECK(restored(lines).lines == lines);
}

TEST_CASE("rows that a terminal wrapped become lines again, which span their rows") {
  const Lines lines = settings(12);
  const Out out = restored(wrapped(lines, 80));
  CHECK(out.lines == lines);
  REQUIRE(out.spans.size() == lines.size());
  CHECK(out.spans[0].line == 1);
  CHECK(out.spans[0].begin == 0);
  CHECK(out.spans[0].end == span_of((lines[0].size() + 79) / 80 - 1).end);
}

TEST_CASE("a progress bar between two rows belongs to neither") {
  const std::string bar = " 45%|####5     | 45/100 [00:10<00:12,  4.50it/s]";
  Lines rows = wrapped(settings(12), 80);
  rows.insert(rows.begin() + 1, bar);
  const Out out = restored(rows);
  CHECK(out.lines[0] == bar);
  CHECK(out.lines[1] == settings(12)[0]);
}

TEST_CASE("an export that begins with its newest line is read from its end") {
  const Lines lines = steps(20) + kTraceback;
  CHECK(restored(turned(lines)).lines == lines);
}

TEST_CASE("an export that turned its records is turned record by record") {
  Lines oldest_first;
  Lines newest_first;
  for (int i = 10; i < 40; ++i) {
    Lines record = {"2026-11-30 12:00:" + std::to_string(i) + " INFO step " + std::to_string(i)};
    if (i == 39) record = record + kTraceback;
    oldest_first = oldest_first + record;
    newest_first = record + newest_first;
  }
  CHECK(restored(newest_first).lines == oldest_first);
}

TEST_CASE("rows are not joined across lines that were turned round") {
  const Lines rows = turned(wrapped(settings(30), 80) + kTraceback);
  for (const auto& span : restored(rows).spans) CHECK(span.begin < span.end);
}

TEST_CASE("an unknown prefix goes, and its speaker stays") {
  Lines lines;
  for (const auto& text : steps(4) + kTraceback)
    for (const char* who : {"a", "b"}) lines.push_back(std::string("<job/") + who + "> " + text);
  const Out out = restored(lines);
  CHECK(out.texts[2 * 4] == kTraceback[0]);
  CHECK(out.texts[2 * 4 + 2] == kTraceback[1]);
  CHECK(out.labels[0] != out.labels[1]);
  CHECK(out.labels[0] == out.labels[2]);
}

TEST_CASE("a prefix that begins in the middle of a file is learned there") {
  const Lines before = steps(300);
  Lines after;
  for (int i = 0; i < 30; ++i) after = after + with_prefix("<job/" + std::to_string(i % 2) + "> ", kTraceback);
  const Out out = restored(before + after);
  REQUIRE(out.texts.size() == before.size() + after.size());
  for (std::size_t i = 0; i < before.size(); ++i) CHECK(out.texts[i] == before[i]);
  CHECK(out.texts[before.size()] == kTraceback[0]);
  CHECK(out.texts.back() == kTraceback.back());
}

TEST_CASE("a prefix that ends in the middle of a file takes nothing of the rest") {
  Lines lines;
  for (int i = 0; i < 60; ++i) lines = lines + with_prefix("<job/" + std::to_string(i % 2) + "> ", kTraceback);
  const Out out = restored(lines + steps(20) + kTraceback);
  CHECK(out.texts.back() == kTraceback.back());
  CHECK(out.texts[lines.size()] == "step 0 of the run");
}

TEST_CASE("lines are held back only until it is known how they are written") {
  Restorer restorer;
  const auto sink = [](std::string_view, const SourceSpan&) {};
  const Lines lines = steps(1'000);
  restorer.line(lines[0], span_of(0), sink);
  CHECK(restorer.holds_lines());
  for (std::size_t i = 1; i < lines.size(); ++i) restorer.line(lines[i], span_of(i), sink);
  CHECK_FALSE(restorer.holds_lines());
}

TEST_CASE("a few long lines are enough to learn from") {
  Restorer restorer;
  std::size_t handed_out = 0;
  const auto sink = [&](std::string_view, const SourceSpan&) { ++handed_out; };
  const std::string line(60'000, 'x');
  for (std::size_t i = 0; i < 10; ++i) restorer.line(line, span_of(i), sink);
  CHECK(handed_out == 10);
}

TEST_CASE("of an export that is too long to turn the oldest lines are left out, and counted") {
  Restorer restorer;
  std::uint64_t handed_out = 0;
  const auto sink = [&](std::string_view, const SourceSpan&) { ++handed_out; };
  const Lines newest = turned(steps(20) + kTraceback);
  for (std::size_t i = 0; i < newest.size(); ++i) restorer.line(newest[i], span_of(i), sink);
  const std::string line = "step of long ago " + std::string(60'000, 'x');
  const std::uint64_t all = newest.size() + 1'000;
  for (std::size_t i = newest.size(); i < all; ++i) restorer.line(line, span_of(i), sink);
  restorer.finish(sink);
  CHECK(restorer.left_out() > 0);
  CHECK(handed_out + restorer.left_out() == all);
}
