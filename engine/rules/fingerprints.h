// What in a log points at a cause, for tools that watch logs: chosen signatures, with their patterns rewritten for
// tools that see raw lines, one at a time. Looser than a diagnosis: such tools know neither ranks nor what came before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/regex_tree.h"
#include "rules/rule.h"
#include "support/result.h"

namespace firstfault::rules {

/// A signature speaks for a cause from this weight on, where the cause is (nearly) its heaviest.
inline constexpr double kTellingWeight = 1.0;
inline constexpr double kNearlyHeaviest = 0.3;

struct Fingerprint {
  const Signature* signature = nullptr;
  const Pattern* pattern = nullptr;
  Regex hit;
  std::vector<Regex> unless;  // a hit of any of these cancels it
};

/// A pattern, or a part of one, that a tool of single lines cannot have.
struct LeftOut {
  const Signature* signature = nullptr;
  const Pattern* pattern = nullptr;
  std::string_view why;
};

struct CauseFingerprints {
  const Cause* cause = nullptr;
  std::vector<Fingerprint> fingerprints;  // by signature
  std::vector<LeftOut> left_out;
};

/// The families whose failures somebody on call wants to hear of; what a user's program did wrong is not among them.
[[nodiscard]] const std::vector<std::string>& families_on_call();

/// For each cause that `wanted` names (an id, a family, or "all"), by id. An error where a word names nothing; its hint
/// is the nearest name. Causes that no line speaks for have no fingerprints.
[[nodiscard]] Result<std::vector<CauseFingerprints>> fingerprints(const RuleSet& rules,
                                                                  const std::vector<std::string>& wanted);

/// `regex` as it hits raw lines: its beginning of a line is also what follows a prefix ("[rank3]: ", "12:00:01 ", "|
/// ").
[[nodiscard]] Regex on_raw_line(Regex regex);

}  // namespace firstfault::rules
