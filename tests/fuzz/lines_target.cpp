#include <algorithm>
#include <vector>

#include "demux/dialect.h"
#include "demux/file_identity.h"
#include "demux/prefix.h"
#include "demux/printed_time.h"
#include "targets.h"
#include "text/clean.h"
#include "text/line_splitter.h"

namespace firstfault::fuzz {
namespace {

struct Line {
  std::string bytes;
  text::RawLine raw;
  bool operator==(const Line& other) const {
    return bytes == other.bytes && raw.begin == other.raw.begin && raw.end == other.raw.end &&
           raw.line == other.raw.line && raw.editor_line == other.raw.editor_line;
  }
};

struct Split {
  std::vector<Line> lines;
  text::Encoding encoding = text::Encoding::Bytes;
  bool operator==(const Split&) const = default;
};

Split split(std::string_view data, std::size_t piece) {
  Split result;
  auto& lines = result.lines;
  text::LineSplitter splitter;
  const auto keep = [&](const text::RawLine& raw) {
    lines.push_back({std::string(raw.bytes), raw});
    lines.back().raw.bytes = {};
  };
  for (std::size_t at = 0; at < data.size(); at += piece) splitter.feed(data.substr(at, piece), keep);
  splitter.finish(keep);
  result.encoding = splitter.encoding();
  return result;
}

void check_spans(std::string_view data, const Split& split) {
  constexpr std::uint64_t kLongestEnding = 4;  // "\r\n" of UTF-16; a byte order mark is shorter
  std::uint64_t end = 0;
  for (const auto& line : split.lines) {
    require(line.raw.begin >= end && line.raw.begin <= end + kLongestEnding && line.raw.end >= line.raw.begin &&
                line.raw.end <= data.size(),
            "spans follow each other within the input");
    const bool decoded = split.encoding != text::Encoding::Bytes;
    require(line.raw.cut || decoded || data.substr(line.raw.begin, line.raw.end - line.raw.begin) == line.bytes,
            "a span holds the bytes of its line");
    end = line.raw.end;
  }
}

void check_prefix(std::string_view line, const demux::Dialect& dialect) {
  const auto peeled = demux::peel(line, dialect);
  // A mark at the line's end may go too (Ray's "[repeated 2x across cluster]", a trailing rank).
  require(line.find(peeled.body) != std::string_view::npos && peeled.body.find(peeled.text) != std::string_view::npos,
          "what is left of a line stands in it");
  require(!peeled.prefix.rank || peeled.prefix.rank->value >= 0, "a rank is not negative");
  if (const auto time = demux::parse_time_in(line, peeled.prefix.time)) {
    require(time->time_of_day >= 0, "a time of day is not negative");
    require(!demux::iso8601(*time) || time->zone.has_value(), "nothing is UTC unless it says so");
  }
}

}  // namespace

void lines(std::string_view data) {
  const auto whole = split(data, std::max<std::size_t>(data.size(), 1));
  require(whole == split(data, 7), "pieces do not change the lines");
  check_spans(data, whole);
  std::vector<std::string> clean;
  for (const auto& line : whole.lines) {
    std::string scratch;
    clean.emplace_back(text::strip_controls(line.bytes, scratch));
    constexpr std::size_t kMostBlanks = 4'096;  // that cursor movements may stand for
    require(clean.back().size() <= line.bytes.size() + kMostBlanks, "cleaning adds blanks only, and few");
    for (const char c : clean.back())
      require(c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f), "no control character is left");
    const std::string utf8 = text::to_valid_utf8(clean.back(), 100);
    require(text::to_valid_utf8(utf8, utf8.size() + 1) == utf8, "valid UTF-8 stays as it is");
  }
  const auto dialect = demux::sniff(clean);
  for (const auto& line : clean) {
    check_prefix(line, dialect);
    check_prefix(line, {});
  }
  (void)demux::identify_file(data.substr(0, 200));
}

}  // namespace firstfault::fuzz
