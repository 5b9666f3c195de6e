#include "advice/code_actions_locate.h"

#include <algorithm>
#include <string>
#include <vector>

namespace firstfault::advice {

namespace {

using IsCandidate = std::function<bool(const syntax::Call&)>;

constexpr std::size_t kMaxMovedLines = 8;

struct Line {
  int number = 0;  // 1-based
  std::size_t begin = 0;
  std::string_view text;  // without blanks around it
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\f");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n\f") - begin + 1);
}

std::vector<Line> lines_of(std::string_view source) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin <= source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    lines.push_back({static_cast<int>(lines.size()) + 1, begin, trimmed(source.substr(begin, end - begin))});
    begin = end + 1;
  }
  return lines;
}

/// "Net.forward.<locals>.loss" → "loss"; "<module>" → "".
std::string_view short_name(std::string_view function) {
  if (function.starts_with('<')) return {};
  const std::size_t dot = function.rfind('.');
  return dot == std::string_view::npos ? function : function.substr(dot + 1);
}

/// What the traceback underlined, as offsets of the source.
struct Mark {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Offset of the n-th character; the size of the text where there are fewer.
std::size_t offset_of_character(std::string_view text, std::size_t count) {
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  std::size_t offset = 0;
  for (; offset < text.size(); ++offset)
    if (!continues(text[offset]) && count-- == 0) break;
  return offset;
}

/// The mark as columns of bytes and, beyond ASCII, as columns of characters: what the terminal shows below each other.
std::vector<Mark> marks_on(const Line& line, std::string_view source, const UserFrame& frame) {
  const std::string_view quoted = frame.source;
  const std::size_t blanks = quoted.find_first_not_of(" \t\r\n\f");
  if (frame.mark_begin < 0 || frame.mark_end <= frame.mark_begin || blanks == std::string_view::npos) return {};
  const auto begin = static_cast<std::size_t>(frame.mark_begin);
  const auto end = static_cast<std::size_t>(frame.mark_end);
  if (begin < blanks || end > quoted.size()) return {};
  const std::size_t text_begin = source.find_first_not_of(" \t\f", line.begin);
  const std::size_t begin_by_character = offset_of_character(quoted, begin);
  const std::size_t end_by_character = offset_of_character(quoted, end);
  std::vector<Mark> marks = {{text_begin + begin - blanks, text_begin + end - blanks}};
  if (end_by_character != end) {
    marks.push_back({text_begin + begin_by_character - blanks, text_begin + end_by_character - blanks});
  }
  return marks;
}

/// Python 3.11 underlines the whole call as far as it stands on the line; 3.13 may underline its parentheses only.
bool is_marked_by(const Mark& mark, const syntax::Call& call, const Line& line, std::string_view source) {
  const std::size_t text_end = source.find_first_not_of(" \t\f", line.begin) + line.text.size();
  if (mark.end != std::min(call.range.end, text_end)) return false;
  if (mark.begin == call.range.begin) return true;
  const std::size_t first = call.arguments.empty() ? call.range.end : call.arguments.front().range.begin;
  const std::size_t bracket = source.substr(0, std::min(first, source.size())).rfind('(');
  return bracket != std::string_view::npos && bracket > call.range.begin && mark.begin == bracket;
}

/// The candidate on `line`, provided that there is one only.
std::optional<syntax::Call> pick(std::string_view source, const Line& line, const UserFrame& frame,
                                 const IsCandidate& is_candidate) {
  std::vector<syntax::Call> calls = syntax::calls_on_line(source, line.number);
  std::erase_if(calls, [&](const syntax::Call& call) { return !is_candidate(call); });
  const std::vector<Mark> marks = marks_on(line, source, frame);
  const auto is_marked = [&](const syntax::Call& call) {
    return std::any_of(marks.begin(), marks.end(),
                       [&](const Mark& mark) { return is_marked_by(mark, call, line, source); });
  };
  const auto elsewhere = [&](const syntax::Call& call) { return call.line != line.number; };
  if (!marks.empty()) {
    std::erase_if(calls, [&](const syntax::Call& call) { return !is_marked(call); });
  } else if (!std::all_of(calls.begin(), calls.end(), elsewhere)) {
    std::erase_if(calls, elsewhere);  // only before Python 3.8 a traceback names a later line of a call
  }
  return calls.size() == 1 ? std::optional(std::move(calls.front())) : std::nullopt;
}

std::optional<syntax::Call> pick_moved(std::string_view source, const std::vector<Line>& lines, const UserFrame& frame,
                                       const IsCandidate& is_candidate) {
  std::vector<Line> alike;
  const std::string_view quoted = trimmed(frame.source);
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(alike),
               [&](const Line& line) { return line.text == quoted; });
  if (alike.empty() || alike.size() > kMaxMovedLines) return std::nullopt;
  std::vector<syntax::Call> in_file;
  std::vector<syntax::Call> in_function;
  for (const Line& line : alike) {
    auto call = pick(source, line, frame, is_candidate);
    if (!call) return std::nullopt;
    if (call->function == short_name(frame.function)) in_function.push_back(*call);
    in_file.push_back(std::move(*call));
  }
  if (in_function.size() == 1) return std::move(in_function.front());
  return in_file.size() == 1 ? std::optional(std::move(in_file.front())) : std::nullopt;
}

}  // namespace

std::optional<syntax::Call> locate_call(std::string_view source, const UserFrame& frame,
                                        const IsCandidate& is_candidate) {
  if (source.size() > syntax::kMaxSourceBytes) return std::nullopt;
  const std::vector<Line> lines = lines_of(source);
  const std::string_view quoted = trimmed(frame.source);
  const bool in_file = frame.line >= 1 && static_cast<std::size_t>(frame.line) <= lines.size();
  if (in_file) {
    const Line& line = lines[static_cast<std::size_t>(frame.line) - 1];
    if (!quoted.empty() && line.text == quoted) return pick(source, line, frame, is_candidate);
    if (quoted.empty()) {  // nothing else can show that the file is still the one that failed
      auto call = pick(source, line, frame, is_candidate);
      return call && call->function == short_name(frame.function) ? call : std::nullopt;
    }
  }
  return quoted.empty() ? std::nullopt : pick_moved(source, lines, frame, is_candidate);
}

}  // namespace firstfault::advice
