// The part of the reader that decides how much is kept of what it found, so that memory stays bounded however many
// speakers a log has and however much they say.
#include <algorithm>
#include <utility>

#include "parse/classify.h"
#include "parse/reader.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr std::size_t kMany = 2'000;       // failures or marks: from then on less is kept of each
constexpr std::size_t kMaxNames = 18'432;  // ranks, and kinds of marks, of all speakers
constexpr std::size_t kMaxKinds = 512;     // of one stream; of those beyond only the newest are kept

// Thousands of threads print the same assertion. In all fewer than 2^14: the vector grows no further.
constexpr Amounts kFailures{32, 0, 14'000};  // of one kind and stream
constexpr Amounts kFewFailures{2, 0, 15'500};
constexpr Amounts kMoreKinds{0, 32, 16'000};

constexpr Amounts kMarks{4'000, 0, 8'000};  // of one kind
constexpr Amounts kFewMarks{2, 0, 24'000};
// How far a speaker got: where it began, where it was last. Stands in the way of no other marks.
constexpr Amounts kProgress{8, 40, 30'000};
constexpr Amounts kLittleProgress{1, 1, 45'000};

constexpr std::size_t kLongestLine = 2'000;
constexpr std::size_t kShortLine = 240;
constexpr std::ptrdiff_t kOuterFrames = 4;
constexpr std::ptrdiff_t kInnerFrames = 8;

std::optional<std::int64_t> number_of(const rules::Match& match, Fact fact) {
  const auto* text = find_fact(match.facts, fact);
  if (text == nullptr) return std::nullopt;
  text::Cursor cursor(*text);
  return cursor.take_number();
}

void shorten(std::string& text, std::size_t most) {
  if (text.size() <= most) return;
  text.resize(most);
  text.shrink_to_fit();
}

// One of thousands: what it says, and the first and the last frames of where.
void slim(Failure& failure) {
  shorten(failure.text, kLongestLine);
  shorten(failure.line, kLongestLine);
  if (failure.chain.size() > 1) failure.chain.erase(failure.chain.begin(), failure.chain.end() - 1);
  failure.chain.shrink_to_fit();
  for (auto& traceback : failure.chain) {
    auto& frames = traceback.frames;
    if (std::ssize(frames) > kOuterFrames + kInnerFrames)
      frames.erase(frames.begin() + kOuterFrames, frames.end() - kInnerFrames);
    frames.shrink_to_fit();
    for (auto& frame : frames) shorten(frame.source, kShortLine);
    shorten(traceback.message, kLongestLine);
    shorten(traceback.full, kLongestLine);
  }
}

}  // namespace

void Reader::leave_trail(const demux::Prefix& prefix, StreamIndex stream, const SourceSpan& span) {
  ++facts_.streams[stream].lines;
  auto& trails = facts_.trails[stream];
  const int rank = prefix.rank ? prefix.rank->value : -1;
  const bool known = trails.contains(rank);
  if (!known && trail_count_ >= kMaxNames) return;
  trail_count_ += known ? 0 : 1;
  Trail& trail = trails[rank];
  if (trail.lines++ == 0) trail.first = now_;
  trail.last = now_;
  trail.last_span = span;
  trail.last_line.assign(whole_line_.substr(0, trail_count_ < kMany ? kLongestLine : kShortLine));
  trail.rank = prefix.rank;
  trail.local_rank = prefix.local_rank;

  if (!prefix.time.empty()) trail.last_time.assign(prefix.time);
  if (prefix.record && prefix.level == demux::Level::Info) {
    trail.info_before_last = trail.last_info;
    trail.last_info = now_;
  }
  const auto local = prefix.local_rank ? prefix.local_rank : facts_.streams[stream].local_rank;
  if (local && prefix.rank && facts_.local_to_global.size() < kMaxNames)
    facts_.local_to_global[{input_.value, facts_.streams[stream].label, local->value}] = prefix.rank->value;
}

void Reader::add_failure(Failure failure) {
  const bool fatal = failure.cls == rules::Class::Local || failure.cls == rules::Class::Sticky ||
                     failure.cls == rules::Class::Outside || is_collateral(failure.cls);
  deciding_ = deciding_ || fatal;
  const bool many = facts_.failures.size() >= kMany;
  if (many) slim(failure);
  const std::string kind = failure.matches.empty() ? without_numbers(failure.text.substr(0, 200))
                                                   : std::string(failure.matches.front().signature->id);
  auto& shelves = states_[failure.stream].failures;
  if (shelves.size() >= kMaxKinds && !shelves.contains(kind))
    return keep(facts_.failures, shelves[""], std::move(failure), kMoreKinds);
  keep(facts_.failures, shelves[kind], std::move(failure), many ? kFewFailures : kFailures);
}

void Reader::add_mark(rules::Match match, std::string_view text, const demux::Prefix& prefix, StreamIndex stream,
                      const SourceSpan& span) {
  const bool progress = match.signature->cls == rules::Class::Progress;
  const bool many = facts_.marks.size() >= kMany;
  const auto step = progress ? number_of(match, Fact::Step) : std::nullopt;
  auto& shelves = states_[stream].marks;
  MarkKind kind{match.signature, static_cast<int>(match.pattern), prefix.rank ? prefix.rank->value : -1};
  if (!shelves.contains(kind) && ++kind_count_ > kMaxNames) std::get<2>(kind) = -1;
  Mark mark;
  mark.stream = stream;
  mark.order = now_;
  mark.span = span;
  mark.match = std::move(match);
  mark.rank = prefix.rank;
  mark.local_rank = prefix.local_rank;
  mark.pid = prefix.pid;
  mark.device = prefix.device;
  mark.node = std::string(prefix.node);
  mark.text = std::string(text.substr(0, many ? kShortLine : 500));
  mark.line = std::string(whole_line_.substr(0, many ? kShortLine : kLongestLine));
  mark.time = std::string(prefix.time);
  Shelf& shelf = shelves[kind];
  if (step) note_step(shelf, *step);
  const Amounts& amounts = progress ? (many ? kLittleProgress : kProgress) : (many ? kFewMarks : kMarks);
  keep(facts_.marks, shelf, std::move(mark), amounts);
}

}  // namespace firstfault::parse
