// Bytes → lines, in any pieces. A line ends at "\n", "\r\n" or a lone "\r" (progress bars); the latter counts for
// editors only, so every line carries both numbers. UTF-16 is told by its first bytes and handed out as UTF-8, with
// offsets of the bytes as they were fed. Not for escape codes (clean.h) and not for prefixes (demux/).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/encoding.h"

namespace firstfault::text {

/// A longer line keeps its first and last half of this, with "…" between; its span still covers all of it.
inline constexpr std::size_t kMaxLineBytes = 64 * 1024;

struct RawLine {
  std::string_view bytes;         // without the line ending; valid until the next call
  std::uint64_t line = 1;         // counts "\n"
  std::uint64_t editor_line = 1;  // counts "\n", "\r\n" and lone "\r"
  std::uint64_t begin = 0;        // offsets in the input; a byte order mark belongs to no line
  std::uint64_t end = 0;          // exclusive, without the line ending
  bool cut = false;               // the middle was dropped
};

/// Lines that lost their middle.
struct CutLines {
  std::uint64_t count = 0;
  std::uint64_t first = 0;  // its number
};

class LineSplitter {
 public:
  /// Calls `sink(const RawLine&)` for every line that `bytes` completes.
  template <class Sink>
  void feed(std::string_view bytes, Sink&& sink) {
    while (const auto ending = take(bytes)) emit(*ending, sink);
  }

  /// Hands out the last line if it has no ending.
  template <class Sink>
  void finish(Sink&& sink) {
    std::string_view none;
    settle(none, More::Never);
    while (const auto ending = take(none)) emit(*ending, sink);
    if (after_cr_) emit(Ending::Cr, sink);
    after_cr_ = false;
    take_half_unit();
    if (next_.end == next_.begin) return;
    emit(Ending::None, sink);
    unended_ = 1;
  }

  /// Number of "\n" seen, plus one for a last line without an ending.
  [[nodiscard]] std::uint64_t line_count() const;
  [[nodiscard]] const CutLines& cut_lines() const { return cut_; }
  [[nodiscard]] Encoding encoding() const { return encoding_.value_or(Encoding::Bytes); }

 private:
  enum class Ending { None, Lf, CrLf, Cr };

  template <class Sink>
  void emit(Ending ending, Sink&& sink) {
    complete();
    sink(static_cast<const RawLine&>(next_));
    advance(ending);
  }

  /// Takes bytes until a line is complete; nothing where they are used up before.
  std::optional<Ending> take(std::string_view& bytes);
  std::optional<Ending> take_bytes(std::string_view& bytes);
  std::optional<Ending> take_units(std::string_view& bytes);
  void settle(std::string_view& bytes, More more);
  void take_half_unit();
  void append(std::string_view bytes);
  [[nodiscard]] std::size_t excess() const;
  void drop_middle();
  void complete();
  void show(std::string_view part);
  void advance(Ending ending);

  std::optional<Encoding> encoding_;  // nothing while the first bytes leave it open
  std::string head_;                  // bytes that waited for that
  std::size_t head_read_ = 0;
  std::optional<char> half_unit_;  // first byte of a UTF-16 unit whose second is still to come
  std::string buffer_;             // of the line that is being read, as fed
  std::string shown_;              // what of it is handed out where that is not `buffer_`
  RawLine next_;
  bool after_cr_ = false;
  std::uint64_t unended_ = 0;  // 1 once a last line without an ending was handed out
  CutLines cut_;
};

}  // namespace firstfault::text
