// How lines were laid out on their way: wrapped, turned round, doubled, with times beside them.
#include "demux/layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "text/characters.h"

using namespace firstfault;
using namespace firstfault::demux;

namespace {

using Lines = std::vector<std::string>;

// Rows as a terminal of this width shows the lines.
Lines wrapped(const Lines& lines, std::size_t width) {
  Lines rows;
  for (const auto& line : lines) {
    std::string row;
    std::size_t columns = 0;
    for (std::string_view rest = line; !rest.empty();) {
      const auto character = text::first_character(rest);
      const std::size_t wide = text::columns_of(character.code);
      if (columns + wide > width) {
        rows.push_back(std::exchange(row, {}));
        columns = 0;
      }
      row += rest.substr(0, character.bytes);
      columns += wide;
      rest.remove_prefix(character.bytes);
    }
    rows.push_back(row);
  }
  return rows;
}

Lines long_lines(const std::string& word) {
  Lines lines;
  for (int i = 0; i < 12; ++i) {
    std::string line = "epoch " + std::to_string(i) + " of the run reads";
    for (int k = 0; k < 30 + i; ++k) line += " /data/" + word + "/shard-" + std::to_string(k * 37 + i) + ".tar";
    lines.push_back(line);
    lines.push_back("done with " + std::to_string(i));
  }
  return lines;
}

Lines turned(Lines lines) {
  std::reverse(lines.begin(), lines.end());
  return lines;
}

Lines timed_steps(int from, int count) {
  Lines lines;
  for (int i = 0; i < count; ++i)
    lines.push_back("2026-11-30 12:00:" + std::to_string(from + i) + " INFO step " + std::to_string(i));
  return lines;
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

}  // namespace

TEST_CASE("the width of a terminal is learned from rows that go on in the next") {
  for (const std::size_t width : {80U, 117U, 174U})
    CHECK(learn_layout(wrapped(long_lines("laion"), width)).wrap_columns == width);
}

TEST_CASE("characters that take two columns count as two") {
  for (const std::size_t width : {80U, 174U})
    CHECK(learn_layout(wrapped(long_lines("日本語"), width)).wrap_columns == width);
}

TEST_CASE("long lines that nothing wrapped are whole") { CHECK(learn_layout(long_lines("laion")).wrap_columns == 0); }

TEST_CASE("lines of one length are whole where each begins anew") {
  Lines lines;
  for (int i = 10; i < 60; ++i)
    lines.push_back("step " + std::to_string(i) + " loss 0.1234 lr 0.001 throughput 12345 tokens/s memory 70.1 GiB");
  CHECK(learn_layout(lines).wrap_columns == 0);
  Lines labelled;
  for (int i = 10; i < 60; ++i)
    labelled.push_back(std::to_string(i % 4) + ": tokens " + std::string(60, 'x') + std::to_string(i));
  CHECK(learn_layout(labelled).wrap_columns == 0);
}

TEST_CASE("the longest line is whole where several ranks print it") {
  const std::string warning =
      "torch/utils/checkpoint.py:460: UserWarning: use_reentrant should be passed explicitly (a,";
  CHECK(learn_layout({"step 1", warning, "training goes on", warning, "loss 0.7", warning, "step 2"}).wrap_columns ==
        0);
  const std::string sentence =
      "This feature is deprecated and goes with the next release; see the documentation of it.";
  const std::string other = "That feature is deprecated and goes with the next release; see the documentation of it.";
  CHECK(learn_layout({sentence, "step 1 of 7", other, "loss 0.7", "step 2 of 7"}).wrap_columns == 0);
}

TEST_CASE("headers and rules that IPython draws to one width are no wrapped text") {
  const std::string header = "KeyError                                  Traceback (most recent call last)";
  CHECK(learn_layout({std::string(75, '-'), header, "File ~/train.py:7, in main()", "----> 7     f(x)", "",
                      "KeyError: 1", "", header, "Cell In[1], line 1", "----> 1 f(x)", "", "KeyError: 1"})
            .wrap_columns == 0);
}

TEST_CASE("a table is no wrapped text") {
  Lines lines;
  for (int i = 10; i < 40; ++i)
    lines.push_back("| rank " + std::to_string(i) + " | node-" + std::to_string(i) + std::string(50, ' ') + " | ok |");
  CHECK(learn_layout(lines).wrap_columns == 0);
}

TEST_CASE("rules of one width are drawn, not wrapped") {
  Lines lines;
  for (int i = 0; i < 10; ++i) {
    lines.push_back(std::string(80, i % 2 == 0 ? '=' : '-'));
    lines.push_back("section " + std::to_string(i));
  }
  CHECK(learn_layout(lines).wrap_columns == 0);
  CHECK_FALSE(is_full_row(std::string(80, '='), 80));
}

TEST_CASE("a row is full that reaches the edge, and goes on unless it was padded to it") {
  CHECK(is_full_row(std::string(79, 'a') + "b", 80));
  CHECK(is_full_row("日" + std::string(77, 'a') + "b", 80));
  CHECK_FALSE(is_full_row(std::string(78, 'a') + "b", 80));
  CHECK_FALSE(is_full_row(std::string(81, 'a') + "b", 80));
  CHECK_FALSE(is_full_row("text" + std::string(76, ' '), 80));
  CHECK_FALSE(is_full_row(std::string(79, 'a') + "b", 0));
}

TEST_CASE("logs run from the oldest line to the newest") {
  CHECK(learn_layout(timed_steps(10, 20) + kTraceback).order == LineOrder::OldestFirst);
  CHECK(learn_layout(kTraceback).order == LineOrder::OldestFirst);
  CHECK(learn_layout({}).order == LineOrder::OldestFirst);
}

TEST_CASE("an export that turned every line is newest first") {
  CHECK(learn_layout(turned(timed_steps(10, 20) + kTraceback)).order == LineOrder::NewestLinesFirst);
  CHECK(learn_layout(turned(kTraceback)).order == LineOrder::NewestLinesFirst);
  CHECK(learn_layout(turned(timed_steps(10, 20))).order == LineOrder::NewestLinesFirst);
}

TEST_CASE("an export that turned its records kept the lines within them") {
  const Lines record = Lines{"2026-11-30 12:00:40 ERROR training stopped"} + kTraceback;
  CHECK(learn_layout(record + turned(timed_steps(10, 20))).order == LineOrder::NewestRecordsFirst);
}

TEST_CASE("clocks of two nodes that are apart turn nothing round") {
  Lines lines;
  const Lines ahead = timed_steps(30, 20);
  const Lines behind = timed_steps(10, 20);
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    lines.push_back(ahead[i]);
    lines.push_back(behind[i]);
  }
  CHECK(learn_layout(lines).order == LineOrder::OldestFirst);
  CHECK(learn_layout(lines + kTraceback).order == LineOrder::OldestFirst);
  CHECK(learn_layout(ahead + behind).order == LineOrder::OldestFirst);
}

TEST_CASE("files that were put one behind the other, the newest first, are not turned round") {
  Lines lines;
  for (int file = 5; file > 0; --file) lines = lines + timed_steps(10 * file, 3);
  CHECK(learn_layout(lines + kTraceback).order == LineOrder::OldestFirst);
}

TEST_CASE("times that stand on lines of their own belong to what follows") {
  Lines lines;
  for (int i = 10; i < 20; ++i) {
    lines.push_back("2026-11-30 12:00:" + std::to_string(i));
    lines.push_back("step " + std::to_string(i));
  }
  CHECK(learn_layout(lines).lone_times);
  CHECK_FALSE(learn_layout(timed_steps(10, 20)).lone_times);
}

TEST_CASE("a log is doubled where every line is, not where some are") {
  Lines doubled;
  Lines some;
  for (int i = 10; i < 20; ++i) {
    const std::string line = "step " + std::to_string(i);
    doubled.insert(doubled.end(), {line, line});
    some.push_back(line);
    if (i % 2 == 0) some.push_back(line);
  }
  CHECK(learn_layout(doubled).doubled);
  CHECK_FALSE(learn_layout(some).doubled);
  CHECK_FALSE(learn_layout({"a", "a"}).doubled);
}

TEST_CASE("a progress bar is known by what it counts") {
  CHECK(is_bar(" 45%|####5     | 45/100 [00:10<00:12,  4.50it/s]"));
  CHECK(is_bar("Epoch 3:  10%|█         | 1/10 [00:01<00:09,  1.02s/it]"));
  CHECK_FALSE(is_bar("accuracy 45% of 100"));
  CHECK_FALSE(is_bar(""));
}

TEST_CASE("a record begins with its time") {
  CHECK(begins_record("2026-11-30 12:00:00,123 INFO step 3"));
  CHECK_FALSE(begins_record("  File \"/home/dev/train.py\", line 31, in main"));
  CHECK_FALSE(begins_record(""));
}
