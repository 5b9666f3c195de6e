#include "parse/ras_summary.h"

#include <array>

#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr std::size_t kMaxGroups = 4096;

// The first five numbers of a row; "7-8" counts as 7.
std::optional<std::array<std::int64_t, 5>> numbers(std::string_view text) {
  text::Cursor cursor(text);
  std::array<std::int64_t, 5> row{};
  for (auto& number : row) {
    cursor.skip_blanks();
    const auto value = cursor.take_number();
    if (!value) return std::nullopt;
    number = *value;
    if (cursor.take('-') && !cursor.take_number()) return std::nullopt;
  }
  return row;
}

}  // namespace

void RasSummary::line(std::string_view text) {
  const auto row = text::trim(text);
  if (row == "Job summary") *this = {};
  if (row.starts_with("(total)") && row.ends_with("(total)")) table_ = Table::Job;
  if (row.starts_with("#  in group")) table_ = Table::Groups;
  if (row.starts_with('#')) {  // "#0-0 (cf264af53edbe986) INCOMPLETE"
    text::Cursor cursor(row.substr(1));
    const auto group = cursor.take_number();
    if (group && cursor.take('-')) group_ = *group;
  }
  if (table_ == Table::None || row.empty() || !text::is_digit(row.front())) return;
  const auto values = numbers(row);
  if (!values) return;
  if (table_ == Table::Job)
    gpus_ = values->back();
  else if (ranks_.size() < kMaxGroups)
    ranks_[values->front()] = values->back();
}

bool RasSummary::is_rank_of_a_part(std::string_view text) const {
  if (!text::trim(text).starts_with("The missing rank")) return false;
  const auto ranks = group_ ? ranks_.find(*group_) : ranks_.end();
  return ranks == ranks_.end() || gpus_ == 0 || ranks->second != gpus_;
}

}  // namespace firstfault::parse
