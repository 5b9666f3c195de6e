// Tiny jobs for tests of blame/, causes/ and analysis/: texts in, the answer in one line out. Builds the texts that
// many jobs share: what a rank prints that lost its peer, waited, or raised.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/session.h"
#include "rules/matcher.h"
#include "rules/rule.h"

namespace firstfault::test {

using Texts = std::vector<std::pair<std::string, std::string>>;  // path → text

inline analysis::Diagnosis diagnose(const Texts& inputs) {
  analysis::Session session(rules::builtin_rules(), rules::builtin_matcher());
  for (const auto& [path, text] : inputs) {
    const InputId id = session.open({path, InputKind::Log});
    session.feed(id, text);
    session.close(id);
  }
  return session.finish();
}

inline Report report_of(const std::string& text) { return diagnose({{"train.log", text}}).report; }

inline std::string word(Attribution attribution) {
  switch (attribution) {
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
  return {};
}

inline std::string word(Certainty certainty) {
  switch (certainty) {
    case Certainty::Certain:
      return "certain";
    case Certainty::Likely:
      return "likely";
    case Certainty::Possible:
      return "possible";
    case Certainty::Undetermined:
      return "undetermined";
  }
  return {};
}

/// "single 1", "several 0,2", "all_ranks", "recovered, then fine", "no failure" …
inline std::string who(const Report& report) {
  if (report.outcome != Outcome::Failed) return report.incidents.empty() ? "no failure" : "recovered";
  const Incident& incident = report.incidents.front();
  std::string text = word(incident.attribution);
  std::string separator = " ";
  for (const auto& initiator : incident.initiators) {
    text += separator + (initiator.rank ? std::to_string(initiator.rank->value) : "?");
    separator = ",";
  }
  return text;
}

/// who, how sure: "single 1, certain".
inline std::string answer(const Report& report) {
  if (report.outcome != Outcome::Failed) return who(report);
  return who(report) + ", " + word(report.incidents.front().certainty);
}

inline std::string cause_of(const Report& report) {
  return report.incidents.empty() ? "" : report.incidents.front().cause.id;
}

/// Every line of `text` with `prefix` in front.
inline std::string tagged(std::string_view prefix, std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto end = text.find('\n');
    out += std::string(prefix) + std::string(text.substr(0, end)) + "\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

inline std::string raised(std::string_view exception) {
  return "Traceback (most recent call last):\n  File \"train.py\", line 9, in <module>\n    main()\n  File "
         "\"train.py\", line 5, in main\n    step(batch)\n" +
         std::string(exception) + "\n";
}

inline std::string bad_label() { return raised("IndexError: Target 7 is out of bounds."); }

/// What a rank prints whose peer is gone.
inline std::string lost_peer() {
  return "Traceback (most recent call last):\n  File \"train.py\", line 9, in <module>\n    main()\n  File "
         "\"train.py\", line 6, in main\n    loss.backward()\n"
         "  File \"/usr/lib/python3/dist-packages/torch/_tensor.py\", line 488, in backward\n    "
         "torch.autograd.backward(\n"
         "  File \"/usr/lib/python3/dist-packages/torch/autograd/__init__.py\", line 197, in backward\n    "
         "Variable._execution_engine.run_backward(\n"
         "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:598] Connection closed by peer "
         "[127.0.0.1]:44749\n";
}

/// What a rank prints that waited and gave up.
inline std::string timed_out() {
  return "Traceback (most recent call last):\n  File \"train.py\", line 9, in <module>\n    main()\n  File "
         "\"train.py\", line 6, in main\n    dist.all_reduce(x)\n"
         "  File \"/usr/lib/python3/dist-packages/torch/distributed/distributed_c10d.py\", line 1536, in all_reduce\n  "
         "  work.wait()\n"
         "RuntimeError: [../third_party/gloo/gloo/transport/tcp/unbound_buffer.cc:81] Timed out waiting 30000ms for "
         "recv operation to complete\n";
}

inline std::string hello(int rank, int world) {
  return "INFO llm: rank " + std::to_string(rank) + " of " + std::to_string(world) + " on gpu-node-07\n";
}

inline std::string default_tag(int rank) { return "[default" + std::to_string(rank) + "]:"; }

/// torchelastic's table: the ranks that were dead when it looked, the first one called the root cause.
inline std::string elastic_table(const std::vector<std::pair<int, int>>& rank_and_code) {
  std::string text = "============================================================\ntrain.py FAILED\nFailures:\n";
  const auto row = [](std::size_t position, std::pair<int, int> dead) {
    return "[" + std::to_string(position) +
           "]:\n  time      : 2026-11-30_17:41:21\n  host      : gpu-node-07\n  rank      : " +
           std::to_string(dead.first) + " (local_rank: " + std::to_string(dead.first) +
           ")\n  exitcode  : " + std::to_string(dead.second) + " (pid: " + std::to_string(1000 + dead.first) + ")\n";
  };
  if (rank_and_code.size() < 2) text += "  <NO_OTHER_FAILURES>\n";
  for (std::size_t i = 1; i < rank_and_code.size(); ++i) text += row(i, rank_and_code[i]);
  text += "------------------------------------------------------------\nRoot Cause (first observed failure):\n" +
          row(0, rank_and_code.front());
  return text + "============================================================\n";
}

}  // namespace firstfault::test
