// Bytes → lines, in any pieces. A line ends at "\n", "\r\n" or a lone "\r" (progress bars); the latter counts for
// editors only, so every line carries both numbers. Not for escape codes (clean.h) and not for prefixes (demux/).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace firstfault::text {

/// A longer line keeps its first and last half of this and loses the middle; its span still covers all of it.
inline constexpr std::size_t kMaxLineBytes = 64 * 1024;

struct RawLine {
  std::string_view bytes;         // without the line ending; valid until the next call
  std::uint64_t line = 1;         // counts "\n"
  std::uint64_t editor_line = 1;  // counts "\n", "\r\n" and lone "\r"
  std::uint64_t begin = 0;        // offsets in the input
  std::uint64_t end = 0;          // exclusive, without the line ending
  bool cut = false;               // the middle was dropped
};

class LineSplitter {
 public:
  /// Calls `sink(const RawLine&)` for every line that `bytes` completes.
  template <class Sink>
  void feed(std::string_view bytes, Sink&& sink) {
    while (!bytes.empty()) {
      if (after_cr_) {
        after_cr_ = false;
        const bool crlf = bytes.front() == '\n';
        emit(crlf ? Ending::CrLf : Ending::Cr, sink);
        if (crlf) bytes.remove_prefix(1);
        continue;
      }
      const std::size_t at = bytes.find_first_of("\n\r");
      append(bytes.substr(0, at));
      if (at == std::string_view::npos) return;
      if (bytes[at] == '\r')
        after_cr_ = true;  // whether "\n" follows is only known with the next byte
      else
        emit(Ending::Lf, sink);
      bytes.remove_prefix(at + 1);
    }
  }

  /// Hands out the last line if it has no ending.
  template <class Sink>
  void finish(Sink&& sink) {
    if (after_cr_) emit(Ending::Cr, sink);
    after_cr_ = false;
    if (next_.end == next_.begin) return;
    emit(Ending::None, sink);
    unended_ = 1;
  }

  /// Number of "\n" seen, plus one for a last line without an ending.
  [[nodiscard]] std::uint64_t line_count() const;

 private:
  enum class Ending { None, Lf, CrLf, Cr };

  template <class Sink>
  void emit(Ending ending, Sink&& sink) {
    next_.bytes = buffer_;
    sink(static_cast<const RawLine&>(next_));
    advance(ending);
  }

  void append(std::string_view bytes);
  void advance(Ending ending);

  std::string buffer_;
  RawLine next_;
  bool after_cr_ = false;
  std::uint64_t unended_ = 0;  // 1 once a last line without an ending was handed out
};

}  // namespace firstfault::text
