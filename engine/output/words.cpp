#include "output/words.h"

namespace firstfault::output {

std::string_view word(Outcome value) {
  switch (value) {
    case Outcome::Failed:
      return "failed";
    case Outcome::Succeeded:
      return "succeeded";
    case Outcome::NoFailureFound:
      return "no_failure_found";
  }
  return "";
}

std::string_view word(Attribution value) {
  switch (value) {
    case Attribution::Single:
      return "single";
    case Attribution::Several:
      return "several";
    case Attribution::AllRanks:
      return "all_ranks";
    case Attribution::External:
      return "external";
    case Attribution::Undetermined:
      return "undetermined";
  }
  return "";
}

std::string_view word(Certainty value) {
  switch (value) {
    case Certainty::Certain:
      return "certain";
    case Certainty::Likely:
      return "likely";
    case Certainty::Possible:
      return "possible";
    case Certainty::Undetermined:
      return "undetermined";
  }
  return "";
}

std::string_view word(Role value) {
  switch (value) {
    case Role::Initiator:
      return "initiator";
    case Role::Collateral:
      return "collateral";
    case Role::Launcher:
      return "launcher";
    case Role::Context:
      return "context";
    case Role::Advice:
      return "advice";
    case Role::Teardown:
      return "teardown";
  }
  return "";
}

std::string_view word(StepKind value) {
  switch (value) {
    case StepKind::Verify:
      return "verify";
    case StepKind::Fix:
      return "fix";
    case StepKind::Collect:
      return "collect";
    case StepKind::Mitigate:
      return "mitigate";
  }
  return "";
}

std::string_view word(RetryAdvice value) {
  switch (value) {
    case RetryAdvice::SameNodes:
      return "same_nodes";
    case RetryAdvice::ExcludeNode:
      return "exclude_node";
    case RetryAdvice::AfterFix:
      return "after_fix";
    case RetryAdvice::NotAFailure:
      return "not_a_failure";
    case RetryAdvice::Unknown:
      return "unknown";
  }
  return "";
}

std::string_view word(InputKind value) {
  switch (value) {
    case InputKind::Log:
      return "log";
    case InputKind::Source:
      return "source";
    case InputKind::FlightRecorder:
      return "flight_recorder";
    case InputKind::Digest:
      return "digest";
    case InputKind::Terminal:
      return "terminal";
    case InputKind::Selection:
      return "selection";
    case InputKind::Notebook:
      return "notebook";
    case InputKind::Clipboard:
      return "clipboard";
  }
  return "";
}

}  // namespace firstfault::output
