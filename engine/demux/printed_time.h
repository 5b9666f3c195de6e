// A time as a line prints it → what the text itself states of it, and nothing else: no year, zone or date is guessed.
// Takes what demux cut out (Prefix::time) and, where it is at hand, the line around it. Not for finding times in text
// (the shapes do that), and not for which node's clock is right (blame/clocks.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace firstfault::demux {

using Nanoseconds = std::int64_t;
inline constexpr Nanoseconds kMillisecond = 1'000'000;
inline constexpr Nanoseconds kSecond = 1'000 * kMillisecond;
inline constexpr Nanoseconds kMinute = 60 * kSecond;
inline constexpr Nanoseconds kHour = 60 * kMinute;
inline constexpr Nanoseconds kDay = 24 * kHour;

/// Whose clock it is. Times of different clocks are never compared.
enum class Clock {
  Wall,      // of the process that speaks
  Arrival,   // of whatever carried the line: when it came in, not when it was said
  SinceBoot  // of the kernel
};

struct MonthDay {
  int month = 0;
  int day = 0;
  friend bool operator==(const MonthDay&, const MonthDay&) = default;
};

struct PrintedTime {
  Clock clock = Clock::Wall;
  std::optional<int> year;
  std::optional<MonthDay> date;  // may stand without a year (glog, syslog, vLLM); never the reverse
  Nanoseconds time_of_day = 0;   // since boot: all of it
  int digits = 0;                // of the fraction: 0 is a resolution of one second
  std::optional<int> zone;       // minutes east of UTC
  friend bool operator==(const PrintedTime&, const PrintedTime&) = default;
};

/// The whole of `text` as a time; empty for anything else, for times that cannot be ("25:00:00"), and for shapes that
/// could be read in two ways (12-hour clocks). Of torch's "[E321 02:07:08.414640780" the fraction is dropped: it is of
/// another clock than the seconds before it.
[[nodiscard]] std::optional<PrintedTime> parse_time(std::string_view text);

/// As parse_time, with what `line` says around `printed`: the month and day that glog writes before the clock, and
/// whether a second time or a container runtime's mark behind it shows that `printed` is only the arrival.
[[nodiscard]] std::optional<PrintedTime> parse_time_in(std::string_view line, std::string_view printed);

/// ISO 8601 with the fraction and zone as printed; empty where year or zone are not known, and for clocks since boot.
[[nodiscard]] std::optional<std::string> iso8601(const PrintedTime& time);

/// How much later `a` is than `b`; empty where the texts do not say: another clock, a zone on one side only, a date on
/// one side only, a century between them, dates without a year that are half a year apart or have a leap day between.
/// Of two times of day the shorter way round. Two local times are taken to be of one zone: that is the caller's to
/// know.
[[nodiscard]] std::optional<Nanoseconds> later_by(const PrintedTime& a, const PrintedTime& b);

}  // namespace firstfault::demux
