// torchelastic's summary block ("Failures:" / "Root Cause (first observed failure):") → how each listed process ended.
// The bracketed number is a position, not a rank. One parser an input: a table cut off in one file must not leak.
#pragma once

#include <optional>
#include <string_view>

#include "parse/facts.h"

namespace firstfault::parse {

class ElasticTable {
 public:
  /// True if the line belongs to the table. `text` is without prefixes, its indentation kept.
  bool line(std::string_view text, InputId input, Order order, const SourceSpan& span, std::string_view whole);

  /// The row being read (its rank is known once the "rank" line was seen); nullptr outside of a table.
  [[nodiscard]] const ProcessExit* current() const { return row_ ? &*row_ : nullptr; }
  [[nodiscard]] const std::vector<ProcessExit>& rows() const { return rows_; }
  void finish() { close_row(); }

 private:
  void close_row();
  bool field(std::string_view text);

  bool inside_ = false;
  bool root_cause_ = false;
  int quiet_ = 0;  // lines since the last one that belongs to the table
  std::optional<ProcessExit> row_;
  std::vector<ProcessExit> rows_;
};

}  // namespace firstfault::parse
