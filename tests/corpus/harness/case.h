// The cases of tests/corpus: what a case.jsonc says about one incident. Reads the folder tree; does not diagnose.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/rank_set.h"

namespace firstfault::corpus {

/// Who is to blame, as far as the log can tell.
enum class Who {
  Ranks,       // exactly `Truth::ranks`; none of them: nobody of this job
  AllRanks,    // every rank alike
  OneProcess,  // a job of one process
  Unknown      // the log does not tell: a sure answer is wrong
};

struct TrueFrame {
  std::string file;
  int line = 0;
};

struct Truth {
  std::string outcome;  // failed | succeeded
  Who who = Who::Unknown;
  RankSet ranks;
  RankSet injected;                 // what was done, where the log hides it
  std::vector<std::string> causes;  // accepted ids
  std::optional<TrueFrame> frame;   // only where the log shows it
  std::optional<bool> frame_reliable;
};

struct Case {
  std::string family;  // folder below tests/corpus; "_healthy" and "_ambiguous" are two of them
  std::string name;
  std::string folder;  // absolute
  std::optional<int> world_size;
  Truth truth;
  std::vector<std::string> reads;  // the shapes that it stands for, as docs/reading.md numbers or names them
  std::vector<std::string> gaps;   // objections (judge.h) that the engine still earns here, word for word
};

/// All cases, sorted by family and name. Throws std::runtime_error naming the file where a case.jsonc makes no sense.
[[nodiscard]] std::vector<Case> load_cases(const std::string& root);

}  // namespace firstfault::corpus
