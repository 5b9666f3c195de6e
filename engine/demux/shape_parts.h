// Pieces that the shapes are made of: numbers in rank position, times, levels, names. Private to demux/.
// Each take_* consumes what it names or leaves the cursor as it was. Not for whole prefixes (shapes.h).
#pragma once

#include <optional>
#include <string_view>

#include "demux/prefix.h"
#include "text/cursor.h"

namespace firstfault::demux::shapes {

/// Larger numbers in rank position are no ranks.
inline constexpr int kMaxRank = 1 << 20;

/// Linux gives no process a larger id; what is larger in its place is a thread's handle.
inline constexpr std::int64_t kMaxPid = 1 << 22;

std::optional<int> take_rank(text::Cursor& cursor);
std::optional<std::int64_t> take_pid(text::Cursor& cursor);

/// "INFO", "WARNING", … as a whole word; Level::None if none stands there.
Level take_level(text::Cursor& cursor);
/// As take_level, for "info", "Error", "ERROR".
Level take_level_any_case(text::Cursor& cursor);
[[nodiscard]] Level level_of_letter(char letter);

/// HH:MM:SS with an optional fraction.
bool take_clock(text::Cursor& cursor);
/// 2026-01-02T03:04:05.678Z, 2026/01/02 03:04:05,678 +0800: date, clock and what zone there is.
bool take_full_time(text::Cursor& cursor);
[[nodiscard]] bool is_month(std::string_view word);  // "Jan", "Feb", …
/// Any time that a line may begin with, without brackets around it.
bool take_time(text::Cursor& cursor);

[[nodiscard]] bool is_name(char c);  // of hosts, pods, roles: word characters, '-' and '.'
[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b);

/// What `after` has consumed since `before`.
[[nodiscard]] std::string_view consumed(std::string_view before, const text::Cursor& after);

/// The tag that was consumed becomes the stream's name if none was taken before. Right behind a shared one it is added.
void note_tag(Prefix& prefix, std::string_view tag);

/// The outermost time is kept.
void note_time(Prefix& prefix, std::string_view time);

/// "TP3", "DP1", "rank=3" of a serving engine's process.
struct ParallelParts {
  std::optional<int> rank;
  std::optional<int> tensor;
  std::optional<int> pipeline;
  bool replicated = false;

  /// True if `word` is one of these parts.
  bool note(std::string_view word);
  /// The global rank where the parts prove it: replicas and later pipeline stages count from 0 again.
  [[nodiscard]] std::optional<int> global() const;
};

}  // namespace firstfault::demux::shapes
