// A prefix of unknown make is one by its regularity, and only where what stands behind it proves that lines begin
// there.
#include "demux/habit.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace firstfault::demux;

namespace {

using Lines = std::vector<std::string>;

Habit learned(const Lines& lines) { return learn_habit({lines.begin(), lines.end()}); }

// What is left of the line, and the speaker: "text | label".
std::string behind(const Habit& habit, const std::string& line) {
  const auto match = match_habit(habit, line);
  if (!match) return "no prefix";
  return line.substr(match->length) + " | " + std::string(match->label);
}

// What a rank prints that fails.
const Lines kFails = {"loading shard 3",
                      "step 1 loss 0.7",
                      "Traceback (most recent call last):",
                      "  File \"/home/dev/train.py\", line 31, in <module>",
                      "    main()",
                      "  File \"/home/dev/train.py\", line 20, in main",
                      "    table[key]",
                      "KeyError: 'fr'"};

// Each speaker's prefix in front of all that it prints, by turns.
Lines said_by(const std::vector<std::string>& prefixes) {
  Lines lines;
  for (const auto& text : kFails)
    for (const auto& prefix : prefixes) lines.push_back(prefix + text);
  return lines;
}

// The prefix goes off every line, and tells the speakers apart.
void check_learned(const std::vector<std::string>& prefixes, const std::vector<std::string>& labels) {
  const Lines lines = said_by(prefixes);
  const Habit habit = learned(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string expected = kFails[i / prefixes.size()] + " | " + labels[i % prefixes.size()];
    CHECK(behind(habit, lines[i]) == expected);
  }
}

void check_nothing_learned(const Lines& lines) {
  const Habit habit = learned(lines);
  for (const auto& line : lines) {
    INFO(line);
    CHECK(behind(habit, line) == "no prefix");
  }
}

}  // namespace

TEST_CASE("a prefix that nobody has listed is learned, and what repeats in it is the speaker") {
  check_learned({"<2>[host=gpu-7/proc=3] ", "<2>[host=gpu-7/proc=1] "},
                {"<2>[host=gpu-7/proc=3]", "<2>[host=gpu-7/proc=1]"});
  check_learned({"{jobs/a} >> ", "{jobs/b} >> "}, {"{jobs/a} >>", "{jobs/b} >>"});
}

TEST_CASE("a time or a counter within the prefix is not the speaker") {
  Lines lines;
  for (std::size_t i = 0; i < 24; ++i)
    lines.push_back(std::to_string(12 + i) + ".345s|worker=" + std::to_string(i % 3) + "| " + kFails[i / 3]);
  const Habit habit = learned(lines);
  CHECK(behind(habit, lines[4]).starts_with("step 1 loss 0.7 | "));
  CHECK(behind(habit, lines[4]).find("worker=1") != std::string::npos);
  CHECK(behind(habit, lines[4]).find("16") == std::string::npos);
}

TEST_CASE("the ids of containers are words of any make") {
  check_learned({"3f9c2ab17d04 ", "9a01bc77e2f5 "}, {"3f9c2ab17d04", "9a01bc77e2f5"});
}

TEST_CASE("the line numbers of a viewer go and name nobody") {
  Lines lines;
  for (std::size_t i = 0; i < kFails.size(); ++i) lines.push_back(std::to_string(118 + i) + ": " + kFails[i]);
  const Habit habit = learned(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK(behind(habit, lines[i]).starts_with(kFails[i] + " | "));
    CHECK(behind(habit, lines[i]).ends_with(behind(habit, lines[0]).substr(kFails[0].size())));
  }
}

TEST_CASE("line numbers that are padded to a width are learned like others") {
  Lines lines;
  for (std::size_t i = 0; i < kFails.size(); ++i) {
    const std::string number = std::to_string(96 + i);
    lines.push_back(std::string(6 - number.size(), ' ') + number + "\t" + kFails[i]);
  }
  const Habit habit = learned(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(behind(habit, lines[i]) == kFails[i] + " | ");
}

TEST_CASE("a quoted mail is what was quoted") {
  const Lines lines = said_by({"> "});
  const Habit habit = learned(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(behind(habit, lines[i]).starts_with(kFails[i] + " | "));
}

TEST_CASE("the indentation of what was printed stays") {
  const Habit habit = learned(said_by({"job-a# ", "job-b# "}));
  CHECK(behind(habit, "job-a#   File \"x.py\", line 1, in f").starts_with("  File"));
  CHECK(behind(habit, "job-a#     main()").starts_with("    main()"));
}

TEST_CASE("a prefix without a blank at its end takes none of the indentation") {
  Lines lines = said_by({"[0]:", "[1]:", "[2]:"});
  for (int i = 0; i < 30; ++i) lines.push_back("[" + std::to_string(i % 3) + "]:    deeper(table, key)");
  const Habit habit = learned(lines);
  CHECK(behind(habit, "[1]:Traceback (most recent call last):") == "Traceback (most recent call last): | [1]:");
  CHECK(behind(habit, "[2]:    main()") == "    main() | [2]:");
}

TEST_CASE("an empty line has the prefix too, with or without the blank at its end") {
  const Habit habit = learned(said_by({"%7 out> ", "%8 out> "}));
  CHECK(behind(habit, "%7 out> ").starts_with(" | "));
  CHECK(behind(habit, "%7 out>").starts_with(" | "));
}

TEST_CASE("a line without the prefix has none") {
  const Habit habit = learned(said_by({"<2>[proc=3] ", "<2>[proc=1] "}));
  CHECK(behind(habit, "Traceback (most recent call last):") == "no prefix");
  CHECK(behind(habit, "<2>") == "no prefix");
  CHECK(behind(habit, "") == "no prefix");
}

TEST_CASE("nothing is in front of what a program printed by itself") {
  check_nothing_learned(kFails);
  check_nothing_learned(said_by({""}));
}

TEST_CASE("prose has no prefix") {
  check_nothing_learned(
      {"The job was started at noon.", "It read the data, and then it failed.",
       "We looked at the log:", "Traceback (most recent call last):", "  File \"train.py\", line 3, in f",
       "KeyError: 'fr'", "So the key is missing. The vocabulary has no French.", "Who can mend it?"});
}

TEST_CASE("lines of progress have no prefix") {
  Lines lines;
  for (int i = 0; i < 40; ++i) lines.push_back("step " + std::to_string(i) + " loss 0." + std::to_string(90 - i));
  check_nothing_learned(lines);
  lines.insert(lines.end(), kFails.begin(), kFails.end());
  check_nothing_learned(lines);
}

TEST_CASE("the listing of a source has no prefix") {
  check_nothing_learned({"def main():", "    for batch in loader:", "        loss = model(batch)",
                         "        loss.backward()", "        optimizer.step()", "",
                         "if __name__ == '__main__':", "    main()"});
}

TEST_CASE("a table has no prefix") {
  check_nothing_learned({"| rank | node | exit code |", "|---|---|---|", "| 0 | gpu-1 | 1 |", "| 1 | gpu-1 | 1 |",
                         "| 2 | gpu-2 | 1 |", "| 3 | gpu-2 | 139 |"});
}

TEST_CASE("a few lines prove no habit") {
  check_nothing_learned({"job-a: Traceback (most recent call last):", "job-a:   File \"x.py\", line 1, in f"});
  check_nothing_learned({});
}

TEST_CASE("a prefix is bounded, however long the lines are") {
  const std::string noise(5'000, '=');
  const Habit habit = learned({noise + "] a", noise + "] b", noise + "] Traceback (most recent call last):",
                               noise + "]   File \"x.py\", line 1, in f", noise + "] KeyError: 'x'"});
  CHECK(behind(habit, noise + "] a") == "no prefix");
}
