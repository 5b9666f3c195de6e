// An input's lines, whatever the size of the pieces in which it comes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/line_splitter.h"

namespace firstfault::fuzz {

struct Line {
  std::string bytes;
  text::RawLine raw;  // its view is empty
  bool operator==(const Line& other) const {
    return bytes == other.bytes && raw.begin == other.raw.begin && raw.end == other.raw.end &&
           raw.line == other.raw.line && raw.editor_line == other.raw.editor_line && raw.cut == other.raw.cut;
  }
};

struct Split {
  std::vector<Line> lines;
  text::Encoding encoding = text::Encoding::Bytes;
  bool operator==(const Split&) const = default;
};

[[nodiscard]] inline Split split(std::string_view data, std::size_t piece) {
  Split result;
  text::LineSplitter splitter;
  const auto keep = [&](const text::RawLine& raw) {
    result.lines.push_back({std::string(raw.bytes), raw});
    result.lines.back().raw.bytes = {};
  };
  for (std::size_t at = 0; at < data.size(); at += piece) splitter.feed(data.substr(at, piece), keep);
  splitter.finish(keep);
  result.encoding = splitter.encoding();
  return result;
}

}  // namespace firstfault::fuzz
