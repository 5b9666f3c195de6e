#include "lsp/terminals.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace firstfault::lsp {
namespace {

void add_seq_note(std::vector<std::string>& notes, std::string note) {
  if (notes.size() < kMaxSeqNotes) notes.push_back(std::move(note));
}

}  // namespace

std::string terminal_origin(const std::string& terminal) {
  return terminal.empty() ? std::string() : "terminal:" + terminal;
}

/// A job that hangs prints nothing after the deciding line, so a young run is looked at line by line. An old one only
/// once a deciding line was seen, and less often the longer nothing new comes of it.
std::optional<analysis::Diagnosis> Terminals::feed(const TerminalChunkParams& chunk) {
  Run& run = run_of(chunk);
  if (!take(run, chunk) || chunk.data.find('\n') == std::string::npos) return {};
  const bool young = run.text.size() < kYoungRunBytes;
  if (!young && (!run.session->saw_deciding_line() || run.skipped++ < run.patience)) return {};
  run.skipped = 0;
  run.patience = std::min(kMaxPatience, 2 * run.patience + 1);
  analysis::Diagnosis diagnosis = diagnose(run);
  const Report& report = diagnosis.report;
  if (report.outcome != Outcome::Failed || report.verdict == run.raised_verdict) return {};
  run.raised_verdict = report.verdict;
  run.patience = 0;
  return diagnosis;
}

std::optional<Terminals::Ended> Terminals::end(const TerminalEndParams& end) {
  const auto run = std::find_if(runs_.begin(), runs_.end(), [&](const Run& known) {
    return known.terminal == end.terminal.text && known.run == end.run.text;
  });
  if (run == runs_.end()) return {};
  Ended ended{diagnose(*run), !run->raised_verdict.empty()};
  runs_.erase(run);
  return ended;
}

Terminals::Run& Terminals::run_of(const TerminalChunkParams& chunk) {
  const auto known = std::find_if(runs_.begin(), runs_.end(), [&](const Run& run) {
    return run.terminal == chunk.terminal.text && run.run == chunk.run.text;
  });
  Run run;
  if (known != runs_.end()) {
    run = std::move(*known);
    runs_.erase(known);
  } else {
    run.terminal = chunk.terminal.text;
    run.run = chunk.run.text;
  }
  make_room();
  runs_.push_back(std::move(run));
  return runs_.back();
}

void Terminals::make_room() {
  const auto bytes = [this] {
    return std::accumulate(runs_.begin(), runs_.end(), std::size_t{0},
                           [](std::size_t sum, const Run& run) { return sum + run.text.size(); });
  };
  while (runs_.size() >= kMaxTerminalRuns || bytes() > kMaxTerminalBytes) runs_.pop_front();
}

/// False for a chunk that was there already.
bool Terminals::take(Run& run, const TerminalChunkParams& chunk) const {
  if (run.next_seq >= 0 && chunk.seq < run.next_seq) {
    add_seq_note(run.notes,
                 "a piece of the terminal's output came twice (seq " + std::to_string(chunk.seq) + "); it counts once");
    return false;
  }
  const std::int64_t expected = run.next_seq < 0 ? std::min<std::int64_t>(chunk.seq, 1) : run.next_seq;
  if (chunk.seq > expected)
    add_seq_note(run.notes, "the terminal's output is incomplete: pieces " + std::to_string(expected) + " to " +
                                std::to_string(chunk.seq - 1) + " did not arrive");
  run.next_seq = chunk.seq + 1;
  run.text += chunk.data;
  if (!run.session)
    restart(run);
  else if (run.text.size() > kTerminalRunBytes)
    drop_middle(run);
  else
    run.session->feed(InputId{0}, chunk.data);
  return true;
}

/// Cuts at line ends where there are some.
void Terminals::drop_middle(Run& run) const {
  if (run.head == 0) {
    const std::size_t line_end = run.text.rfind('\n', kTerminalHeadBytes);
    run.head = line_end == std::string::npos ? kTerminalHeadBytes : line_end + 1;
  }
  std::size_t tail = run.text.size() - kTerminalTailBytes;
  const std::size_t line_end = run.text.find('\n', tail);
  if (line_end != std::string::npos && line_end + 1 < run.text.size()) tail = line_end + 1;
  run.dropped += tail - run.head;
  run.text.erase(run.head, tail - run.head);
  restart(run);
}

void Terminals::restart(Run& run) const {
  if (!run.rules) run.rules = rules_();
  run.session = std::make_unique<analysis::Session>(*run.rules->rules, *run.rules->matcher);
  const InputId input = run.session->open({terminal_origin(run.terminal), InputKind::Terminal});
  run.session->feed(input, run.text);
}

analysis::Diagnosis Terminals::diagnose(const Run& run) {
  analysis::Diagnosis diagnosis = run.session->finish();
  auto& notes = diagnosis.report.notes;
  notes.insert(notes.end(), run.notes.begin(), run.notes.end());
  if (run.dropped > 0)
    notes.push_back("of this long output " + std::to_string(run.dropped) + " bytes after the first " +
                    std::to_string(run.head) + " were not kept; line numbers beyond them count without them");
  return diagnosis;
}

}  // namespace firstfault::lsp
