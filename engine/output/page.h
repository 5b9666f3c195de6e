// The page that the text report is written on: lines, labelled paragraphs and rows, fitted to a width. Internal to
// output/.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/text.h"

namespace firstfault::output {

/// A line quoted from a log or a source.
struct Quote {
  std::string where;  // "train.log:118"
  std::string who;    // "rank 5", "class_loss"
  std::string text;
  std::string remark;  // "collateral, 7 alike"; may be empty
  Style style = Style::Plain;
  int mark_begin = -1;  // bytes of `text` to point at with ^^^^, -1 for none
  int mark_end = -1;
};

class Page {
 public:
  explicit Page(const TextOptions& options) : options_(options) {}

  /// Bold, never shortened; `remark` stands at the right margin, or after two blanks.
  void headline(std::string_view text, std::string_view remark);
  /// Wrapped. Sanitised, like everything here.
  void paragraph(std::string_view text);
  /// Wrapped under a label in the left margin; an empty label continues the last one.
  void labelled(std::string_view label, std::string_view text);
  /// The same with a marker ("1", "0.70") before the text, whose further lines stand under its first.
  void item(std::string_view label, std::string_view marker, std::string_view text);
  /// A command: indented like labelled text, never wrapped or shortened.
  void command(std::string_view text);
  void quotes(const std::vector<Quote>& quotes);
  void blank();

  [[nodiscard]] const TextOptions& options() const { return options_; }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void quote(const Quote& quote, std::size_t where_width, std::size_t who_width);
  void marks(const Quote& quote, std::string_view shown, std::size_t indent);

  const TextOptions& options_;
  std::string out_;
};

}  // namespace firstfault::output
