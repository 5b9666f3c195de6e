#include "lsp/locate.h"

#include <algorithm>

#include "text/clean.h"

namespace firstfault::lsp {
namespace {

std::size_t own_line(const UserFrame& frame) { return frame.line > 0 ? static_cast<std::size_t>(frame.line - 1) : 0; }

std::optional<std::size_t> only_line_with(std::string_view source, std::string_view quoted) {
  std::optional<std::size_t> found;
  LineWalk walk(source);
  std::size_t number = 0;
  for (auto line = walk.next(); line; line = walk.next(), ++number) {
    if (text::trim(line->text) != quoted) continue;
    if (found) return {};
    found = number;
  }
  return found;
}

/// The marks of the traceback as columns of `line`; empty where there are none or they do not fit.
std::optional<std::string_view> marked_part(std::string_view line, const UserFrame& frame) {
  const std::string_view quoted = text::trim(frame.source);
  const std::string_view code = text::trim(line);
  if (quoted.empty() || quoted != code || frame.mark_begin < 0 || frame.mark_end <= frame.mark_begin) return {};
  const auto cut = static_cast<std::size_t>(quoted.data() - frame.source.data());  // blanks before the quoted code
  const auto begin = static_cast<std::size_t>(frame.mark_begin);
  const auto end = static_cast<std::size_t>(frame.mark_end);
  if (begin < cut || end > cut + code.size()) return {};
  return code.substr(begin - cut, end - begin);
}

}  // namespace

std::optional<std::size_t> find_frame_line(std::string_view source, const UserFrame& frame) {
  const std::string_view quoted = text::trim(frame.source);
  const auto own = line_at(source, own_line(frame));
  if (own && frame.line > 0 && (quoted.empty() || text::trim(own->text) == quoted)) return own_line(frame);
  return quoted.empty() ? std::nullopt : only_line_with(source, quoted);
}

Range frame_range(std::string_view source, const UserFrame& frame, Encoding encoding) {
  std::size_t number = find_frame_line(source, frame).value_or(own_line(frame));
  auto line = line_at(source, number);
  if (!line) {
    number = position_at(source, source.size(), encoding).line;
    line = line_at(source, number);
  }
  const std::string_view all = line->text;
  const std::string_view part = marked_part(all, frame).value_or(text::trim(all));
  if (part.empty()) return {{number, 0}, {number, count_units(all, encoding)}};
  const auto begin = static_cast<std::size_t>(part.data() - all.data());
  return {{number, count_units(all.substr(0, begin), encoding)},
          {number, count_units(all.substr(0, begin + part.size()), encoding)}};
}

}  // namespace firstfault::lsp
