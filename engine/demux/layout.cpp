#include "demux/layout.h"

#include <algorithm>
#include <set>

#include "demux/prefix.h"
#include "demux/shapes.h"
#include "text/characters.h"
#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::demux {
namespace {

constexpr std::string_view kTraceback = "Traceback (most recent call last)";
constexpr std::size_t kNarrowest = 40;  // of terminals
constexpr std::size_t kWidest = 500;

bool is_frame(std::string_view line) {
  const auto at = line.find("  File \"");
  return at != std::string_view::npos && at < 200;
}

// "=====", "-----": drawn to fit, not wrapped.
bool is_rule(std::string_view row) {
  return !row.empty() && row.find_first_not_of(row.back()) >= row.size() - std::min<std::size_t>(row.size(), 1);
}

// The first word, its numbers made alike: what two lines with the same prefix begin with.
std::string first_word_form(std::string_view line) {
  std::string form;
  for (const char c : line.substr(0, std::min<std::size_t>(line.find(' '), 40)))
    if (!text::is_digit(c) || form.empty() || form.back() != '0') form += text::is_digit(c) ? '0' : c;
  return form;
}

// Does `next` look like the rest of the row above it (1), like a line of its own (-1), or may it be either (0)?
int looks_continued(std::string_view row, std::string_view next) {
  if (next.empty() || next.starts_with("  ") || next.substr(0, 100).find(kTraceback) != std::string_view::npos)
    return -1;
  if (peel(next, {}).layers.count > 0 || (next.size() > 3 && is_rule(next))) return -1;
  if (next.front() == ' ') return 0;
  if (first_word_form(next) == first_word_form(row)) return -1;
  const auto word = next.substr(0, next.find_first_of(" :"));
  if (word.ends_with("Error") || word.ends_with("Exception")) return -1;
  if (row.ends_with(' ')) return 1;
  const char first = next.front();
  const bool within_word = text::is_word(row.back()) && text::is_word(first) && !text::is_upper(first);
  constexpr std::string_view kNoBeginning = "/_.,)(]=\"':";
  constexpr std::string_view kNoEnd = "/_,(=\"'";  // a sentence may end with the rest
  return within_word || kNoBeginning.find(first) != std::string_view::npos ||
                 kNoEnd.find(row.back()) != std::string_view::npos
             ? 1
             : 0;
}

std::size_t learn_wrap(const std::vector<std::string>& lines) {
  std::size_t widest = 0;
  for (const auto& line : lines)
    widest = std::max(widest, line.size() > 4 * kWidest ? line.size() : text::columns(line));
  if (widest < kNarrowest || widest > kWidest) return 0;
  std::set<std::string_view> continued;  // two ranks that print the same long line prove nothing
  std::size_t ended = 0;
  std::size_t rows = 0;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (!is_full_row(lines[i], widest)) continue;
    const int verdict = looks_continued(lines[i], lines[i + 1]);
    if (verdict > 0 && !continued.insert(lines[i]).second) continue;
    ++rows;
    ended += verdict < 0 ? 1 : 0;
  }
  const bool wrapped = continued.size() >= 2 && continued.size() * 2 >= rows && ended * 10 <= rows;
  return wrapped ? widest : 0;
}

struct Turns {
  std::size_t forward = 0;
  std::size_t backward = 0;
};

// A traceback's header stands above its frames, and a frame above its source; newest first turns both round.
Turns turns_of_tracebacks(const std::vector<std::string>& lines) {
  Turns turns;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find(kTraceback) == std::string::npos) continue;
    const bool below = i + 1 < lines.size() && lines[i + 1].find("File \"") != std::string::npos;
    const bool above =
        (i >= 1 && is_frame(peel(lines[i - 1], {}).text)) || (i >= 2 && is_frame(peel(lines[i - 2], {}).text));
    turns.forward += below ? 1 : 0;
    turns.backward += above && !below ? 1 : 0;
  }
  return turns;
}

struct Times {
  Turns turns;
  std::size_t lone = 0;
  std::size_t timed = 0;
};

// Times of one form compare as text, within a day at least.
Times times_of(const std::vector<std::string>& lines) {
  Times times;
  std::string last;
  for (const auto& line : lines) {
    const auto peeled = peel(line, {});
    const auto time = peeled.prefix.time;
    if (time.empty()) continue;
    const bool lone = text::trim(peeled.text).empty();
    times.lone += lone ? 1 : 0;
    times.timed += lone ? 0 : 1;
    if (last.size() == time.size()) {
      times.turns.forward += last < time ? 1 : 0;
      times.turns.backward += last > time ? 1 : 0;
    }
    last.assign(time);
  }
  return times;
}

LineOrder learn_order(const std::vector<std::string>& lines, const Times& times) {
  constexpr std::size_t kFew = 5;
  const Turns tracebacks = turns_of_tracebacks(lines);
  const bool times_turned = times.turns.backward >= kFew && times.turns.forward * 10 <= times.turns.backward;
  const bool times_against = times.turns.forward > times.turns.backward;
  if (tracebacks.backward > 0 && tracebacks.forward == 0 && !times_against) return LineOrder::NewestLinesFirst;
  if (!times_turned) return LineOrder::OldestFirst;
  return tracebacks.forward > 0 ? LineOrder::NewestRecordsFirst : LineOrder::NewestLinesFirst;
}

bool learn_doubled(const std::vector<std::string>& lines) {
  constexpr std::size_t kFew = 6;
  std::size_t pairs = 0;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (text::trim(lines[i]).empty()) continue;
    ++asked;
    if (i + 1 == lines.size() || lines[i + 1] != lines[i]) continue;
    ++pairs;
    ++asked;
    ++i;
  }
  return asked >= kFew && pairs * 2 * 10 >= asked * 9;
}

bool learn_times_at_end(const std::vector<std::string>& lines) {
  constexpr std::size_t kFew = 4;
  std::size_t asked = 0;
  std::size_t timed = 0;
  for (const auto& line : lines) {
    if (text::trim(line).empty()) continue;
    ++asked;
    timed += shapes::time_at_end(line) ? 1 : 0;
  }
  return timed >= kFew && timed * 10 >= asked * 8;
}

}  // namespace

bool is_full_row(std::string_view row, std::size_t wrap_columns) {
  if (wrap_columns == 0 || row.size() < wrap_columns || row.size() > 4 * wrap_columns) return false;
  // Padded with blanks up to the edge, or drawn there (as IPython draws its headers): it ends with the row.
  return text::columns(row) == wrap_columns && !row.ends_with("  ") && !row.ends_with(kTraceback) && !is_rule(row);
}

bool is_bar(std::string_view line) {
  const auto percent = line.find("%|");
  if (percent == std::string_view::npos || percent == 0 || !text::is_digit(line[percent - 1])) return false;
  const auto bracket = line.find('[', percent);
  if (bracket == std::string_view::npos) return false;
  return line.find("/s", bracket) != std::string_view::npos || line.find("s/it", bracket) != std::string_view::npos;
}

bool begins_record(std::string_view line) { return !peel(line, {}).prefix.time.empty(); }

Layout learn_layout(const std::vector<std::string>& lines) {
  Layout layout;
  const Times times = times_of(lines);
  layout.wrap_columns = learn_wrap(lines);
  layout.order = learn_order(lines, times);
  layout.doubled = learn_doubled(lines);
  layout.times_at_end = learn_times_at_end(lines);
  layout.lone_times = times.lone >= 3 && times.lone * 10 >= lines.size() && times.lone > times.timed;
  return layout;
}

}  // namespace firstfault::demux
