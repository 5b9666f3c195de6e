// What a session remembers of a log does not grow with the log.
#include <doctest/doctest.h>
#include <malloc.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::analysis;
using namespace firstfault::test;

namespace {

/// Bytes that are in use after `blocks` blocks of 1,000 lines, `line(n)` each.
template <class Line>
std::size_t held_after(int blocks, Line&& line) {
  const std::size_t before = mallinfo2().uordblks;
  Session session{rules::builtin_rules(), rules::builtin_matcher()};
  const auto id = session.open({"train.log", InputKind::Log});
  int n = 0;
  for (int block = 0; block < blocks; ++block) {
    std::string text;
    for (int i = 0; i < 1'000; ++i) text += line(n++);
    session.feed(id, text);
  }
  return mallinfo2().uordblks - before;
}

template <class Line>
void check_bounded(Line&& line) {
  constexpr std::size_t kSlack = 8 * 1024 * 1024;
  const std::size_t early = held_after(20, line);
  CHECK(held_after(80, line) < early + kSlack);
}

std::string steps(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "[rank0]: INFO llm: step " + std::to_string(i) + "/100000 loss 0.25 lr 1.00e-03\n";
  return text;
}

std::string rank_of_line(int n) { return "[rank" + std::to_string(n % 8) + "]: "; }

}  // namespace

TEST_CASE("steps leave no more behind however many there are") {
  check_bounded([](int n) { return rank_of_line(n) + "INFO llm: step " + std::to_string(n) + "/100000 loss 0.25\n"; });
}

TEST_CASE("errors that differ by a number leave no more behind however many there are") {
  check_bounded([](int n) {
    return rank_of_line(n) + "Traceback (most recent call last):\n" + rank_of_line(n) +
           "  File \"/home/dev/train.py\", line 8, in load\n" + rank_of_line(n) + "ValueError: sample " +
           std::to_string(n) + " is broken\n";
  });
}

TEST_CASE("assertions of a thousand threads leave no more behind however many there are") {
  check_bounded([](int n) {
    return rank_of_line(n) + "Loss.cu:240: block: [" + std::to_string(n) +
           ",0,0], thread: [1,0,0] Assertion `t >= 0 && t < n_classes` failed.\n";
  });
}

TEST_CASE("errors of ever new words leave no more behind however many there are") {
  check_bounded([](int n) {
    std::string word;
    for (int left = n; left > 0; left /= 26) word += static_cast<char>('a' + left % 26);
    return rank_of_line(n) + "Traceback (most recent call last):\n" + rank_of_line(n) +
           "  File \"/home/dev/train.py\", line 8, in load\n" + rank_of_line(n) + "ValueError: " + word + "\n";
  });
}

TEST_CASE("a restart is seen in a long log as in a short one") {
  const auto twice = [](int count) {
    const std::string run = tagged("[rank0]: ", hello(0, 2)) + tagged("[rank1]: ", hello(1, 2)) + steps(count) +
                            tagged("[rank1]: ", bad_label()) + tagged("[rank0]: ", lost_peer());
    return report_of(run + run).incidents.size();
  };
  CHECK(twice(20) == 2);
  CHECK(twice(2'000) == 2);
}
