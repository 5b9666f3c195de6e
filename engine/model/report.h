// The answer to one question: which rank failed first, and why. Plain data; output/ and lsp/ turn it into bytes.
// The meaning of every field is the contract's (docs/report.md). No span, no claim: statements point to Evidence.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/ids.h"

namespace firstfault {

enum class Outcome { Failed, Succeeded, NoFailureFound };
enum class Attribution { Single, Several, AllRanks, External, Undetermined };
enum class Certainty { Certain, Likely, Possible, Undetermined };
enum class Role { Initiator, Collateral, Launcher, Context, Advice, Teardown };
enum class StepKind { Verify, Fix, Collect, Mitigate };
enum class RetryAdvice { SameNodes, ExcludeNode, AfterFix, NotAFailure, Unknown };
enum class InputKind { Log, Source, FlightRecorder, Digest, Terminal, Selection, Notebook, Clipboard };

struct Input {
  std::string path;  // as given; "terminal:NAME" for a terminal, "-" for standard input
  InputKind kind = InputKind::Log;
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  std::string shape;  // how the text was made: torchrun, mpirun, srun, plain …
  std::string ranks;  // "0-7"; empty where none is known
};

struct Evidence {
  std::string id;  // "e1" …, unique within the incident
  SourceSpan span;
  std::optional<Rank> rank;
  std::optional<std::string> time;  // ISO 8601, only where year and zone are known
  std::string time_raw;             // as printed; empty where the line has none
  std::string rule;                 // id of the signature, or the parser's name
  Role role = Role::Context;
  std::string text;  // the span without escape codes, valid UTF-8, at most 2,000 characters
};

struct Candidate {
  Rank rank;
  double weight = 0;
  std::string why;
};

struct CollateralGroup {
  std::string ranks;  // "0-2,4-7"
  std::string because;
  std::vector<std::string> evidence;
};

struct CauseVerdict {
  std::string id;  // a cause id of the contract
  std::string title;
  Certainty certainty = Certainty::Undetermined;
};

struct Hypothesis {
  std::string cause;
  double weight = 0;                    // 0…1, the hypotheses of an incident sum to at most 1
  std::vector<std::string> supporting;  // evidence ids ("for")
  std::vector<std::string> against;
  std::vector<std::string> settled_by;  // ids of next steps
};

struct ErrorText {
  std::string type;     // "IndexError"
  std::string message;  // "Target 7 is out of bounds."
};

struct UserFrame {
  std::string file;  // as the log wrote it
  int line = 0;      // 1-based
  std::string function;
  std::string source;     // the source line that the traceback quoted; may be empty
  bool reliable = false;  // false where the line only noticed the error (asynchronous CUDA errors)
  std::string why;
  int mark_begin = -1;  // columns of the traceback's ^^^^ within `source` (0-based bytes), -1 where there are none
  int mark_end = -1;
};

struct Expectation {
  std::string cause;
  std::string condition;  // "if" in the contract
};

struct NextStep {
  std::string id;  // "n1" …
  StepKind kind = StepKind::Verify;
  std::string title;
  std::string command;  // one line, never run by the product; may be empty
  std::vector<Expectation> expect;
  std::string why;
};

struct MissingFact {
  std::string fact;
  std::string get;  // id of the next step that gets it; may be empty
};

struct Incident {
  int attempt = 0;
  bool recovered = false;
  std::string verdict;  // one line, at most 160 characters; the first sentence is the Problems message
  Attribution attribution = Attribution::Undetermined;
  Certainty certainty = Certainty::Undetermined;
  std::vector<Process> initiators;
  std::vector<Candidate> candidates;
  std::vector<CollateralGroup> collateral;
  CauseVerdict cause;
  std::vector<Hypothesis> hypotheses;
  std::optional<ErrorText> error;
  std::optional<std::string> operation;  // "torch.nn.functional.cross_entropy"
  std::optional<UserFrame> frame;
  std::vector<Evidence> evidence;
  std::vector<NextStep> next;
  std::vector<MissingFact> missing;
  RetryAdvice retry = RetryAdvice::Unknown;
  std::string retry_why;
  std::string launcher_note;  // why the launcher's opinion is not followed; empty where it agrees or has none
};

struct Report {
  Outcome outcome = Outcome::NoFailureFound;
  std::string verdict;
  std::vector<Input> inputs;
  std::vector<Incident> incidents;
  std::vector<std::string> notes;  // what was cut, skipped or capped, in words
};

}  // namespace firstfault
