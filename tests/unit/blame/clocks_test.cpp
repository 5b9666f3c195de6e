// How far the nodes' clocks are apart, and when nothing may be said about it.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

constexpr int kNoon = 12 * 3600 * 1000;

std::string pad(int number, std::size_t width) {
  std::string text = std::to_string(number);
  text.insert(0, width - std::min(width, text.size()), '0');
  return text;
}

std::string at(int milliseconds) {
  const int seconds = milliseconds / 1000;
  return "2026-01-02 " + pad(seconds / 3600, 2) + ":" + pad(seconds / 60 % 60, 2) + ":" + pad(seconds % 60, 2) + "," +
         pad(milliseconds % 1000, 3);
}

std::string step_line(int milliseconds, int step) {
  return at(milliseconds) + " INFO llm: step " + std::to_string(step) + "/100 loss 8.1 lr 1.00e-03\n";
}

// Steps a second apart, `ahead` milliseconds ahead, with a little noise.
std::string steps(int ahead, int count, int step_time = 1000) {
  std::string text;
  for (int step = 0; step < count; ++step)
    text += step_line(kNoon + step * step_time + ahead + (step * 37) % 60, step + 1);
  return text;
}

std::string notes_of(const Texts& inputs) {
  std::string all;
  for (const auto& note : diagnose(inputs).report.notes)
    if (note.find("time") != std::string::npos) all += note + "\n";
  return all;
}

}  // namespace

TEST_CASE("says how far a node's clock is ahead, from steps that the ranks took together") {
  CHECK(notes_of({{"node01.log", steps(0, 41)}, {"node02.log", steps(3200, 41)}}) ==
        "node02's clock is 3.2 s ahead of node01's (from 41 shared steps, spread below 0.01 s); times of different "
        "nodes are not "
        "compared without it\n");
}

TEST_CASE("the order of the files does not matter, and the clock behind is the measure of two") {
  const auto notes = notes_of({{"node02.log", steps(0, 20)}, {"node01.log", steps(3200, 20)}});
  CHECK(notes.starts_with("node01's clock is 3.2 s ahead of node02's (from 20 shared steps"));
  CHECK(notes == notes_of({{"node01.log", steps(3200, 20)}, {"node02.log", steps(0, 20)}}));
}

TEST_CASE("of three nodes the odd one is named") {
  const auto notes =
      notes_of({{"node1.log", steps(-60'000, 20)}, {"node2.log", steps(0, 20)}, {"node3.log", steps(10, 20)}});
  CHECK(notes.starts_with("node1's clock is 60 s behind of"));
  CHECK(notes.find('\n') + 1 == notes.size());
}

TEST_CASE("labels of pods and hosts tell the nodes of one log apart") {
  std::string text;
  for (int step = 0; step < 20; ++step) {
    text += "worker-0 | " + step_line(kNoon + step * 500, step + 1);
    text += "worker-1 | " + step_line(kNoon + step * 500 + 2500, step + 1);
  }
  CHECK(notes_of({{"train.log", text}}).starts_with("worker-1's clock is 2.5 s ahead of worker-0's"));
}

TEST_CASE("a time zone is told from a wrong clock") {
  const auto zone = notes_of({{"node01.log", steps(0, 20)}, {"node02.log", steps(8 * 3600 * 1000, 20)}});
  CHECK(zone.starts_with("node02 prints its times 8 h ahead of node01, as in another time zone (from 20"));
  const auto both = notes_of({{"node01.log", steps(0, 20)}, {"node02.log", steps(19'800'000 + 4000, 20)}});
  CHECK(both.starts_with(
      "node02 prints its times 5 h 30 min ahead of node01, as in another time zone, and its clock is 4 s ahead (from"));
}

TEST_CASE("says nothing of clocks that agree, of few events, or of events that do not agree") {
  CHECK(notes_of({{"node01.log", steps(0, 40)}, {"node02.log", steps(100, 40)}}).empty());
  CHECK(notes_of({{"node01.log", steps(0, 4)}, {"node02.log", steps(3200, 4)}}).empty());
  std::string wild;
  for (int step = 0; step < 40; ++step) wild += step_line(kNoon + step * step * 700, step + 1);
  CHECK(notes_of({{"node01.log", steps(0, 40)}, {"node02.log", wild}}).empty());
}

TEST_CASE("a node that lags by less than a step has no wrong clock") {
  CHECK(notes_of({{"node01.log", steps(0, 20, 10'000)}, {"node02.log", steps(6000, 20, 10'000)}}).empty());
}

TEST_CASE("an hour's difference that is no zone is no clock either: it was another run") {
  CHECK(notes_of({{"node01.log", steps(0, 20)}, {"node02.log", steps(4'000'000, 20)}}).empty());
}

TEST_CASE("a step that a speaker counted twice is no event") {
  const auto epochs = [](int ahead) {
    return steps(ahead, 20) + step_line(kNoon + 30'000 + ahead, 1) + step_line(kNoon + 31'000 + ahead, 2);
  };
  const auto notes = notes_of({{"node01.log", epochs(0)}, {"node02.log", epochs(3200)}});
  CHECK(notes.find("from 18 shared steps") != std::string::npos);
}

TEST_CASE("times of different kinds, and torch's fractions, are not compared") {
  std::string zoned;
  std::string cri;
  for (int step = 1; step <= 20; ++step) {
    zoned += "2026-01-02T12:00:" + pad(step, 2) + ".000Z INFO llm: step " + std::to_string(step) + "/100 loss 8.1\n";
    cri += "2026-01-02T12:00:" + pad(step + 20, 2) + ".000000000Z stdout F INFO llm: step " + std::to_string(step) +
           "/100 loss 8.1\n";
  }
  CHECK(notes_of({{"node01.log", zoned}, {"node02.log", steps(20'000, 20)}}).empty());
  CHECK(notes_of({{"node01.log", zoned}, {"node02.log", cri}}).empty());
}

TEST_CASE("evidence carries ISO 8601 only where zone and year are printed") {
  const auto time_of = [](const std::string& stamp) {
    const auto report = report_of(stamp + " ERROR llm: training failed\n" + bad_label() + stamp +
                                  " [rank3]: RuntimeError: CUDA error: uncorrectable ECC error encountered\n");
    for (const auto& evidence : report.incidents.front().evidence)
      if (!evidence.time_raw.empty()) return evidence.time_raw + " = " + evidence.time.value_or("none");
    return std::string("no time");
  };
  CHECK(time_of("2025-11-09T15:39:31.043+08:00") == "2025-11-09T15:39:31.043+08:00 = 2025-11-09T15:39:31.043+08:00");
  CHECK(time_of("2026-01-02 03:04:05,678") == "2026-01-02 03:04:05,678 = none");
}
