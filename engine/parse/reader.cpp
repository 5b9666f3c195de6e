#include "parse/reader.h"

#include <algorithm>
#include <utility>

#include "parse/classify.h"
#include "parse/exit_facts.h"
#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

// Jobs of 16,384 ranks, with the launchers of their 2,048 nodes.
constexpr std::size_t kMaxStreams = 18'432;
constexpr std::size_t kMaxPieces = 256;  // lines that wait for their other half
constexpr std::size_t kMaxReadings = 200'000;
constexpr std::size_t kReadingCharacters = 200;
constexpr int kMaxSplices = 8;  // speakers of one line
constexpr std::uint64_t kBinarySample = 64 * 1024;

// Where a second speaker's prefix stands in the middle of a line (a tee'd line flushed in two halves, two ranks
// spliced).
std::size_t find_splice(std::string_view line) {
  for (const std::string_view mark : {std::string_view("[default"), std::string_view("[E ProcessGroup")}) {
    const auto at = line.find(mark, 1);
    if (at == std::string_view::npos) continue;
    if (mark == "[default" && (at + mark.size() >= line.size() || !text::is_digit(line[at + mark.size()]))) continue;
    if (mark != "[default" && line.substr(0, at).ends_with(":")) continue;  // "[rank3]:[E ProcessGroup…" is one prefix
    return at;
  }
  return std::string_view::npos;
}

// "… stderr P text" → "text"
std::string_view behind_runtime_tag(std::string_view line) {
  for (const std::string_view tag : {" stderr P ", " stdout P ", " stderr F ", " stdout F "})
    if (const auto at = line.substr(0, 400).find(tag); at != std::string_view::npos)
      return line.substr(at + tag.size());
  return line;
}

// A progress bar redraws itself between other lines and must not break what they belong to.
bool is_progress_bar(std::string_view text) { return text.ends_with(']') && demux::is_bar(text); }

// Markdown, reStructuredText and HTML: the file is a document (or a page about a failure), not a log.
bool begins_code_block(std::string_view line) {
  const auto text = text::trim(line);
  return text.starts_with("```") || text.starts_with(".. code-block::") || text.starts_with("<pre") ||
         text.starts_with("<code");
}

// A prefix of unknown make stands in front of "Traceback (most recent call last)" and of every line that belongs to it.
std::string_view without_block_prefix(std::string& prefix, std::string_view text) {
  constexpr std::size_t kLongest = 80;
  const auto at = text.find("Traceback (most recent call last)");
  if (at != std::string_view::npos) {
    const auto before = text.substr(0, at);
    const bool plain = before.find_first_not_of(" |+-") == std::string_view::npos || before.ends_with("Original ") ||
                       at > kLongest || before.find('%') != std::string_view::npos;
    prefix.assign(plain ? std::string_view{} : before);
    return text;  // the header is found wherever it stands; whether its prefix is one, the next line shows
  }
  if (prefix.empty() || !text.starts_with(prefix)) {
    prefix.clear();
    return text;
  }
  return text.substr(prefix.size());
}

}  // namespace

Reader::Reader(const rules::Matcher& matcher, InputId input, Input info, Keep keep)
    : matcher_(&matcher), input_(input), now_(static_cast<Order>(input.value) << 40U), keep_(keep) {
  InputFacts facts;
  facts.file = demux::identify_file(info.path);
  facts.info = std::move(info);
  facts_.inputs.push_back(std::move(facts));
}

void Reader::feed(std::string_view bytes) {
  if (bytes_ < kBinarySample)
    for (const char c : bytes.substr(0, kBinarySample))
      suspicious_bytes_ += c == '\0' || (static_cast<unsigned char>(c) < 7) ? 1 : 0;
  bytes_ += bytes.size();
  facts_.inputs.front().info.bytes = bytes_;
  splitter_.feed(bytes, [this](const text::RawLine& line) { raw_line(line); });
}

void Reader::finish() {
  if (finished_) return;
  finished_ = true;
  splitter_.finish([this](const text::RawLine& line) { raw_line(line); });
  restorer_.finish([this](std::string_view clean, const SourceSpan& span) { clean_line(clean, span); });
  if (restorer_.left_out() > 0)
    facts_.notes.push_back(facts_.inputs.front().info.path + ": begins with its newest line; its oldest " +
                           std::to_string(restorer_.left_out()) +
                           " lines were left out, give the log oldest first to have them read");

  if (const auto last = journal_.finish()) journal_record(*last);
  for (StreamIndex i = 0; i < states_.size(); ++i)
    states_[i].tracebacks.finish([this, i](FinishedTraceback&& done) { finished_traceback(std::move(done), i); });
  for (StreamIndex i = 0; i < states_.size(); ++i) {
    states_[i].table.finish();
    for (ProcessExit row : states_[i].table.rows()) {
      row.label = facts_.streams[i].label;
      facts_.exits.push_back(std::move(row));
    }
  }
  in_order(facts_.marks);
  // A last line without an ending may be half a line; words that a signature knows are whole enough.
  for (auto& failure : facts_.failures)
    failure.cut = failure.cut || (failure.span.end == bytes_ && failure.matches.empty());
  drop_doubtful_ranks();
  name_process_of_file();
  auto& input = facts_.inputs.front();
  input.dialect = restorer_.dialect();
  input.info.lines = splitter_.line_count();
  input.cut_lines = splitter_.cut_lines();
  input.binary =
      splitter_.encoding() == text::Encoding::Bytes && suspicious_bytes_ * 20 > std::min(bytes_, kBinarySample);
  // What was needed to read on; of many speakers it is most of the memory.
  states_ = {};
  by_tag_.clear();
  pieces_.clear();
}

void Reader::raw_line(const text::RawLine& line) {
  const SourceSpan span{input_, line.line, line.editor_line, line.begin, line.end};
  std::string scratch;
  restorer_.line(text::strip_controls(line.bytes, scratch), span,
                 [this](std::string_view clean, const SourceSpan& whole) { clean_line(clean, whole); });
}

bool Reader::saw_deciding_line() const {
  if (deciding_ || !restorer_.holds_lines()) return deciding_;
  Reader copy = *this;
  copy.finish();
  return copy.deciding_;
}

void Reader::clean_line(std::string_view clean, const SourceSpan& span) {
  ++now_;
  facts_.inputs.front().document = facts_.inputs.front().document || begins_code_block(clean);
  if (journal_line(clean, span)) return;
  whole_line_ = clean;
  demux::Prefix carrier;
  for (int parts = 0; parts < kMaxSplices; ++parts) {
    if (find_splice(clean) == std::string_view::npos) break;
    // Behind its own prefix only: "trainer-0 [default1]:" is one speaker, not two.
    const auto peeled = demux::peel(clean, restorer_.dialect());
    const auto at = peeled.text.starts_with('{') ? std::string_view::npos : find_splice(peeled.text);
    if (at == std::string_view::npos) break;
    const auto end = static_cast<std::size_t>(peeled.text.data() - clean.data()) + at;
    segment(clean.substr(0, end), carrier, span);
    carrier.label = carrier.label.empty() ? peeled.prefix.label : carrier.label;
    carrier.node = carrier.node.empty() && !peeled.prefix.label.empty() ? peeled.prefix.node : carrier.node;
    carrier.time = carrier.time.empty() ? peeled.prefix.time : carrier.time;
    clean.remove_prefix(end);
  }
  segment(clean, carrier, span);
}

StreamIndex Reader::stream_of_nobody() {
  if (nobody_) return *nobody_;
  facts_.notes.push_back(facts_.inputs.front().info.path + ": more than " + std::to_string(kMaxStreams) +
                         " speakers; the lines of the others are read as nobody's");
  Stream stream;
  stream.input = input_;
  stream.shared = true;
  facts_.streams.push_back(std::move(stream));
  states_.emplace_back();
  nobody_ = facts_.streams.size() - 1;
  return *nobody_;
}

StreamIndex Reader::stream_of(const demux::Prefix& prefix) {
  std::string tag(prefix.label);
  if (prefix.task) tag.append(" task ").append(std::to_string(*prefix.task));
  if (!prefix.tag.empty()) tag.append(" ").append(prefix.tag);
  const auto known = by_tag_.find(tag);
  if (known != by_tag_.end()) return known->second;
  if (facts_.streams.size() >= kMaxStreams) return stream_of_nobody();
  Stream stream;
  stream.input = input_;
  stream.tag = std::string(prefix.tag);
  stream.label = std::string(prefix.label);
  stream.task = prefix.task;
  stream.shared = prefix.shared_tag && !prefix.task;
  if (prefix.task) stream.label += "task " + std::to_string(*prefix.task);  // it may carry a whole launcher's lines
  stream.file = facts_.inputs.front().file;
  stream.rank = stream.file.rank;
  stream.local_rank = stream.file.local_rank;
  stream.pid = stream.file.pid;
  stream.node = stream.file.node;
  if (!prefix.label.empty() && !prefix.node.empty()) stream.node = std::string(prefix.node);
  if (!prefix.tag.empty()) {
    const bool by_rank_prefix = prefix.tag.starts_with("[rank");
    if (prefix.rank && (by_rank_prefix || !prefix.local_rank) && !stream.shared)
      stream.rank = prefix.task ? Rank{*prefix.task} : prefix.rank;  // whatever rank this line names behind the task
    if (prefix.local_rank) stream.local_rank = prefix.local_rank;
    stream.pid = prefix.pid;
    if (!prefix.node.empty()) stream.node = std::string(prefix.node);
  }
  facts_.streams.push_back(std::move(stream));
  states_.emplace_back();
  by_tag_.emplace(std::move(tag), facts_.streams.size() - 1);
  return facts_.streams.size() - 1;
}

// `carrier` is what a spliced line said in front of its first speaker.
void Reader::segment(std::string_view clean, const demux::Prefix& carrier, const SourceSpan& span) {
  auto peeled = demux::peel(clean, restorer_.dialect());
  if (peeled.prefix.label.empty()) peeled.prefix.label = carrier.label;
  if (peeled.prefix.node.empty()) peeled.prefix.node = carrier.node;
  if (peeled.prefix.time.empty()) peeled.prefix.time = carrier.time;
  if (peeled.prefix.time.empty()) peeled.prefix.time = lone_time_;
  if (!peeled.prefix.pid) peeled.prefix.pid = facts_.inputs.front().file.pid;
  const auto begun = pieces_.find(peeled.prefix.label);
  const bool goes_on = begun != pieces_.end() && peeled.layers.transport > 0;  // in a line that was carried likewise
  if (peeled.prefix.partial && (begun != pieces_.end() || pieces_.size() < kMaxPieces)) {
    auto& piece = pieces_[std::string(peeled.prefix.label)];
    const auto part = behind_runtime_tag(clean);  // prefixes within the line stand in its first piece
    if (piece.size() + part.size() <= text::kMaxLineBytes) piece.append(part);
  } else if (goes_on) {
    std::string joined = std::move(begun->second);
    pieces_.erase(begun);
    const auto rest = behind_runtime_tag(clean);
    if (joined.size() + rest.size() <= text::kMaxLineBytes) joined.append(rest);
    return segment(joined, peeled.prefix, span);
  }
  const StreamIndex stream = stream_of(peeled.prefix);
  part_ = Part::Text;
  rule_ = {};
  read(peeled, clean, stream, span);
  if (keep_ == Keep::Readings) keep_reading(peeled, stream, span);
}

void Reader::read(const demux::PeeledLine& peeled, std::string_view clean, StreamIndex stream, const SourceSpan& span) {
  const bool empty = text::trim(peeled.text).empty();
  if (peeled.prefix.partial) {
    part_ = Part::Piece;
  } else if (restorer_.dialect().layout.lone_times && empty && !peeled.prefix.time.empty()) {
    part_ = Part::LoneTime;
    lone_time_.assign(peeled.prefix.time);
  } else if (is_progress_bar(peeled.text)) {
    part_ = Part::ProgressBar;
  } else if (is_doubled(clean, stream)) {
    part_ = Part::Doubled;
  } else if (peeled.text.size() > 2 && peeled.text.front() == '{' && peeled.text.back() == '}') {
    record(peeled, stream, span);
  } else {
    leave_trail(peeled.prefix, stream, span);
    said(peeled.text, peeled.body, peeled.prefix, stream, span);
  }
}

void Reader::keep_reading(const demux::PeeledLine& peeled, StreamIndex stream, const SourceSpan& span) {
  if (facts_.readings.size() >= kMaxReadings) {
    if (facts_.readings.size() == kMaxReadings && facts_.notes.empty())
      facts_.notes.push_back(facts_.inputs.front().info.path + ": how lines were read is shown for the first " +
                             std::to_string(kMaxReadings) + " lines only");
    return;
  }
  KeptReading kept;
  kept.stream = stream;
  LineReading& line = kept.line;
  line.span = span;
  for (std::size_t i = 0; i < peeled.layers.count; ++i) line.layers.emplace_back(peeled.layers.names[i]);
  const auto& prefix = peeled.prefix;
  line.stream = facts_.streams[stream].label + (prefix.label.empty() || prefix.tag.empty() ? "" : " ") +
                facts_.streams[stream].tag;
  line.rank = prefix.rank;
  line.local_rank = prefix.local_rank;
  line.group_rank = prefix.group_rank;
  line.pid = prefix.pid;
  line.device = prefix.device;
  line.node = std::string(prefix.node);
  line.time = std::string(prefix.time);
  line.part = part_;
  line.rule = std::string(rule_);
  line.text = text::to_valid_utf8(peeled.text, kReadingCharacters);
  facts_.readings.push_back(std::move(kept));
}

// Standard error that reaches the log through two sinks has every line twice. Only where one process speaks: in a
// shared stream two processes may well say the same.
bool Reader::is_doubled(std::string_view clean, StreamIndex stream) {
  const auto& who = facts_.streams[stream];
  auto& last = states_[stream].last_line;
  const bool own_voice = !who.tag.empty() || who.file.rank || who.file.local_rank;
  const bool doubled = own_voice && clean.size() > 8 && clean == last;
  last.assign(doubled ? std::string_view{} : clean.substr(0, 512));
  return doubled;
}

void Reader::said(std::string_view text, std::string_view body, const demux::Prefix& prefix, StreamIndex stream,
                  const SourceSpan& span) {
  const Order order = now_;
  const bool own = prefix.rank && !prefix.task;
  const bool in_table =
      own || prefix.local_rank ? false : states_[stream].table.line(body, input_, order, span, whole_line_);
  if (in_table) {
    part_ = Part::Table;
    return;
  }
  if (auto exit = mpi_.line(text, whole_line_, span)) {
    exit->input = input_;
    exit->order = order;
    facts_.exits.push_back(std::move(*exit));
    deciding_ = true;
  }
  // A logger writes a record and its traceback in one piece: the record's rank is that of the header right below it.
  auto& record_rank = states_[stream].record_rank;
  const auto above = prefix.record ? std::nullopt : record_rank;
  record_rank = prefix.record && prefix.level >= demux::Level::Error ? prefix.rank : std::nullopt;
  const LineContext context{order, span, prefix.level, prefix.record, prefix.time, whole_line_, prefix.rank, above};
  const auto is_peer = [this](std::string_view error) {
    const auto matches = match_best_first(*matcher_, error, rules::Where::Exception);
    return !matches.empty() && is_collateral(matches.front().signature->cls);
  };
  const auto sink = [this, stream](FinishedTraceback&& done) { finished_traceback(std::move(done), stream); };
  if (const auto* row = states_[stream].table.current();
      row != nullptr && text.find("Traceback (most recent") != std::string_view::npos)
    table_tracebacks_.emplace(order, *row);
  if (auto failed = pytest_.line(text, context)) finished_traceback(std::move(*failed), stream);
  const auto unprefixed = without_block_prefix(states_[stream].block_prefix, text);
  if (states_[stream].tracebacks.line(unprefixed, context, is_peer, sink)) {
    part_ = Part::Traceback;
    return;
  }
  note_shard(text, prefix, stream);
  matched_line(text, body, prefix, stream, span);
}

void Reader::finished_traceback(FinishedTraceback&& done, StreamIndex stream) {
  Failure failure;
  auto cls = classify_exception(*matcher_, done.chain);
  failure.stream = stream;
  failure.order = done.order;
  failure.span = done.span;
  failure.source = Source::Exception;
  failure.cls = cls.cls;
  failure.matches = std::move(cls.matches);
  failure.suspect = cls.suspect;
  failure.generic = cls.generic;
  failure.rank = done.rank;
  failure.rank_of_record = done.rank_of_record;
  failure.pid = facts_.streams[stream].file.pid;
  failure.spawn_index = done.spawn_index;
  failure.woven = done.woven;
  failure.logged = done.chain.front().logged;
  failure.ignored = done.ignored;
  failure.cut = done.cut;

  failure.suspect = failure.suspect || (done.cut && done.chain.back().type == kCutTraceback);
  failure.level = done.level;
  failure.record = done.record;
  failure.time = std::move(done.time);
  failure.text = done.chain.back().full.substr(0, done.chain.back().full.find('\n'));
  failure.chain = std::move(done.chain);
  failure.line = std::move(done.line);
  if (const auto row = table_tracebacks_.find(done.begin); row != table_tracebacks_.end()) {
    failure.quoted = true;
    failure.rank = row->second.rank;
    failure.local_rank = row->second.local_rank;
    failure.pid = row->second.pid;
  }
  add_failure(std::move(failure));
}

}  // namespace firstfault::parse
