// Reports built by hand, for the tests of what is printed.
#pragma once

#include "model/report.h"

namespace firstfault::test {

inline Evidence evidence(std::string id, std::uint64_t line, int rank, Role role, std::string text) {
  Evidence each;
  each.id = std::move(id);
  each.span = {InputId{0}, line, line, line * 10, line * 10 + text.size()};
  each.rank = Rank{rank};
  each.rule = "some-rule";
  each.role = role;
  each.text = std::move(text);
  return each;
}

inline Report report_of(Incident incident) {
  Report report;
  report.outcome = Outcome::Failed;
  report.verdict = incident.verdict;
  report.inputs.push_back({"train.log", InputKind::Log, 81'231, 913, "torchrun", "0-7"});
  report.incidents.push_back(std::move(incident));
  return report;
}

/// Rank 5 raised an IndexError, seven ranks lost their peer.
inline Report certain_report() {
  Incident incident;
  incident.verdict =
      "Rank 5 failed first: class index 7 is outside [0, 5) in cross_entropy (losses.py:12). 7 ranks failed because of "
      "it.";
  incident.attribution = Attribution::Single;
  incident.certainty = Certainty::Certain;
  incident.initiators.push_back({Rank{5}, LocalRank{5}, "gpu-node-07", 4242});
  incident.candidates.push_back({Rank{5}, 0.93, "raised an error of its own"});
  incident.collateral.push_back({"0-4,6,7", "gloo peer closed the connection", {"e2"}});
  incident.cause = {"data.class_index_out_of_range", "A class index is outside the range of the model's classes",
                    Certainty::Certain};
  incident.hypotheses.push_back({"data.class_index_out_of_range", 0.83, {"e1"}, {}, {"n2"}});
  incident.hypotheses.push_back({"data.index_out_of_range", 0.1, {"e1"}, {}, {}});
  incident.error = ErrorText{"IndexError", "Target 7 is out of bounds."};
  incident.operation = "torch.nn.functional.cross_entropy";
  incident.frame = UserFrame{"/home/dev/llm-train/losses.py",
                             12,
                             "class_loss",
                             "    return F.cross_entropy(logits, labels)",
                             true,
                             "CPU error: raised by the line itself",
                             11,
                             42};
  incident.evidence.push_back(evidence(
      "e1", 118, 5, Role::Initiator,
      "Traceback (most recent call last):\n  File \"losses.py\", line 12\nIndexError: Target 7 is out of bounds."));
  incident.evidence.push_back(evidence("e2", 131, 0, Role::Collateral,
                                       "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:598] Connection "
                                       "closed by peer [127.0.0.1]:40132"));
  incident.evidence.push_back(evidence("e3", 160, 0, Role::Launcher, "Root Cause (first observed failure):"));
  incident.next.push_back(
      {"n1", StepKind::Fix, "check the labels where they are made", "", {}, "labels must lie in [0, classes)"});
  incident.next.push_back({"n2",
                           StepKind::Verify,
                           "name the sample and the value",
                           "FIRSTFAULT_CHECKS=1 torchrun --nproc-per-node 8 train.py",
                           {{"data.class_index_out_of_range", "the check names a label"}},
                           "one run settles it"});
  incident.missing.push_back({"which sample holds the label", "n2"});
  incident.retry = RetryAdvice::AfterFix;
  incident.retry_why = "the same batch fails again";
  incident.launcher_note = "torchrun's \"root cause\" (rank 0) is one of them";
  return report_of(std::move(incident));
}

/// A device-side assert whose text is not in the log.
inline Report undetermined_report() {
  Incident incident;
  incident.verdict =
      "Undetermined: a device-side assert was reported on rank 0, but the assertion text is not in this log.";
  incident.attribution = Attribution::Undetermined;
  incident.certainty = Certainty::Undetermined;
  incident.candidates.push_back({Rank{0}, 0.5, "reported the assert"});
  incident.cause = {"cuda.device_assert", "A check inside a CUDA kernel failed", Certainty::Undetermined};
  incident.hypotheses.push_back({"data.class_index_out_of_range", 0.7, {"e1"}, {}, {"n1"}});
  incident.hypotheses.push_back({"numeric.nonfinite", 0.1, {"e1"}, {}, {"n1"}});
  incident.error = ErrorText{"RuntimeError", "CUDA error: device-side assert triggered"};
  incident.frame = UserFrame{"losses.py", 31,
                             "step",      "total += loss.item()",
                             false,       "the next synchronising call; the fault is in an earlier operation",
                             -1,          -1};
  incident.evidence.push_back(evidence(
      "e1", 40, 0, Role::Context,
      "RuntimeError: CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported"));
  incident.next.push_back({"n1",
                           StepKind::Verify,
                           "run once with synchronous launches",
                           "CUDA_LAUNCH_BLOCKING=1 python train.py 2>&1 | firstfault diagnose -",
                           {},
                           ""});
  incident.missing.push_back({"the assertion text, printed on stderr before the traceback", "n1"});
  return report_of(std::move(incident));
}

}  // namespace firstfault::test
