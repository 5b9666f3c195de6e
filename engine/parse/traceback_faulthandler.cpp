// The part of the traceback parser that reads what Python's faulthandler prints: a block for each thread, innermost
// frame first. Only the current thread of a fatal error is where something failed.
#include <algorithm>

#include "parse/traceback_parser.h"

namespace firstfault::parse {
namespace {

constexpr int kFramesFollow = 12;  // lines at most until they do

}  // namespace

bool TracebackParser::faulthandler(std::string_view text, const LineContext& context, const Sink& sink) {
  if (fatal_python(text, context)) return true;
  if (text.find("(most recent call first)") == std::string_view::npos) return false;
  const bool current = text.starts_with("Current thread ");
  if (!current && !text.starts_with("Thread ") && !text.starts_with("Stack ")) return false;
  for (std::size_t i = open_.size(); i-- > 0;)
    if (open_[i].stack_dump) close(i, sink);
  const auto fatal = std::find_if(open_.begin(), open_.end(),
                                  [](const Open& o) { return o.faulthandler && o.state == State::Frames; });
  if (fatal != open_.end()) {
    fatal->foreign = kMaxForeign - kFramesFollow;
    std::rotate(fatal, fatal + 1, open_.end());
  }
  // The others' blocks, and those of a process that lives on, are kept apart, so that their frames join no traceback.
  if (fatal == open_.end() || !current) open_stack_dump(context);
  return true;
}

bool TracebackParser::fatal_python(std::string_view text, const LineContext& context) {
  static constexpr std::string_view kFatal = "Fatal Python error: ";
  if (!text.starts_with(kFatal)) return false;
  open(context, 0, true);
  Open& open = open_.back();
  auto& traceback = open.done.chain.back();
  traceback.type = "Fatal Python error";
  traceback.message = std::string(text.substr(kFatal.size()));
  traceback.full = std::string(text);
  open.faulthandler = true;
  open.foreign = kMaxForeign - kFramesFollow;
  return true;
}

void TracebackParser::open_stack_dump(const LineContext& context) {
  open(context, 0, true);
  open_.back().faulthandler = true;
  open_.back().stack_dump = true;
}

}  // namespace firstfault::parse
