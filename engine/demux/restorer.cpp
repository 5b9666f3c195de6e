#include "demux/restorer.h"

#include "demux/dialect.h"
#include "text/clean.h"

namespace firstfault::demux {
namespace {

constexpr std::size_t kMostHeldBytes = 24 * 1024 * 1024;  // of an input that begins with its newest line
constexpr std::size_t kEnoughBytes = 256 * 1024;          // to learn from, however few lines they are
constexpr std::size_t kMostRows = 256;                    // of one line
constexpr int kMostLearned = 32;                          // windows of one input

constexpr std::string_view kTraceback = "Traceback (most recent call last)";

// Where a line begins that nobody puts text in front of, except a carrier of lines.
std::size_t find_line_start(std::string_view text) {
  const auto traceback = text.find(kTraceback);
  return traceback != std::string_view::npos ? traceback : text.substr(0, 120).find("[rank");
}

}  // namespace

// Text in front of what begins a line, that no known prefix explains.
bool Restorer::shows_unknown_prefix(std::string_view clean) {
  const auto at = find_line_start(clean);
  if (at == std::string_view::npos || at == 0 || at > 120) return false;
  const auto peeled = peel(clean, dialect_);
  const auto rest = peeled.text;
  const auto start = find_line_start(rest);
  if (start == std::string_view::npos || start == 0) return false;
  const auto before = rest.substr(0, start);
  const bool explained = before.find_first_not_of(" |+-") == std::string_view::npos || before.ends_with("Original ") ||
                         before.find('%') != std::string_view::npos;
  return !explained;
}

void Restorer::hold(std::string_view clean, const SourceSpan& span) {
  if (held_bytes_ > kMostHeldBytes) {
    ++left_out_;
    return;
  }
  held_.push_back({std::string(clean), span});
  held_bytes_ += clean.size() + sizeof(Held);
}

void Restorer::line(std::string_view clean, const SourceSpan& span, const Sink& sink) {
  if (dialect_.layout.order != LineOrder::OldestFirst) return hold(clean, span);
  if (!learning_ && relearned_ < kMostLearned && shows_unknown_prefix(clean)) {
    ++relearned_;
    learning_ = true;
  }
  if (!learning_) return deliver(clean, span, sink);
  hold(clean, span);
  if (held_.size() >= kSniffLines || held_bytes_ >= kEnoughBytes) learn(sink);
}

void Restorer::learn(const Sink& sink) {
  std::vector<std::string> lines;
  lines.reserve(held_.size());
  for (const auto& held : held_) lines.push_back(held.text);
  Dialect learned = sniff(lines);
  // The order of lines does not change half-way; labels seen before stay labels.
  if (learned_once_) {
    learned.layout.order = dialect_.layout.order;
    learned.layout.doubled = dialect_.layout.doubled;
    learned.hosts.merge(dialect_.hosts);
    learned.tasks.merge(dialect_.tasks);
    learned.host_labels = learned.host_labels || dialect_.host_labels;
    learned.pod_labels = learned.pod_labels || dialect_.pod_labels;
    learned.task_labels = learned.task_labels || dialect_.task_labels;
    if (learned.habit.tokens.empty()) learned.habit = dialect_.habit;
  }
  dialect_ = std::move(learned);
  learned_once_ = true;
  learning_ = false;
  if (dialect_.layout.order != LineOrder::OldestFirst) return;
  const auto pending = std::move(held_);
  held_.clear();
  held_bytes_ = 0;
  for (const auto& held : pending) deliver(held.text, held.span, sink);
}

// Newest first: from the last line to the first; records are kept whole where only they were turned.
void Restorer::turn(const Sink& sink) {
  const auto pending = std::move(held_);
  held_.clear();
  const bool whole_records = dialect_.layout.order == LineOrder::NewestRecordsFirst;
  for (std::size_t end = pending.size(); end > 0;) {
    std::size_t begin = end - 1;
    while (whole_records && begin > 0 && !begins_record(pending[begin].text)) --begin;
    for (std::size_t i = begin; i < end; ++i) deliver(pending[i].text, pending[i].span, sink);
    end = begin;
  }
}

void Restorer::deliver(std::string_view clean, const SourceSpan& span, const Sink& sink) {
  if (is_bar(clean)) return sink(clean, span);
  if (dialect_.layout.doubled) {
    const bool again = clean == last_;
    last_.assign(again ? std::string_view{} : clean);
    if (again) return;
  }
  if (rows_ > 0 && span.begin < row_.span.end) end_row(sink);  // turned round: what comes next does not stand below
  // A second label shows that the first one was no lone task's.
  if (dialect_.task_labels && dialect_.tasks.size() == 1)
    if (const auto task = peel(clean, dialect_).prefix.task) dialect_.tasks.insert(std::to_string(*task) + ":");
  const bool full = is_full_row(clean, dialect_.layout.wrap_columns) && rows_ < kMostRows;
  if (rows_ == 0 && !full) return sink(clean, span);
  if (rows_++ == 0) {
    row_.text.assign(clean);
    row_.span = span;
  } else {
    row_.text.append(clean);
    row_.span.end = span.end;
  }
  if (!full) end_row(sink);
}

void Restorer::end_row(const Sink& sink) {
  if (rows_ == 0) return;
  rows_ = 0;
  const Held whole = std::move(row_);
  row_ = {};
  sink(whole.text, whole.span);
}

void Restorer::finish(const Sink& sink) {
  if (learning_) learn(sink);
  turn(sink);
  end_row(sink);
}

}  // namespace firstfault::demux
