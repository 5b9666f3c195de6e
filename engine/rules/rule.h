// What a rule is once it is loaded: signatures (what a text looks like and what it means for blame) and causes (what is
// wrong, how to tell, how to fix). Data only; see loader.h for reading rule files and matcher.h for matching.
// Built-in rules come from rules/**/*.jsonc through a table generated at build time; views point into that table or
// into the RuleSet's own storage.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/fact.h"
#include "model/report.h"

namespace firstfault::rules {

/// What a signature's line means for the question "who failed first". Finer than its role.
enum class Class {
  Local,     // a cause of the speaker's own: exception, OOM, ECC, disk, port
  Sticky,    // a symptom of an earlier local error in the same process (device-side assert at .item(), cuBLAS after it)
  PeerGone,  // the speaker lost a peer
  Waited,    // the speaker waited for a peer and gave up
  Disagree,  // ranks did different things (shape, order, operation)
  Network,   // path or adapter trouble that does not say which side
  Outside,   // scheduler, user or node ended the job
  Launcher,  // a launcher's notice about a process
  Teardown,  // happens while a failed (or finished) job is taken down
  Progress,  // the job moved on: step lines, checkpoints
  Success,   // the job (or a rank) ended well
  Identity,  // says who is who: rank, world size, host, pid
  Context    // anything else worth keeping
};

/// Which text a signature is tried on.
enum class Where {
  Line,       // any line of output (after prefixes are taken off), except the lines of a traceback
  Exception,  // "Type: message" that ends a traceback (all lines of the message joined by \n), or stands alone
  Any
};

struct Pattern {
  std::string_view name;
  std::string_view regex;                  // RE2 syntax, unanchored, case-sensitive
  std::vector<std::string_view> unless;    // RE2; a hit of any of these cancels the match
  std::vector<std::string_view> literals;  // lower case; every match holds at least one of them. Empty: not derived yet
};

/// A fact the signature states: a constant, or a template with {capture} placeholders.
struct Says {
  Fact fact;
  std::string_view text;
};

struct CauseWeight {
  std::string_view cause;
  double weight = 0;  // log-odds added when the signature is seen on the initiator; may be negative
};

struct Signature {
  std::string_view id;      // kebab-case, the file's stem
  std::string_view family;  // folder under rules/signatures
  std::string_view title;   // what the text means, at most 72 characters
  std::string_view file;    // "rules/signatures/nccl/watchdog-timeout.jsonc"
  std::string_view source;  // the file's text: what only explaining needs is read from it then (article.h)
  Role role = Role::Context;
  Class cls = Class::Context;
  Where where = Where::Line;
  bool unreliable_frame = false;  // the traceback's line only noticed the error (asynchronous)
  std::vector<Pattern> match;
  std::vector<Says> says;
  std::vector<CauseWeight> evidence;  // best first
};

struct Confirm {
  std::string_view title;
  std::string_view command;  // one line; may be empty
  std::string_view why;
  std::vector<std::pair<std::string_view, std::string_view>> expect;  // cause id, "if"
};

struct LookAlike {
  std::string_view cause;
  std::string_view tell;  // how to tell it apart
};

struct Cause {
  std::string_view id;        // "data.class_index_out_of_range"
  std::string_view title;     // at most 72 characters, no full stop
  std::string_view headline;  // "class index {value} is outside [0, {bound}) in {operation}"; {fact} names
  std::string_view file;
  std::string_view source;  // the file's text
  std::string_view what;
  std::string_view why;
  std::string_view asks;  // the fact that would settle it: "which label value, in which sample"; may be empty
  std::vector<LookAlike> look_alikes;
  std::vector<Confirm> confirm;
  std::vector<std::string_view> fix;
  std::vector<std::string_view> not_a_fix;
  std::vector<std::string_view> guards;  // ids of code actions (syntax/guards): "class-index", "embedding-index"
  RetryAdvice retry = RetryAdvice::Unknown;
  std::string_view retry_why;
};

/// All loaded rules. Immutable once built; share it freely between threads.
struct RuleSet {
  std::vector<Signature> signatures;    // sorted by id
  std::vector<Cause> causes;            // sorted by id
  std::shared_ptr<const void> storage;  // keeps the text of rules loaded at run time alive

  [[nodiscard]] const Signature* find_signature(std::string_view id) const;
  [[nodiscard]] const Cause* find_cause(std::string_view id) const;
};

/// `over` laid over `base`: a rule of `over` takes the place of the rule of `base` with its id.
[[nodiscard]] RuleSet merge(const RuleSet& base, const RuleSet& over);

/// The rules compiled into this binary.
[[nodiscard]] const RuleSet& builtin_rules();

}  // namespace firstfault::rules
