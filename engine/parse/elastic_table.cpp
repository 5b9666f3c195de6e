#include "parse/elastic_table.h"

#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr std::size_t kMaxRows = 65'536;
constexpr int kMaxQuietLines = 200;  // a row's own traceback may be long

std::optional<int> signed_number(text::Cursor& cursor) {
  const bool negative = cursor.take('-');
  const auto number = cursor.take_number();
  if (!number || *number > 1'000'000) return std::nullopt;
  return static_cast<int>(negative ? -*number : *number);
}

}  // namespace

void ElasticTable::close_row() {
  if (row_ && (row_->rank || row_->exit_code || row_->pid) && rows_.size() < kMaxRows)
    rows_.push_back(std::move(*row_));
  row_.reset();
}

bool ElasticTable::field(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || !row_) return false;
  const auto name = text::trim(text.substr(0, colon));
  const auto value = text::trim(text.substr(colon + 1));
  text::Cursor cursor(value);
  if (name == "rank") {
    if (const auto rank = cursor.take_number()) row_->rank = Rank{static_cast<int>(*rank)};
    if (cursor.take(" (local_rank: "))
      if (const auto local = cursor.take_number()) row_->local_rank = LocalRank{static_cast<int>(*local)};
    return true;
  }
  if (name == "exitcode") {
    row_->exit_code = signed_number(cursor);
    if (row_->exit_code && *row_->exit_code < 0) row_->signal = -*row_->exit_code;
    const auto pid_at = value.find("(pid: ");
    if (pid_at != std::string_view::npos) {
      text::Cursor pid(value.substr(pid_at + 6));
      row_->pid = pid.take_number();
    }
    return true;
  }
  if (name == "host") row_->node = std::string(value);
  return name == "host" || name == "time" || name == "error_file" || name == "traceback";
}

bool ElasticTable::line(std::string_view text, InputId input, Order order, const SourceSpan& span,
                        std::string_view whole) {
  const auto body = text::trim(text);
  if (body == "Failures:" || body == "Other Failures:") {
    inside_ = true;
    root_cause_ = false;
    quiet_ = 0;
    return true;
  }
  if (body.starts_with("Root Cause (first observed failure)")) {
    close_row();
    inside_ = root_cause_ = true;
    quiet_ = 0;
    return true;
  }
  if (!inside_) return false;
  if (body.size() > 3 && body.starts_with('[') && body.ends_with("]:")) {
    text::Cursor cursor(body.substr(1));
    if (cursor.take_number() && cursor.rest() == "]:") {
      close_row();
      row_.emplace();
      row_->source = ExitSource::ElasticTable;
      row_->input = input;
      row_->order = order;
      row_->span = span;
      row_->root_cause = root_cause_;
      row_->text = root_cause_ ? "Root Cause (first observed failure)" : "Failures";
      row_->line = std::string(whole.substr(0, 2000));  // until the line with the rank comes, if it does
      quiet_ = 0;
      return true;
    }
  }
  if (body.starts_with("====") || body.starts_with("----")) {
    if (root_cause_ && row_) inside_ = false;
    close_row();
    return true;
  }
  if (field(text)) {
    if (text::trim(text.substr(0, text.find(':'))) == "rank") {
      row_->span = span;
      row_->line = std::string(whole.substr(0, 2000));
    }
    quiet_ = 0;
    return body.find("Traceback (most recent") == std::string_view::npos;
  }
  if (++quiet_ > kMaxQuietLines) {
    close_row();
    inside_ = false;
  }
  return false;
}

}  // namespace firstfault::parse
