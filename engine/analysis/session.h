// The facade of the engine: bytes in, Report out. The only header that cli/, lsp/ and mcp/ need for diagnosing.
// Incremental from the first day: files, standard input, terminal chunks and selections all use open / feed / close /
// finish. Not for reading files (host/), not for rendering (output/). Does no I/O and reads no clock.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/reading.h"
#include "model/report.h"
#include "rules/matcher.h"
#include "support/cancel.h"

namespace firstfault::analysis {

/// What is known of an input before its first byte.
struct InputInfo {
  std::string path;  // shown in the report; names like "rank_3.log" or "attempt_0/2/stderr.log" are understood
  InputKind kind = InputKind::Log;
};

/// A line of the input that the engine understood, for hovers and links on log and terminal lines.
struct KnownLine {
  std::string text;  // the line without escape codes
  Role role = Role::Context;
  std::optional<Rank> rank;
  std::size_t incident = 0;  // index into Report::incidents
  std::string says;          // what this line is, in a few words: "lost its peer", "reported the error"
};

struct Diagnosis {
  Report report;
  std::vector<KnownLine> lines;       // bounded
  std::vector<LineReading> readings;  // bounded; only of a session that keeps them
};

/// What a session keeps beside the report.
enum class Keep { Report, Readings };

/// One job being read. Not thread-safe; use one session a job. `rules` and `matcher` must outlive the session.
class Session {
 public:
  Session(const rules::RuleSet& rules, const rules::Matcher& matcher, Keep keep = Keep::Report);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  /// The order in which inputs are opened is the order of Report::inputs; it does not change the verdict.
  [[nodiscard]] InputId open(InputInfo info);
  /// Any bytes, in any pieces. Several inputs may be open at once.
  void feed(InputId input, std::string_view bytes);
  void close(InputId input);
  /// Adds a line to Report::notes (for what the caller skipped or could not read).
  void note(std::string text);
  /// True once a line was seen that ends a run (used to raise an incident while a job still hangs). Cheap.
  [[nodiscard]] bool saw_deciding_line() const;
  /// Closes what is open and diagnoses. The session stays usable: more may be fed and finish() called again.
  [[nodiscard]] Diagnosis finish();
  /// The same for the last time: keeps nothing, so that a large job needs its memory once. The session is empty after.
  [[nodiscard]] Diagnosis conclude();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// One text, one answer: selections, clipboards, tests.
[[nodiscard]] Diagnosis diagnose_text(const rules::RuleSet& rules, const rules::Matcher& matcher, InputInfo info,
                                      std::string_view text);

}  // namespace firstfault::analysis
