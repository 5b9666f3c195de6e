// Report → what an editor shows: the Problems entry of an incident and the Markdown of its hover. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lsp/findings.h"
#include "lsp/known_lines.h"
#include "lsp/workspace.h"
#include "model/report.h"
#include "rules/rule.h"

namespace firstfault::lsp {

inline constexpr std::size_t kMaxProblemCharacters = 120;

/// The first sentence of a verdict, at most 120 characters, without its full stop.
[[nodiscard]] std::string problem_message(std::string_view verdict);

/// The Problems entry at the user's line, with the lines of the log that prove it and the ranks that failed because of
/// it. `incident` has a frame, and `source` is its file.
[[nodiscard]] Diagnostic diagnostic_of(const Report& report, const Incident& incident, const Source& source,
                                       Encoding encoding);

/// `pattern` (of the client) with the id of a rule in the place of {id}; empty for an empty pattern.
[[nodiscard]] std::string explain_link(std::string pattern, std::string_view id);

/// What, why, how to check; the evidence; the other ranks. `cause` may be null, `link` (to the cause's page) empty.
[[nodiscard]] std::string hover_of(const Report& report, const Incident& incident, const rules::Cause* cause,
                                   const std::string& link);

/// The hover of a line of a log: its rank, its role and the verdict.
[[nodiscard]] std::string hover_of(const LineFact& line);

/// What the diagnostic carried, as the frame that advice/ wants.
[[nodiscard]] UserFrame frame_of(const GuardData& data);

}  // namespace firstfault::lsp
