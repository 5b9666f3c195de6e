#include "demux/printed_time.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "text/cursor.h"

namespace firstfault::demux {
namespace {

using text::Cursor;

constexpr int kMaxDigits = 9;      // of a fraction; what is beyond a nanosecond is passed over
constexpr int kGlogDigits = 6;     // glog and absl print microseconds; what torch's header prints there is no time
constexpr int kLeapYear = 2000;    // stands for a year that is not known
constexpr int kMaxZoneHours = 14;  // Kiribati
constexpr std::int64_t kHalfYear = 182;            // days
constexpr std::int64_t kCentury = 36'525;          // days; what is further apart would not fit into nanoseconds
constexpr std::size_t kEpochLength = 10;           // digits of the seconds since 1970, from 2001 on
constexpr std::int64_t kMaxEpoch = 4'102'444'800;  // the year 2100: what counts further is no time
constexpr int kKernelDigits = 6;
constexpr int kMaxTags = 4;  // between a first and a second time
constexpr std::size_t kLongestTag = 96;

constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> kWeekdays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

bool is_date(int month, int day, int year) {
  static constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && is_leap(year) ? 1 : 0);
}

bool set_date(PrintedTime& time, int month, int day, std::optional<int> year) {
  if (!is_date(month, day, year.value_or(kLeapYear))) return false;
  time.date = MonthDay{month, day};
  time.year = year;
  return true;
}

// ".123456", ",123"
void take_fraction(Cursor& cursor, PrintedTime& time) {
  Cursor c = cursor;
  if (!c.take('.') && !c.take(',')) return;
  const auto digits = c.take_while(text::is_digit);
  if (digits.empty()) return;
  std::int64_t value = 0;
  for (int i = 0; i < kMaxDigits; ++i) {
    const auto at = static_cast<std::size_t>(i);
    value = value * 10 + (at < digits.size() ? digits[at] - '0' : 0);
  }
  time.time_of_day += value;
  time.digits = std::min(static_cast<int>(digits.size()), kMaxDigits);
  cursor = c;
}

bool take_clock(Cursor& cursor, PrintedTime& time) {
  Cursor c = cursor;
  const auto hour = c.take_digits(2);
  if (!hour || !c.take(':')) return false;
  const auto minute = c.take_digits(2);
  if (!minute || !c.take(':')) return false;
  const auto second = c.take_digits(2);
  if (!second || *hour > 23 || *minute > 59 || *second > 59) return false;
  time.time_of_day = *hour * kHour + *minute * kMinute + *second * kSecond;
  take_fraction(c, time);
  cursor = c;
  return true;
}

void drop_fraction(PrintedTime& time) {
  time.time_of_day -= time.time_of_day % kSecond;
  time.digits = 0;
}

// "Z", "+08:00", " +0800", "+08", " UTC"
bool take_zone(Cursor& cursor, PrintedTime& time) {
  Cursor c = cursor;
  const bool apart = c.take(' ');
  if (c.take("UTC") || c.take("GMT") || (!apart && c.take('Z'))) {
    time.zone = 0;
    cursor = c;
    return true;
  }
  const bool west = c.peek() == '-';
  if (!c.take('+') && !c.take('-')) return false;
  const auto hour = c.take_digits(2);
  if (!hour || *hour > kMaxZoneHours) return false;
  const bool colon = c.take(':');
  const auto minute = c.take_digits(2);
  if (!minute && (colon || apart)) return false;
  if (minute.value_or(0) > 59) return false;
  const int offset = *hour * 60 + minute.value_or(0);
  time.zone = west ? -offset : offset;
  cursor = c;
  return true;
}

// 2026-01-02T03:04:05.678Z  2026-01-02 03:04:05,678  2026/01/02 03:04:05  2023-06-03_22:45:01  2026-01-02-13:22:34
bool take_full(Cursor& cursor, PrintedTime& time) {
  Cursor c = cursor;
  const auto year = c.take_digits(4);
  const char between = c.peek();
  if (!year || (between != '-' && between != '/') || !c.take(between)) return false;
  const auto month = c.take_digits(2);
  if (!month || !c.take(between)) return false;
  const auto day = c.take_digits(2);
  if (!day || !set_date(time, *month, *day, *year)) return false;
  if (c.take(' ')) {
    c.skip_blanks();
  } else if (!c.take('T') && !c.take('_') && !c.take('-')) {
    return false;
  }
  if (!take_clock(c, time)) return false;
  take_zone(c, time);
  cursor = c;
  return true;
}

// 10-14 12:32:47 (vLLM), 05/01/24 12:00:00 (rich: %x of the C locale, month first)
bool take_short(Cursor& cursor, PrintedTime& time) {
  Cursor c = cursor;
  const auto month = c.take_digits(2);
  const bool rich = c.peek() == '/';
  if (!month || !(c.take('-') || c.take('/'))) return false;
  const auto day = c.take_digits(2);
  std::optional<int> year;
  if (rich) {
    if (!c.take('/')) return false;
    year = c.take_digits(2);
    if (!year) return false;
    year = *year + (*year < 69 ? 2000 : 1900);  // as POSIX reads %y
  }
  if (!day || !set_date(time, *month, *day, year) || !c.take(' ') || !take_clock(c, time)) return false;
  cursor = c;
  return true;
}

// E321 02:07:08.414640780 (torch), W1106 04:43:02.065000 (glog, absl), 20261130 17:40:37.503574 (glog with the year):
// month and a day of two digits; with the level's letter or without
bool take_glog(Cursor& cursor, PrintedTime& time) {
  Cursor c = cursor;
  if (std::string_view("IWEFVDC").find(c.peek()) != std::string_view::npos) c.take(c.peek());
  const auto digits = c.take_while(text::is_digit);
  if ((digits.size() != 3 && digits.size() != 4 && digits.size() != 8) || !c.take(' ')) return false;
  Cursor number(digits);
  const auto year = digits.size() == 8 ? number.take_digits(4) : std::nullopt;
  const auto month = number.take_digits(digits.size() == 3 ? 1 : 2);
  const auto day = number.take_digits(2);
  if (!month || !day || !set_date(time, *month, *day, year) || !take_clock(c, time)) return false;
  if (digits.size() == 3 || time.digits != kGlogDigits) drop_fraction(time);
  cursor = c;
  return true;
}

std::optional<int> take_month(Cursor& cursor) {
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (cursor.take(kMonths[i])) return static_cast<int>(i) + 1;
  return std::nullopt;
}

// May 10 17:16:33 (syslog), Tue Mar  5 10:11:12 2024 (ctime), Tue Mar  5 10:11:12 UTC 2024 (date)
bool take_words(Cursor& cursor, PrintedTime& time) {
  Cursor c = cursor;
  for (const auto weekday : kWeekdays)
    if (c.take(weekday)) {
      c.take(',');
      c.skip_blanks();
      break;
    }
  const auto month = take_month(c);
  if (!month || !c.take(' ')) return false;
  c.skip_blanks();
  const auto day = c.take_number();
  if (!day || *day > 31 || !c.take(' ')) return false;
  c.skip_blanks();
  if (!take_clock(c, time)) return false;
  if (!take_zone(c, time)) {
    Cursor word = c;  // "PST", "CST": which of the zones of that name, the text does not say
    if (word.take(' ') && word.take_while(text::is_upper).size() >= 2) c = word;
  }
  std::optional<int> year;
  Cursor behind = c;
  if (behind.take(' '))
    if ((year = behind.take_digits(4))) c = behind;
  if (!set_date(time, *month, static_cast<int>(*day), year)) return false;
  cursor = c;
  return true;
}

// Days from 1 March of the year 0, from which on every leap day ends a year; of both calendars below.
constexpr std::int64_t kDaysTo1970 = 719'468;
constexpr std::int64_t kDaysIn400Years = 146'097;

std::int64_t days_since_1970(int year, MonthDay date) {
  const std::int64_t y = date.month <= 2 ? year - 1 : year;
  const std::int64_t month = (date.month + 9) % 12;  // from March
  return y * 365 + y / 4 - y / 100 + y / 400 + (month * 153 + 2) / 5 + date.day - 1 - kDaysTo1970;
}

void set_epoch(PrintedTime& time, Nanoseconds since_1970) {
  const std::int64_t days = since_1970 / kDay + kDaysTo1970;
  const std::int64_t of_era = days % kDaysIn400Years;
  const std::int64_t y = (of_era - of_era / 1460 + of_era / 36'524 - of_era / 146'096) / 365;
  const std::int64_t of_year = of_era - (y * 365 + y / 4 - y / 100);
  const std::int64_t month = (of_year * 5 + 2) / 153;  // from March
  time.date = MonthDay{static_cast<int>((month + 2) % 12 + 1), static_cast<int>(of_year - (month * 153 + 2) / 5 + 1)};
  time.year = static_cast<int>(days / kDaysIn400Years * 400 + y + (time.date->month <= 2 ? 1 : 0));
  time.time_of_day = since_1970 % kDay;
  time.zone = 0;
}

// 12345.678901 (since boot), 1704464870, 1704464870.123, 1704464870123 (since 1970: seconds, or finer by the length)
bool take_count(Cursor& cursor, PrintedTime& time) {
  Cursor c = cursor;
  const auto length = Cursor(c.rest()).take_while(text::is_digit).size();
  const auto number = c.take_number();
  if (!number) return false;
  if (length < kEpochLength) {
    take_fraction(c, time);
    if (time.digits != kKernelDigits) return false;
    time.clock = Clock::SinceBoot;
    time.time_of_day += *number * kSecond;
  } else {
    time.digits = static_cast<int>(length - kEpochLength);
    if (time.digits > kMaxDigits || time.digits % 3 != 0) return false;
    std::int64_t unit = 1'000'000'000;
    for (int digit = 0; digit < time.digits; ++digit) unit /= 10;
    if (*number > kMaxEpoch * (1'000'000'000 / unit)) return false;
    if (time.digits == 0) take_fraction(c, time);
    set_epoch(time, *number * unit + time.time_of_day);
  }
  cursor = c;
  return true;
}

// A clock without a date: of nine digits behind it nobody can say whether they are torch's.
bool take_time_of_day(Cursor& cursor, PrintedTime& time) {
  if (!take_clock(cursor, time)) return false;
  if (time.digits == kMaxDigits) drop_fraction(time);
  take_zone(cursor, time);
  return true;
}

std::string two_digits(std::int64_t number) {
  const auto text = std::to_string(number);
  return text.size() < 2 ? "0" + text : text;
}

// The letter and digits that glog writes before the clock: "E321 " in "[rank4]:[E321 02:07:08.4 File.cpp:1]".
std::string_view glog_date_before(std::string_view before) {
  std::string_view head = before;
  if (!head.ends_with(' ')) return {};
  head.remove_suffix(1);
  std::size_t digits = 0;
  while (digits < head.size() && text::is_digit(head[head.size() - 1 - digits])) ++digits;
  if ((digits != 3 && digits != 4) || head.size() == digits) return {};
  const auto at = head.size() - digits - 1;
  const char left = at == 0 ? ' ' : head[at - 1];
  if (!text::is_upper(head[at]) || text::is_word(left)) return {};
  return before.substr(at);
}

bool begins_with_time(std::string_view text) {
  for (const auto take : {take_full, take_glog, take_short, take_time_of_day, take_words}) {
    Cursor cursor(text);
    PrintedTime time;
    if (take(cursor, time)) return true;
  }
  return false;
}

// What stands behind a time is a container runtime's mark, or another time with nothing but tags in between.
bool is_arrival(std::string_view behind) {
  for (int tag = 0; tag <= kMaxTags; ++tag) {
    while (!behind.empty() && std::string_view(" ]:\t").find(behind.front()) != std::string_view::npos)
      behind.remove_prefix(1);
    for (const std::string_view mark : {"stdout F ", "stderr F ", "stdout P ", "stderr P "})
      if (behind.starts_with(mark)) return true;
    if (begins_with_time(behind)) return true;
    if (!behind.starts_with('[') && !behind.starts_with('(')) return false;
    if (begins_with_time(behind.substr(1))) return true;
    const auto end = behind.substr(0, kLongestTag).find_first_of("])");
    if (end == std::string_view::npos) return false;
    behind.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace

std::optional<PrintedTime> parse_time(std::string_view text) {
  for (const auto take : {take_full, take_short, take_time_of_day, take_glog, take_words, take_count}) {
    Cursor cursor(text);
    PrintedTime time;
    if (take(cursor, time) && cursor.done()) return time;
  }
  return std::nullopt;
}

std::optional<PrintedTime> parse_time_in(std::string_view line, std::string_view printed) {
  const auto at = printed.empty() ? std::string_view::npos : line.find(printed);
  if (at == std::string_view::npos) return parse_time(printed);
  const auto date = glog_date_before(line.substr(0, at));
  auto time =
      date.empty() ? parse_time(printed) : parse_time(line.substr(at - date.size(), date.size() + printed.size()));
  if (!time && !date.empty()) time = parse_time(printed);
  if (time && time->clock == Clock::Wall && is_arrival(line.substr(at + printed.size()))) time->clock = Clock::Arrival;
  return time;
}

std::optional<std::string> iso8601(const PrintedTime& time) {
  if (!time.year || !time.date || !time.zone || time.clock == Clock::SinceBoot) return std::nullopt;
  std::string text = std::to_string(*time.year);
  text.insert(0, 4 - std::min<std::size_t>(text.size(), 4), '0');
  text += '-' + two_digits(time.date->month) + '-' + two_digits(time.date->day) + 'T' +
          two_digits(time.time_of_day / kHour) + ':' + two_digits(time.time_of_day / kMinute % 60) + ':' +
          two_digits(time.time_of_day / kSecond % 60);
  if (time.digits > 0) {
    auto fraction = std::to_string(time.time_of_day % kSecond);
    fraction.insert(0, static_cast<std::size_t>(kMaxDigits) - fraction.size(), '0');
    text += '.' + fraction.substr(0, static_cast<std::size_t>(time.digits));
  }
  if (*time.zone == 0) return text + 'Z';
  const int zone = *time.zone < 0 ? -*time.zone : *time.zone;
  return text + (*time.zone < 0 ? '-' : '+') + two_digits(zone / 60) + ':' + two_digits(zone % 60);
}

std::optional<Nanoseconds> later_by(const PrintedTime& a, const PrintedTime& b) {
  if (a.clock != b.clock || a.zone.has_value() != b.zone.has_value()) return std::nullopt;
  if (a.date.has_value() != b.date.has_value()) return std::nullopt;
  const Nanoseconds of_day = a.time_of_day - b.time_of_day - (a.zone.value_or(0) - b.zone.value_or(0)) * kMinute;
  if (a.clock == Clock::SinceBoot) return of_day;
  if (!a.date) {
    if (of_day > kDay / 2) return of_day - kDay;
    return of_day < -kDay / 2 ? of_day + kDay : of_day;
  }
  if (a.year.has_value() != b.year.has_value()) return std::nullopt;
  const std::int64_t apart =
      days_since_1970(a.year.value_or(kLeapYear), *a.date) - days_since_1970(b.year.value_or(kLeapYear), *b.date);
  const bool over_leap_day = (a.date->month <= 2) != (b.date->month <= 2);
  if (!a.year && (std::abs(apart) > kHalfYear || over_leap_day)) return std::nullopt;
  if (std::abs(apart) > kCentury) return std::nullopt;
  return of_day + apart * kDay;
}

}  // namespace firstfault::demux
