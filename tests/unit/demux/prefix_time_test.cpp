// Times in front of a line, and at its end.
#include "demux/shapes.h"
#include "peel_check.h"

using namespace firstfault;
using namespace firstfault::demux;

namespace {

std::string ending(std::string_view line) {
  const auto end = shapes::time_at_end(line);
  return end ? std::string(end->text) + " @" + std::string(end->time) : "none";
}

}  // namespace

TEST_CASE("times of collectors are taken off in every form") {
  for (const std::string time : {"2026-01-02T03:04:05.123456Z",
                                 "2026-01-02T03:04:05.123456789Z",
                                 "2026-01-02 03:04:05",
                                 "2026-01-02 03:04:05,678",
                                 "2026/01/02 03:04:05",
                                 "2023-06-03_22:45:01",
                                 "2025-11-09 15:39:31.043 +08:00",
                                 "2025-11-09T15:39:31+0800",
                                 "2025-11-09 15:39:31 UTC",
                                 "03:04:05.123",
                                 "18:11:06.680",
                                 "May 10 17:16:33",
                                 "May 10  17:16:33.739",
                                 "Oct  4 13:19:39",
                                 "Tue Mar  5 10:11:12 2024",
                                 "Tue Mar  5 10:11:12 UTC 2024",
                                 "05/01/24 12:00:00",
                                 "05/01/2024 12:00:00",
                                 "05/01 12:00:00",
                                 "05-12 19:01:18",
                                 "1714557600.123",
                                 "1714557600.123456"}) {
    check_line(time + " text", "@" + time, "text");
    check_line("[" + time + "] text", "@" + time, "text");
    check_line(time + "\ttext", "@" + time, "text");
    check_line(time + ": text", "@" + time, "text");
    check_line("【" + time + "】text", "@" + time, "text");
  }
}

TEST_CASE("a second time of the collector is no record of the program") {
  const auto line = peel("2025-11-09 15:39:31.043 +08:00 [2025-11-09 07:39:31 UTC] [rank3]: text", {});
  CHECK(seen(line) == "rank 3 @2025-11-09 15:39:31.043 +08:00");
  CHECK(line.text == "text");
  CHECK_FALSE(line.prefix.record);
  CHECK(peel("[2025-11-09 07:39:31] text", {}).prefix.record);
}

TEST_CASE("of several times the outermost is kept") {
  check_line("2026-01-02T03:04:05Z 2026-01-01 11:22:33,456 INFO text", "@2026-01-02T03:04:05Z !info", "text");
  check_line("18:11:06.680 [rank4]:[E321 02:07:08.4 Pg.cpp:607] text", "rank 4 @18:11:06.680 !error", "text");
}

TEST_CASE("Megatron begins with a blank, torchtitan with its name, a notebook runner with seconds") {
  check_line(" [2025-10-02 12:20:48] iteration       48/      50 | loss", "@2025-10-02 12:20:48",
             "iteration       48/      50 | loss");
  check_line("[titan] 2025-08-22 07:53:13,007 - root - INFO - text", "@2025-08-22 07:53:13,007 !info", "text");
  check_line("704.7s\t1468\ttext", "@704.7s", "text");
}

TEST_CASE("a tensor-parallel rank in SGLang's bracket is the rank where nothing counts from 0 again") {
  check_line("[2025-03-17 17:15:55 TP1] text", "rank 1 @2025-03-17 17:15:55", "text");
  check_line("[2025-03-17 17:15:55 TP3 EP0] text", "rank 3 @2025-03-17 17:15:55", "text");
  check_line("[2025-03-17 17:15:55 PP0 TP3] text", "rank 3 @2025-03-17 17:15:55", "text");
  check_line("[2025-03-17 17:15:55 PP1 TP3] text", "@2025-03-17 17:15:55", "text");
  check_line("[2025-03-17 17:15:55 DP1 PP0 TP3 EP0] text", "@2025-03-17 17:15:55", "text");
  check_line("[2025-03-17 17:15:55 DP0 TP3] text", "@2025-03-17 17:15:55", "text");
  check_line("[2025-03-17 17:15:55] text", "@2025-03-17 17:15:55", "text");
  check_line("[2025-03-17 17:15:55 INFO] text", "@2025-03-17 17:15:55 !info", "text");
}

TEST_CASE("numbers that are no times") {
  for (const char* line :
       {"12:34 text", "1714557600 items", "1714557600.5 s", "2026-01-02 text", "1:02:03 left", "704.7s of 1468",
        "03:04:05PM text", "12:00:00-13:00:00 text", "May the force", "Mon frere", "24/05 items", "[2026-01-02] text",
        "[12:34] text", "  [2026", "【text】", "[2026-01-02 03:04:05", "[2026-01-02 03:04:05 [nested] text"})
    check_text(line);
  check_line("2026-01-02 03:04:05 +1024 items", "@2026-01-02 03:04:05", "+1024 items");
  check_line("2026-01-02 03:04:05 -10 is a value", "@2026-01-02 03:04:05", "-10 is a value");
}

TEST_CASE("a time at the end of a line is found for those who know that it is none of its text") {
  CHECK(ending("text  2026-01-02 03:04:05") == "text @2026-01-02 03:04:05");
  CHECK(ending("loss 0.5\t2026-01-02T03:04:05.678Z") == "loss 0.5 @2026-01-02T03:04:05.678Z");
  CHECK(ending("text [May 10 17:16:33]") == "text @May 10 17:16:33");
  CHECK(ending("text 03:04:05") == "text @03:04:05");
  CHECK(ending("text") == "none");
  CHECK(ending("took 3:04:05") == "none");
  CHECK(ending("") == "none");
  CHECK(ending("2026-01-02 03:04:05") == " @2026-01-02 03:04:05");
}
