// Every form of time that launchers, loggers, schedulers and collectors print: what it states, and what it does not.
#include "demux/printed_time.h"

#include <doctest/doctest.h>

#include <string>

using namespace firstfault::demux;

namespace {

std::string two(std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); }

// The fields that are known, "?" for the others: "2026-01-02 03:04:05.678 +480".
std::string shown(const std::optional<PrintedTime>& time) {
  if (!time) return "none";
  const auto all = time->time_of_day;
  std::string fraction = std::to_string(all % 1'000'000'000);
  fraction.insert(0, 9 - fraction.size(), '0');
  fraction = time->digits > 0 ? "." + fraction.substr(0, static_cast<std::size_t>(time->digits)) : "";
  if (time->clock == Clock::SinceBoot) return "boot " + std::to_string(all / 1'000'000'000) + fraction;
  const auto seconds = all / 1'000'000'000;
  std::string text = time->year ? std::to_string(*time->year) : "?";
  text += time->date ? "-" + two(time->date->month) + "-" + two(time->date->day) : "-?";
  text += " " + two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60) + fraction;
  text += time->zone ? " " + std::to_string(*time->zone) : " ?";
  return time->clock == Clock::Arrival ? "arrived " + text : text;
}

void check_time(std::string_view text, const std::string& expected) {
  CAPTURE(text);
  CHECK(shown(parse_time(text)) == expected);
}

void check_in(std::string_view line, std::string_view printed, const std::string& expected) {
  CAPTURE(line);
  CHECK(shown(parse_time_in(line, printed)) == expected);
}

std::optional<double> seconds_later(std::string_view a, std::string_view b) {
  const auto first = parse_time(a);
  const auto second = parse_time(b);
  REQUIRE(first.has_value());
  REQUIRE(second.has_value());
  const auto later = later_by(*first, *second);
  if (!later) return std::nullopt;
  return static_cast<double>(*later) / 1e9;
}

}  // namespace

TEST_CASE("reads dates with blanks, T, underscores, dashes and slashes, and every kind of fraction") {
  check_time("2026-01-02 03:04:05", "2026-01-02 03:04:05 ?");
  check_time("2026-01-02 03:04:05,678", "2026-01-02 03:04:05.678 ?");
  check_time("2023-03-07 16:06:30.684022", "2023-03-07 16:06:30.684022 ?");
  check_time("2024-01-05T14:27:50", "2024-01-05 14:27:50 ?");
  check_time("2023-06-03_22:45:01", "2023-06-03 22:45:01 ?");
  check_time("2026-01-02-13:22:34", "2026-01-02 13:22:34 ?");
  check_time("2024/05/01 12:00:00", "2024-05-01 12:00:00 ?");
  check_time("2026-01-02 03:04:05.1", "2026-01-02 03:04:05.1 ?");
  check_time("2026-01-02 03:04:05.1234567891", "2026-01-02 03:04:05.123456789 ?");
}

TEST_CASE("reads zones where they are stated, and only there") {
  check_time("2023-10-05T23:40:07.398435Z", "2023-10-05 23:40:07.398435 0");
  check_time("2025-11-09 15:39:31.043 +08:00", "2025-11-09 15:39:31.043 480");
  check_time("2025-11-09 15:39:31 +0530", "2025-11-09 15:39:31 330");
  check_time("2025-11-09T15:39:31-03:30", "2025-11-09 15:39:31 -210");
  check_time("2025-11-09T15:39:31+09", "2025-11-09 15:39:31 540");
  check_time("2025-11-09 15:39:31 UTC", "2025-11-09 15:39:31 0");
  check_time("Tue Mar  5 10:11:12 CST 2024", "2024-03-05 10:11:12 ?");  // China's, Cuba's or Chicago's
  check_time("2025-11-09T15:39:31+25:00", "none");
  check_time("2025-11-09T15:39:31+08:75", "none");
}

TEST_CASE("reads dates without a year as such") {
  check_time("May 10 17:16:33", "?-05-10 17:16:33 ?");
  check_time("May 10  17:16:33.739", "?-05-10 17:16:33.739 ?");
  check_time("Oct  4 13:19:39", "?-10-04 13:19:39 ?");
  check_time("10-14 12:32:47", "?-10-14 12:32:47 ?");
  check_time("W1106 04:43:02.065000", "?-11-06 04:43:02.065000 ?");
  check_time("F0926 17:26:32.075587", "?-09-26 17:26:32.075587 ?");
}

TEST_CASE("reads ctime and rich's short date") {
  check_time("Tue Mar  5 10:11:12 2024", "2024-03-05 10:11:12 ?");
  check_time("Tue Mar  5 10:11:12 UTC 2024", "2024-03-05 10:11:12 0");
  check_time("05/01/24 12:00:00", "2024-05-01 12:00:00 ?");
}

TEST_CASE("reads a time of day alone, a clock since boot, and seconds since 1970") {
  check_time("18:11:06.680", "?-? 18:11:06.680 ?");
  check_time("12345.678901", "boot 12345.678901");
  check_time("1704464870", "2024-01-05 14:27:50 0");
  check_time("1704464870.25", "2024-01-05 14:27:50.25 0");
  check_time("1704464870123", "2024-01-05 14:27:50.123 0");
  check_time("1704464870123456", "2024-01-05 14:27:50.123456 0");
  check_time("1704464870123456789", "2024-01-05 14:27:50.123456789 0");
}

TEST_CASE("drops the fraction that torch takes from another clock") {
  check_time("E321 02:07:08.414640780", "?-03-21 02:07:08 ?");
  check_time("E1026 02:07:08.414640780", "?-10-26 02:07:08 ?");
  check_time("W710 14:49:34.2", "?-07-10 14:49:34 ?");
  check_time("321 02:07:08.414640780", "?-03-21 02:07:08 ?");
  check_time("1106 04:43:02.065000", "?-11-06 04:43:02.065000 ?");
  check_time("20261130 17:40:37.503574", "2026-11-30 17:40:37.503574 ?");
  check_time("02:07:08.414640780", "?-? 02:07:08 ?");
  check_in("[rank4]:[E321 02:07:08.414640780 ProcessGroupNCCL.cpp:607] [Rank 4] Watchdog", "02:07:08.414640780",
           "?-03-21 02:07:08 ?");
  check_in("[E321 02:07:08.414640 ProcessGroupNCCL.cpp:607] text", "02:07:08.414640", "?-03-21 02:07:08 ?");
}

TEST_CASE("finds the month and day that a header writes before the clock") {
  check_in("W1106 04:43:02.065000 26021 torch/api.py:897] text", "04:43:02.065000", "?-11-06 04:43:02.065000 ?");
  check_in("3: F0926 17:26:32.075587  157988 client.h:77] text", "17:26:32.075587", "?-09-26 17:26:32.075587 ?");
  check_in("GPU1106 04:43:02.065000 text", "04:43:02.065000", "?-? 04:43:02.065000 ?");
  check_in("text without it", "04:43:02", "?-? 04:43:02 ?");
}

TEST_CASE("tells when a line came in from when it was said") {
  check_in("2022-11-26T09:14:05.801230000Z stderr F [rank3]: RuntimeError", "2022-11-26T09:14:05.801230000Z",
           "arrived 2022-11-26 09:14:05.801230000 0");
  check_in("18:11:06.680 [rank4]:[E321 02:07:08.414640780 ProcessGroupNCCL.cpp:607] text", "18:11:06.680",
           "arrived ?-? 18:11:06.680 ?");
  check_in("2025-11-09 15:39:31.043 +08:00 [2025-11-09 07:39:30,100] INFO text", "2025-11-09 15:39:31.043 +08:00",
           "arrived 2025-11-09 15:39:31.043 480");
  check_in("2026-01-02 03:04:05,678 INFO llm: step 3 took 00:01:23", "2026-01-02 03:04:05,678",
           "2026-01-02 03:04:05.678 ?");
}

TEST_CASE("takes nothing for a time that cannot be one, or could be two") {
  for (const char* text : {"",
                           "x",
                           "25:00:00",
                           "12:60:00",
                           "12:00:60",
                           "2026-13-01 00:00:00",
                           "2026-02-29 00:00:00",
                           "2026-00-10 00:00:00",
                           "Feb 30 12:00:00",
                           "Foo 10 12:00:00",
                           "2026-01-02",
                           "2026-01-02 03:04",
                           "2026-01-02 03:04:05 PM",
                           "13/01/24 00:00:00",
                           "E1300 01:02:03.000000",
                           "E21 01:02:03",
                           "704.7",
                           "12345",
                           "99999999999999999999",
                           "9999999999",
                           "1.5",
                           "2026-01-02 03:04:05.",
                           "May 99999999999999999999 01:01:01"})
    check_time(text, "none");
  check_time("2024-02-29 00:00:00", "2024-02-29 00:00:00 ?");
  check_time("Feb 29 12:00:00", "?-02-29 12:00:00 ?");
}

TEST_CASE("writes ISO 8601 where year and zone are known, with the fraction as printed") {
  const auto iso = [](std::string_view text) {
    const auto time = parse_time(text);
    return time ? iso8601(*time).value_or("none") : "no time";
  };
  CHECK(iso("2023-10-05T23:40:07.398435Z") == "2023-10-05T23:40:07.398435Z");
  CHECK(iso("2025-11-09 15:39:31.043 +08:00") == "2025-11-09T15:39:31.043+08:00");
  CHECK(iso("2025-11-09 15:39:31,5-0330") == "2025-11-09T15:39:31.5-03:30");
  CHECK(iso("1704464870") == "2024-01-05T14:27:50Z");
  CHECK(iso("0999-01-01 00:00:00Z") == "0999-01-01T00:00:00Z");
  CHECK(iso("2026-01-02 03:04:05,678") == "none");
  CHECK(iso("May 10 17:16:33") == "none");
  CHECK(iso("18:11:06Z") == "none");
  CHECK(iso("12345.678901") == "none");
}

TEST_CASE("compares only what can be compared") {
  CHECK(seconds_later("2026-01-02 00:00:01.5", "2026-01-01 23:59:59") == 2.5);
  CHECK(seconds_later("2025-11-09T15:39:31+08:00", "2025-11-09T07:39:30Z") == 1);
  CHECK(seconds_later("2025-11-09 15:39:31", "2025-11-09T07:39:30Z") == std::nullopt);
  CHECK(seconds_later("May 10 17:16:33", "May  9 17:16:33") == 86400);
  CHECK(seconds_later("2026-05-10 17:16:33", "May 10 17:16:33") == std::nullopt);
  CHECK(seconds_later("Dec 31 23:59:59", "Jan  1 00:00:00") == std::nullopt);  // of which year?
  CHECK(seconds_later("Mar  1 00:00:00", "Feb 28 23:59:59") == std::nullopt);  // one second or a day
  CHECK(seconds_later("9999-12-31 23:59:59", "0001-01-01 00:00:00") == std::nullopt);
  CHECK(seconds_later("2024-03-01 00:00:00", "2024-02-28 00:00:00") == 2 * 86400);
  CHECK(seconds_later("2100-03-01 00:00:00", "2100-02-28 00:00:00") == 86400);
  CHECK(seconds_later("1709251199.0", "2024-02-29T23:59:59Z") == 0);
  CHECK(seconds_later("00:00:01", "23:59:59") == 2);
  CHECK(seconds_later("23:59:59", "00:00:01") == -2);
  CHECK(seconds_later("12345.678901", "12345.000000") == doctest::Approx(0.678901));
  CHECK(seconds_later("12345.678901", "18:11:06") == std::nullopt);
}
