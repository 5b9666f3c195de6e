#include "advice/guard_text.h"

#include <algorithm>

namespace firstfault::advice {

namespace {

constexpr int kMaxLinesAbove = 200;

std::size_t line_begin(std::string_view source, std::size_t offset) {
  if (offset == 0) return 0;
  return source.rfind('\n', offset - 1) + 1;  // npos + 1 is 0
}

std::string_view line_at(std::string_view source, std::size_t begin) {
  std::string_view line = source.substr(begin, source.find('\n', begin) - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::size_t indentation_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

std::string_view end_of_line_in(std::string_view source, std::size_t from) {
  const std::size_t end = source.find('\n', from);
  if (end != std::string_view::npos) return end > 0 && source[end - 1] == '\r' ? "\r\n" : "\n";
  return from == 0 ? "\n" : end_of_line_in(source, 0);
}

bool is_usual_unit(std::string_view unit) {
  if (unit == "\t") return true;
  const bool blanks = unit.find_first_not_of(' ') == std::string_view::npos;
  return blanks && (unit.size() == 2 || unit.size() == 3 || unit.size() == 4 || unit.size() == 8);
}

/// By how much the statement is indented below the one that holds it.
std::string_view unit_above(std::string_view source, std::size_t begin, std::string_view indentation) {
  while (begin > 0) {
    begin = line_begin(source, begin - 1);
    const std::string_view line = line_at(source, begin);
    const std::size_t blanks = indentation_of(line);
    if (blanks == line.size() || blanks >= indentation.size()) continue;
    return indentation.starts_with(line.substr(0, blanks)) ? indentation.substr(blanks) : std::string_view{};
  }
  return {};
}

/// The first indentation in the file that follows a line ending in a colon.
std::string_view unit_of_file(std::string_view source) {
  bool after_colon = false;
  for (std::size_t begin = 0; begin < source.size();) {
    const std::string_view line = line_at(source, begin);
    const std::size_t blanks = indentation_of(line);
    if (after_colon && blanks > 0 && blanks < line.size()) return line.substr(0, blanks);
    if (blanks < line.size()) after_colon = line.ends_with(':') && blanks == 0;
    begin += source.substr(begin).find('\n') == std::string_view::npos ? source.size() - begin
                                                                       : source.substr(begin).find('\n') + 1;
  }
  return {};
}

std::string without_blanks(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return c == ' ' || c == '\t'; });
  return result;
}

}  // namespace

TextEdit insert_before(std::string_view source, std::size_t statement, std::span<const GuardLine> lines) {
  std::size_t begin = line_begin(source, statement);
  if (begin == 0 && source.starts_with("\xEF\xBB\xBF")) begin = 3;
  const std::string_view indentation = source.substr(begin, statement - begin);
  const std::string_view eol = end_of_line_in(source, statement);
  std::string_view unit = indentation.empty() ? unit_of_file(source) : unit_above(source, begin, indentation);
  if (!is_usual_unit(unit)) unit = indentation.starts_with('\t') ? "\t" : "    ";
  TextEdit edit{{begin, begin}, ""};
  for (const GuardLine& line : lines) {
    edit.text += indentation;
    for (int level = 0; level < line.level; ++level) edit.text += unit;
    edit.text += line.text;
    edit.text += eol;
  }
  return edit;
}

bool is_guarded(std::string_view source, std::size_t statement, std::string_view head) {
  std::size_t begin = line_begin(source, statement);
  const std::size_t own = statement - begin;
  bool body_is_ours = false;
  for (int count = 0; begin > 0 && count < kMaxLinesAbove; ++count) {
    begin = line_begin(source, begin - 1);
    const std::string_view line = line_at(source, begin);
    const std::size_t blanks = indentation_of(line);
    const std::string_view code = line.substr(blanks);
    if (code.empty() || code.starts_with('#')) continue;
    if (blanks > own) {
      body_is_ours = body_is_ours || code.starts_with("firstfault_bad");
      continue;
    }
    if (blanks < own) return false;
    if (body_is_ours && without_blanks(code).starts_with(without_blanks(head))) return true;
    const bool is_guard_head = body_is_ours && code.starts_with("if ");
    if (!is_guard_head && !code.starts_with("firstfault_") && !code.starts_with(')')) return false;
    body_is_ours = body_is_ours && !is_guard_head;
  }
  return false;
}

}  // namespace firstfault::advice
