// Physical lines → lines as they were printed, oldest first, and the dialect they are written in. Holds lines back
// while it learns, joins rows that a terminal wrapped, turns exports that begin with the newest line, and learns anew
// where an input changes its prefixes half-way. Not for prefixes themselves (prefix.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "demux/prefix.h"
#include "model/ids.h"

namespace firstfault::demux {

class Restorer {
 public:
  using Sink = std::function<void(std::string_view text, const SourceSpan& span)>;

  /// `clean` is a physical line without escape codes.
  void line(std::string_view clean, const SourceSpan& span, const Sink& sink);
  void finish(const Sink& sink);

  /// In force for the line that `sink` is given.
  [[nodiscard]] const Dialect& dialect() const { return dialect_; }
  /// Lines are held back, until it is known how they are written, that may decide a diagnosis. Few: an input that
  /// begins with its newest line is held back whole, but it is an export, which does not grow.
  [[nodiscard]] bool holds_lines() const { return learning_ && !held_.empty(); }
  /// Lines of an input that begins with the newest were too many to turn; so many of the oldest were left out.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  struct Held {
    std::string text;
    SourceSpan span;
  };

  void hold(std::string_view clean, const SourceSpan& span);
  void learn(const Sink& sink);
  void turn(const Sink& sink);
  void deliver(std::string_view clean, const SourceSpan& span, const Sink& sink);
  void end_row(const Sink& sink);
  [[nodiscard]] bool shows_unknown_prefix(std::string_view clean);

  Dialect dialect_;
  std::vector<Held> held_;
  std::size_t held_bytes_ = 0;
  std::uint64_t left_out_ = 0;
  bool learning_ = true;
  bool learned_once_ = false;
  int relearned_ = 0;
  std::string last_;  // line, where every one stands there twice
  Held row_;          // rows joined so far
  std::size_t rows_ = 0;
};

}  // namespace firstfault::demux
