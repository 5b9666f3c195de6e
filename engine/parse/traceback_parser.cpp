#include "parse/traceback_parser.h"

#include <algorithm>
#include <utility>

#include "parse/drawn_traceback.h"
#include "parse/frame_line.h"
#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr std::size_t kMaxOpen = 64;     // processes writing tracebacks into one untagged stream at the same time
constexpr std::size_t kMaxPath = 1'000;  // that a box broke
constexpr std::size_t kMaxFrames = 400;  // deeper recursions keep their outer and inner halves
constexpr std::size_t kMaxChain = 16;
constexpr int kMaxMessageLines = 24;
constexpr std::size_t kMaxMessageBytes = 8 * 1024;

constexpr std::string_view kHeader = "Traceback (most recent call last)";

bool is_comm_source(const Traceback& traceback) {
  if (traceback.frames.empty()) return false;
  return is_communication_frame(traceback.frames.back());
}

// Does the call in `source` mention `function`: "loss = self.train_step(batch)" and "train_step"?
bool calls(std::string_view source, std::string_view function) {
  for (auto at = source.find(function); at != std::string_view::npos; at = source.find(function, at + 1)) {
    const bool left = at == 0 || !text::is_word(source[at - 1]);
    const auto after = at + function.size();
    if (left && (after >= source.size() || !text::is_word(source[after]))) return true;
  }
  return false;
}

// The log ends within a traceback: its frames still say where the process was.
void name_cut_traceback(FinishedTraceback& done, bool stack_dump) {
  auto& last = done.chain.back();
  if (stack_dump || !last.type.empty()) return;
  done.cut = true;
  if (last.frames.size() < 2 || done.chain.size() > 1) return;
  last.type = std::string(kCutTraceback);
  last.message = "cut off before its last line";
  last.full = last.type + ": " + last.message;
}

// Python places ^^^^ by characters; everything behind this counts bytes. A frame without marks forgets its indent.
void finish_marks(TracebackFrame& frame) {
  if (frame.mark_begin < 0) {
    frame.mark_begin = -1;
    return;
  }
  frame.mark_end = static_cast<int>(text::byte_of_character(frame.source, static_cast<std::size_t>(frame.mark_end)));
  frame.mark_begin =
      static_cast<int>(text::byte_of_character(frame.source, static_cast<std::size_t>(frame.mark_begin)));
}

void drop_middle_frame(std::vector<TracebackFrame>& frames) { frames.erase(frames.begin() + kMaxFrames / 2); }

}  // namespace

std::string_view exception_type(std::string_view text, NameCheck check) {
  std::size_t end = 0;
  std::size_t segment = 0;
  while (end < text.size() && (text::is_word(text[end]) || text[end] == '.')) {
    if (text[end] == '.') segment = end + 1;
    ++end;
  }
  if (end == 0 || segment >= end || end > 160) return {};
  if (end < text.size() && text[end] != ':') return {};
  if (end + 1 < text.size() && text[end + 1] != ' ' && text[end + 1] != '\n') return {};
  const auto type = text.substr(0, end);
  const auto name = type.substr(segment);
  if (!text::is_alpha(type.front()) && type.front() != '_') return {};
  static constexpr std::string_view kEndings[] = {"Error",   "Exception", "Interrupt", "Exit",
                                                  "Failure", "Timeout",   "Iteration"};
  const bool ends_well =
      std::any_of(std::begin(kEndings), std::end(kEndings), [&](auto e) { return name.ends_with(e); });
  if (ends_well && text::is_alpha(name.front())) return type;
  if (check == NameCheck::Strict) return {};
  return text::is_upper(name.front()) ? type : std::string_view{};
}

namespace {

// What follows is no failure: Python says so, or it is a docstring's example, which is indented.
bool begins_ignored(std::string_view text, bool before) {
  const auto trimmed = text::trim(text);
  if (trimmed.empty()) return before;
  const bool indented = trimmed.data() != text.data();
  if (indented && (trimmed.starts_with(">>> ") || (before && trimmed.starts_with("... ")))) return true;
  return text.starts_with("Exception ignored in") || text.starts_with("Error in atexit._run_exitfuncs");
}

}  // namespace

bool TracebackParser::line(std::string_view text, const LineContext& context, const IsPeerText& is_peer,
                           const Sink& sink) {
  note_column(text);
  const bool taken = header(text, context, sink) || drawn(text) || broken_frame(text, context) ||
                     frame(text, context) || source_or_marks(text) || link(text) || continuation(text, context, sink) ||
                     exception(text, context, is_peer) || faulthandler(text, context, sink) ||
                     bare_exception(text, context);
  if (!taken) {
    text::Cursor cursor(text);
    if (cursor.take("-- Process "))
      if (const auto index = cursor.take_number();
          index && cursor.rest().starts_with(" terminated with the following error"))
        spawn_index_ = static_cast<int>(*index);
    for (std::size_t i = open_.size(); i-- > 0;) {
      Open& open = open_[i];
      const bool over = open.state != State::Frames ? !text::trim(text).empty() : ++open.foreign > kMaxForeign;
      if (over) close(i, sink);
    }
  }
  ignoring_ = begins_ignored(text, ignoring_);
  not_fatal_ = text.starts_with("Exception in thread ") || text.starts_with("Task exception was never retrieved") ||
               text.starts_with("Future exception was never retrieved") || (not_fatal_ && text.starts_with("future: "));
  previous_level_ = context.level;
  previous_record_ = context.record;
  return taken;
}

void TracebackParser::finish(const Sink& sink) {
  for (auto& open : open_) name_cut_traceback(open.done, open.stack_dump);
  while (!open_.empty()) close(0, sink);
}

void TracebackParser::open(const LineContext& context, std::size_t indent, bool headless) {
  if (open_.size() >= kMaxOpen) open_.erase(open_.begin());
  Open open;
  open.indent = indent;
  open.done.begin = context.order;
  open.done.span = context.span;
  open.done.order = context.order;
  open.done.level = context.level;
  open.done.record = context.record;
  open.done.rank = context.rank ? context.rank : context.record_rank;
  open.done.rank_of_record = !context.rank && context.record_rank;
  open.done.line = std::string(context.line.substr(0, 4000));
  open.done.spawn_index = spawn_index_;
  open.done.ignored = ignoring_;
  spawn_index_.reset();
  Traceback traceback;
  traceback.headless = headless;
  // A time alone makes no record of a header: it stands in front of every line.
  const bool by_record = context.record && context.level != demux::Level::None;
  const demux::Level level = by_record ? context.level : previous_record_ ? previous_level_ : demux::Level::None;
  traceback.logged = level >= demux::Level::Warning || not_fatal_ || goes_on_logged_;
  goes_on_logged_ = false;
  open.done.chain.push_back(std::move(traceback));
  open_.push_back(std::move(open));
}

bool TracebackParser::header(std::string_view text, const LineContext& context, const Sink& sink) {
  const auto at = text.find(kHeader);
  const bool drawn = at != std::string_view::npos && begins_drawn_traceback(text);
  if (at == std::string_view::npos || (at > 200 && !drawn)) return false;
  const bool original = text.substr(0, at).ends_with("Original ");
  // A header that follows a message belongs to it ("Original Traceback") or follows a chain link.
  for (std::size_t i = open_.size(); i-- > 0;) {
    Open& open = open_[i];
    const bool continues = open.linked || (original && open.state != State::Frames);
    if (continues && open.done.chain.size() < kMaxChain) {
      Traceback next;
      next.link = original ? Link::Original : open.link;
      next.logged = open.done.chain.front().logged;
      open.done.chain.push_back(std::move(next));
      open.state = State::Frames;
      open.linked = false;
      open.wants_source = false;
      open.drawn = drawn;
      std::rotate(open_.begin() + static_cast<std::ptrdiff_t>(i), open_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  open_.end());
      return true;
    }
  }
  for (std::size_t i = open_.size(); i-- > 0;)
    if (open_[i].state != State::Frames || open_[i].faulthandler) close(i, sink);
  open(context, text.find_first_not_of(" |+-"), false);
  open_.back().drawn = drawn;
  begin_column(text);
  return true;
}

// Rows of a traceback that was drawn: always of the one that was touched last, there is no header to tell two apart by.
bool TracebackParser::drawn(std::string_view text) {
  if (open_.empty() || !open_.back().drawn || open_.back().state != State::Frames) return false;
  auto& frames = open_.back().done.chain.back().frames;
  const std::string above = std::exchange(open_.back().broken_path, {});
  auto frame = above.empty() ? parse_drawn_frame(text) : parse_broken_frame(above, text);
  if (frame || (frame = parse_drawn_frame(text))) {
    frames.push_back(std::move(*frame));
    if (frames.size() > kMaxFrames) drop_middle_frame(frames);
    open_.back().foreign = 0;
    return true;
  }
  open_.back().broken_path.assign(broken_path(text).substr(0, kMaxPath));
  const auto row = parse_drawn_row(text);
  if (!row) return false;
  if (row->raised && !frames.empty()) {
    if (frames.back().line == 0) frames.back().line = row->line;
    if (frames.back().line == row->line) frames.back().source = std::string(row->source.substr(0, 1000));
  }
  return true;
}

TracebackParser::Open* TracebackParser::pick_for_frame(std::string_view function) {
  if (!open_.empty() && open_.back().faulthandler && open_.back().state == State::Frames) return &open_.back();
  Open* fallback = nullptr;
  for (std::size_t i = open_.size(); i-- > 0;) {
    Open& open = open_[i];
    if (open.state != State::Frames) continue;
    const auto& frames = open.done.chain.back().frames;
    const bool fits = frames.empty() ? function == "<module>" : calls(frames.back().source, function);
    if (fits) return &open;
    if (fallback == nullptr) fallback = &open;
  }
  return fallback;
}

bool TracebackParser::frame(std::string_view text, const LineContext& context) {
  auto parsed = parse_frame_line(text);
  if (!parsed) return false;
  const bool any_open = std::any_of(open_.begin(), open_.end(), [](const Open& o) { return o.state == State::Frames; });
  if (!any_open) open(context, 0, true);
  Open* target = pick_for_frame(parsed->function);
  if (target == nullptr) return false;
  std::size_t candidates = 0;
  for (const auto& open : open_) candidates += open.state == State::Frames && !open.faulthandler ? 1 : 0;
  if (candidates > 1) target->done.woven = true;
  auto& frames = target->done.chain.back().frames;
  if (target->faulthandler)
    frames.insert(frames.begin(), std::move(*parsed));
  else
    frames.push_back(std::move(*parsed));
  if (frames.size() > kMaxFrames) drop_middle_frame(frames);
  target->wants_source = !target->faulthandler;
  target->foreign = 0;
  const auto index = target - open_.data();
  std::rotate(open_.begin() + index, open_.begin() + index + 1, open_.end());
  return true;
}

bool TracebackParser::source_or_marks(std::string_view text) {
  if (open_.empty() || open_.back().state != State::Frames) return false;
  const auto indent = text.find_first_not_of(" |");
  if (indent == std::string_view::npos) return false;
  Open& open = open_.back();
  auto& frames = open.done.chain.back().frames;
  if (frames.empty() || indent < open.indent + 2) return false;
  auto& last = frames.back();
  const auto body = text.substr(indent);
  if (open.wants_source) {
    last.source = std::string(body.substr(0, 1000));
    open.wants_source = false;
    last.mark_begin = -static_cast<int>(indent) - 2;  // remembers the indent until marks come
    return true;
  }
  if (body.find_first_not_of("^~ ") == std::string_view::npos) {
    const int source_indent = -last.mark_begin - 2;
    if (last.mark_begin < -1) {
      last.mark_begin = std::max(0, static_cast<int>(indent) - source_indent);
      last.mark_end = last.mark_begin + static_cast<int>(text::trim(body).size());
    }
    return true;
  }
  return body.starts_with("[Previous line repeated");
}

TracebackParser::Open* TracebackParser::pick_for_exception(std::string_view text, const IsPeerText& is_peer,
                                                           std::size_t indent) {
  std::vector<Open*> fit;
  for (auto& open : open_)
    if (open.state == State::Frames && indent <= open.indent && !open.done.chain.back().frames.empty())
      fit.push_back(&open);
  if (fit.empty()) return nullptr;
  if (fit.size() == 1) return fit.front();
  const bool peer = is_peer(text);
  for (auto it = fit.rbegin(); it != fit.rend(); ++it)
    if (is_comm_source((*it)->done.chain.back()) == peer) return *it;
  return fit.back();
}

bool TracebackParser::exception(std::string_view text, const LineContext& context, const IsPeerText& is_peer) {
  const auto indent = text.find_first_not_of(" |");
  if (indent == std::string_view::npos || open_.empty()) return false;
  const auto body = text.substr(indent);
  auto type = exception_type(body, NameCheck::Strict);
  if (type.empty() && open_.back().state == State::Frames && open_.back().foreign == 0 && !context.record)
    type = exception_type(body, NameCheck::AnyCapitalised);
  if (type.empty()) return false;
  Open* target = pick_for_exception(body, is_peer, indent);
  if (target == nullptr) return false;
  auto& traceback = target->done.chain.back();
  traceback.type = std::string(type);
  const auto after = body.substr(type.size());
  traceback.message = std::string(text::trim(after.starts_with(':') ? after.substr(1) : after));
  traceback.full = std::string(body);
  target->done.span = context.span;
  target->done.order = context.order;
  target->done.time = std::string(context.time);

  target->done.line = std::string(context.line.substr(0, 4000));
  if (!target->done.rank) target->done.rank = context.rank;
  target->state = State::Message;
  target->message_lines = 0;
  return true;
}

bool TracebackParser::link(std::string_view text) {
  Link kind = Link::None;
  if (text.find("The above exception was the direct cause of the following exception") != std::string_view::npos)
    kind = Link::DirectCause;
  if (text.find("During handling of the above exception, another exception occurred") != std::string_view::npos)
    kind = Link::DuringHandling;
  if (kind == Link::None) return false;
  goes_on_logged_ = closed_logged_;  // should a line of somebody else's have closed what is linked to
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].state == State::Frames || open_[i].linked) continue;
    open_[i].linked = true;
    open_[i].link = kind;
    open_[i].state = State::After;
    break;
  }
  return true;
}

bool TracebackParser::continuation(std::string_view text, const LineContext& context, const Sink& sink) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    Open& open = open_[i];
    if (open.state == State::Frames) continue;
    if (text::trim(text).empty()) {
      open.state = State::After;
      return true;
    }
    if (open.state == State::After) {
      if (!open.linked) close(i, sink);
      continue;
    }
    const bool over = context.record || !exception_type(text, NameCheck::Strict).empty() || text.starts_with("==") ||
                      text.starts_with("--") || ++open.message_lines > kMaxMessageLines ||
                      open.message_bytes > kMaxMessageBytes;
    if (over) {
      close(i, sink);
      continue;
    }
    auto& full = open.done.chain.back().full;
    const bool broken = goes_on(open, text);
    full += '\n';
    full += text.substr(0, 2048);
    open.message_bytes = full.size();
    return broken;  // a line of its own may mean something by itself too
  }
  return false;
}

bool TracebackParser::bare_exception(std::string_view text, const LineContext& context) {
  const auto type = exception_type(text, NameCheck::Strict);
  if (type.empty() || type.size() + 1 >= text.size()) return false;
  // "Error: …" and the like are words that any program prints.
  static constexpr std::string_view kPlainWords[] = {"Error", "Exception", "Failure",  "Timeout",
                                                     "Exit",  "Interrupt", "Iteration"};
  if (std::find(std::begin(kPlainWords), std::end(kPlainWords), type) != std::end(kPlainWords)) return false;
  if (context.record && context.level < demux::Level::Error) return false;
  open(context, 0, true);
  Open& open = open_.back();
  auto& traceback = open.done.chain.back();
  traceback.logged = context.record;
  traceback.type = std::string(type);
  traceback.message = std::string(text::trim(text.substr(type.size() + 1)));
  traceback.full = std::string(text);
  open.done.time = std::string(context.time);
  open.state = State::Message;
  return true;
}

void TracebackParser::close(std::size_t index, const Sink& sink) {
  join_column(open_[index]);
  const bool goes_on = open_[index].linked;
  FinishedTraceback done = std::move(open_[index].done);
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(index));
  for (auto& traceback : done.chain)
    for (auto& frame : traceback.frames) finish_marks(frame);
  while (!done.chain.empty() && done.chain.back().type.empty()) {
    // The log was cut before the exception line: what is left says where, not what.
    if (done.chain.size() == 1) break;
    done.chain.pop_back();
  }
  closed_logged_ = done.chain.front().logged;
  goes_on_logged_ = goes_on && closed_logged_;
  if (!done.chain.back().type.empty()) sink(std::move(done));
}

}  // namespace firstfault::parse
