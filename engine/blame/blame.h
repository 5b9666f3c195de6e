// Which rank initiated the failure and which are collateral. Sorts every process into explained (its own text says that
// a peer was lost or that it waited) and unexplained (a local error, an odd exit, silence): the initiators are the
// unexplained ones. Print order, the launcher's "root cause" and the loudest message decide nothing by themselves.
// Not for what is wrong (causes/) and not for words (advice/).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/rank_set.h"
#include "model/report.h"
#include "parse/facts.h"

namespace firstfault::blame {

/// A line of the input that a statement rests on.
struct Exhibit {
  SourceSpan span;
  std::optional<Rank> rank;
  Role role = Role::Context;
  std::string rule;  // signature id, or the parser that read the line
  std::string text;  // the whole line
  std::string time;
  bool key = false;  // the lines that decide
};

struct Initiator {
  Process process;
  std::optional<std::size_t> failure;  // index into Facts::failures: its own error text
};

struct Collateral {
  RankSet ranks;
  std::size_t unranked = 0;  // processes of this group whose rank is not known
  std::string because;
  std::vector<std::size_t> exhibits;  // indices into Blame::exhibits
};

struct CauseHint {
  std::string cause;
  double weight = 0;  // log-odds
  std::vector<std::size_t> exhibits;
};

struct Blame {
  int attempt = 0;
  bool recovered = false;
  bool failed = false;
  Attribution attribution = Attribution::Undetermined;
  Certainty certainty = Certainty::Undetermined;
  std::string path;  // which argument decided: "own-error", "absence" …
  std::vector<Initiator> initiators;
  std::vector<Candidate> candidates;
  std::vector<Collateral> collateral;
  std::vector<Exhibit> exhibits;
  std::vector<CauseHint> hints;        // what the structure says about the cause, beyond the signatures
  std::optional<std::size_t> leading;  // the failure whose text explains the incident
  std::string launcher_note;
  std::vector<std::string> missing;  // facts that would settle the attribution
  std::optional<int> world_size;
};

/// The attempts of a job, the last one first; fills in the attempts of `facts`. Never empty: a job without a failure
/// yields one Blame with failed = false.
struct Judgement {
  std::vector<Blame> attempts;
  bool job_succeeded = false;  // a line says that the job ended well
};
[[nodiscard]] Judgement judge(parse::Facts& facts);

}  // namespace firstfault::blame
