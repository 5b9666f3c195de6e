// The output of commands in the editor's terminals, one diagnosis a run. Bounded: of a long run the first and the last
// part are kept. Not thread-safe: all terminal messages run on one lane. Publishes nothing (handle_terminal.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/session.h"
#include "lsp/params.h"
#include "lsp/user_rules.h"

namespace firstfault::lsp {

inline constexpr std::size_t kTerminalHeadBytes = 256 * 1024;       // kept of a long run: its beginning …
inline constexpr std::size_t kTerminalTailBytes = 4 * 1024 * 1024;  // … and its end
inline constexpr std::size_t kTerminalRunBytes = 8 * 1024 * 1024;   // beyond this the middle is dropped
inline constexpr std::size_t kMaxTerminalRuns = 64;
inline constexpr std::size_t kMaxTerminalBytes = 64 * 1024 * 1024;  // of all runs; the oldest goes first
inline constexpr std::size_t kMaxSeqNotes = 8;
inline constexpr std::size_t kYoungRunBytes = 128 * 1024;  // until then every line is looked at as it comes
inline constexpr std::size_t kMaxPatience = 16;            // chunks between two looks that bring nothing new

/// Whose findings and lines a terminal's are; empty for an empty name.
[[nodiscard]] std::string terminal_origin(const std::string& terminal);

class Terminals {
 public:
  /// `rules` gives those of the moment; a run keeps the ones it began with.
  explicit Terminals(std::function<Rules()> rules) : rules_(std::move(rules)) {}

  /// A diagnosis comes back when the run has failed as far as can be seen and the verdict is a new one.
  [[nodiscard]] std::optional<analysis::Diagnosis> feed(const TerminalChunkParams& chunk);

  struct Ended {
    analysis::Diagnosis diagnosis;
    bool raised = false;  // feed() has given out a diagnosis of this run
  };
  /// The whole run; empty where nothing of it was seen.
  [[nodiscard]] std::optional<Ended> end(const TerminalEndParams& end);

 private:
  struct Run {
    std::string terminal;
    std::string run;
    std::string text;      // what is kept, and what `session` has read
    std::size_t head = 0;  // bytes of `text` before the gap, where there is one
    std::uint64_t dropped = 0;
    std::int64_t next_seq = -1;  // -1: any beginning will do
    std::size_t skipped = 0;     // chunks since the last look
    std::size_t patience = 0;    // chunks to skip before the next
    std::string raised_verdict;
    std::vector<std::string> notes;
    Rules rules;  // before the session, which uses them
    std::unique_ptr<analysis::Session> session;
  };

  [[nodiscard]] Run& run_of(const TerminalChunkParams& chunk);
  void make_room();
  [[nodiscard]] bool take(Run& run, const TerminalChunkParams& chunk) const;
  void drop_middle(Run& run) const;
  void restart(Run& run) const;
  [[nodiscard]] static analysis::Diagnosis diagnose(const Run& run);

  std::function<Rules()> rules_;
  std::deque<Run> runs_;  // the one fed last is the last
};

}  // namespace firstfault::lsp
