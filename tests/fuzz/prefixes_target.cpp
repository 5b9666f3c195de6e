#include <algorithm>
#include <vector>

#include "demux/dialect.h"
#include "demux/file_identity.h"
#include "demux/habit.h"
#include "demux/layout.h"
#include "demux/prefix.h"
#include "demux/printed_time.h"
#include "demux/restorer.h"
#include "split.h"
#include "targets.h"
#include "text/clean.h"

namespace firstfault::fuzz {
namespace {

bool stands_in(std::string_view part, std::string_view whole) {
  return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void check_time(std::string_view line, std::string_view printed) {
  const auto time = demux::parse_time_in(line, printed);
  if (!time) return;
  require(time->time_of_day >= 0, "a time of day is not negative");
  require(time->digits >= 0 && time->digits <= 9, "a fraction has at most nine digits");
  require(!demux::iso8601(*time) || time->zone.has_value(), "nothing is UTC unless it says so");
  const auto later = demux::later_by(*time, *time);
  require(!later || *later == 0, "no time is later than itself");
}

void check_prefix(std::string_view line, const demux::Dialect& dialect) {
  const auto peeled = demux::peel(line, dialect);
  // A mark at the line's end may go too (Ray's "[repeated 2x across cluster]", a trailing rank).
  require(stands_in(peeled.body, line) && stands_in(peeled.text, peeled.body), "what is left of a line stands in it");
  require(peeled.layers.count <= demux::kMaxLayers && peeled.layers.transport <= peeled.layers.count,
          "the layers of a line are bounded");
  const auto& prefix = peeled.prefix;
  require(!prefix.rank || prefix.rank->value >= 0, "a rank is not negative");
  require(!prefix.local_rank || prefix.local_rank->value >= 0, "a local rank is not negative");
  require(!prefix.pid || *prefix.pid >= 0, "a process id is not negative");
  require(stands_in(prefix.time, line) && stands_in(prefix.label, line) && stands_in(prefix.tag, line) &&
              stands_in(prefix.node, line),
          "what a prefix says stands in the line");
  check_time(line, prefix.time);
}

void check_habit(const std::vector<std::string>& lines) {
  const std::vector<std::string_view> views(lines.begin(), lines.end());
  const auto habit = demux::learn_habit(views);
  require(habit.label_begin <= habit.label_end && habit.label_end <= habit.tokens.size(), "a label is of the prefix");
  std::size_t matched = 0;
  for (const auto line : views) {
    const auto match = demux::match_habit(habit, line);
    if (!match) continue;
    ++matched;
    require(match->length <= line.size() && stands_in(match->label, line.substr(0, match->length)),
            "a learned prefix stands in front of the line");
  }
  require(habit.tokens.empty() || matched * 2 >= views.size(), "what was learned stands in front of most lines");
}

void check_layout(const std::vector<std::string>& lines) {
  constexpr std::size_t kWidest = 500;  // of terminals
  const auto layout = demux::learn_layout(lines);
  require(layout.wrap_columns <= kWidest, "no terminal is so wide");
  for (const auto& line : lines)
    require(!demux::is_full_row(line, layout.wrap_columns) || line.size() >= layout.wrap_columns,
            "a row of so many columns has as many bytes at least");
}

// Every line comes out once: alone, or as a row of one that is made of the rows from `begin` to `end`.
class Accounts {
 public:
  explicit Accounts(const std::vector<std::string>& lines) : lines_(lines), handed_out_(lines.size(), false) {}

  void note(std::string_view text, const SourceSpan& span, const demux::Layout& layout) {
    require(span.begin < span.end && span.end <= lines_.size(), "a span goes forward");
    std::string joined;
    for (auto i = span.begin; i < span.end; ++i) {
      // A progress bar between the rows of a line was handed out by itself, before it.
      if (handed_out_[i] && span.end - span.begin > 1) continue;
      require(!handed_out_[i], "no line is handed out twice");
      handed_out_[i] = true;
      if (!layout.doubled || i == span.begin || lines_[i] != lines_[i - 1]) joined += lines_[i];
    }
    require(joined == text, "a line comes out as it went in");
  }

  void close(const demux::Restorer& restorer) const {
    const bool doubled = restorer.dialect().layout.doubled;
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const bool twin = (i > 0 && lines_[i - 1] == lines_[i]) || (i + 1 < lines_.size() && lines_[i + 1] == lines_[i]);
      missing += handed_out_[i] || (doubled && twin) ? 0 : 1;
    }
    require(missing == restorer.left_out(), "no line is lost without a word");
  }

 private:
  const std::vector<std::string>& lines_;
  std::vector<bool> handed_out_;
};

void check_restorer(const std::vector<std::string>& lines) {
  Accounts accounts(lines);
  demux::Restorer restorer;
  const auto sink = [&](std::string_view text, const SourceSpan& span) {
    accounts.note(text, span, restorer.dialect().layout);
    check_prefix(text, restorer.dialect());
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::uint64_t at = i;
    restorer.line(lines[i], {InputId{0}, at + 1, at + 1, at, at + 1}, sink);
  }
  restorer.finish(sink);
  require(!restorer.holds_lines(), "nothing is held back in the end");
  accounts.close(restorer);
}

}  // namespace

void prefixes(std::string_view data) {
  std::vector<std::string> lines;
  std::string scratch;
  for (const auto& line : split(data, std::max<std::size_t>(data.size(), 1)).lines)
    lines.emplace_back(text::strip_controls(line.bytes, scratch));
  std::vector<std::string> window(
      lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(std::min(lines.size(), demux::kSniffLines)));
  check_habit(window);
  check_layout(window);
  for (const auto& line : lines) check_prefix(line, {});
  check_restorer(lines);
  (void)demux::identify_file(data.substr(0, 200));
}

}  // namespace firstfault::fuzz
