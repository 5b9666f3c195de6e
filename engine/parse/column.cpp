#include "parse/column.h"

#include <algorithm>

#include "text/clean.h"

namespace firstfault::parse {
namespace {

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::size_t pad_of(std::string_view row) {
  const auto last = row.find_last_not_of(' ');
  return last == std::string_view::npos ? 0 : row.size() - last - 1;
}

// How wide the column is at this row: what stands in front of a log may have been put right since, so that rows of one
// column are not equally long; the blanks behind them still are what they were.
std::size_t width_at(const Column& column, std::string_view row, std::size_t length) {
  if (!column.padded) return column.widest;
  return length + pad_of(row) - std::min(pad_of(row), column.least_pad);
}

// rich moves a word that does not fit to the next row, and breaks only those that are longer than a whole row.
std::string_view between(const Column& column, std::string_view row, std::string_view next) {
  const auto text = text::trim(row);
  const auto length = characters(text);
  const auto width = width_at(column, row, length);
  const auto first = characters(next.substr(0, next.find(' ')));
  if (length + 1 + first <= width) return "\n";
  const auto blank = text.rfind(' ');
  const auto last = characters(blank == std::string_view::npos ? text : text.substr(blank + 1));
  return length >= width && last + first > width ? "" : " ";
}

}  // namespace

void note_row(Column& column, std::string_view row) {
  const auto pad = pad_of(row);
  const auto text = row.substr(0, row.size() - pad);
  if (text::trim(text).empty()) return;
  column.widest = std::max(column.widest, characters(text));
  column.padded = column.padded || pad > 0;
  column.least_pad = std::min(column.least_pad, pad);
}

bool is_broken(const Column& column, std::string_view row, std::string_view next) {
  return between(column, row, text::trim(next)) != "\n";
}

std::string joined_rows(const Column& column, std::string_view rows) {
  std::string out;
  for (std::string_view before; !rows.empty();) {
    const auto end = std::min(rows.find('\n'), rows.size());
    const auto row = rows.substr(0, end);
    const auto text = text::trim(row);
    if (!before.empty()) out += between(column, before, text);
    out += text;
    before = row;
    rows.remove_prefix(std::min(end + 1, rows.size()));
  }
  return out;
}

}  // namespace firstfault::parse
