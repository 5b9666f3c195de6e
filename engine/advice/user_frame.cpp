#include "advice/user_frame.h"

#include <algorithm>
#include <array>

#include "parse/frame_line.h"

namespace firstfault::advice {
namespace {

using parse::Failure;
using parse::Traceback;

bool mentions(const Failure& failure, std::string_view words) {
  return std::any_of(failure.chain.begin(), failure.chain.end(),
                     [&](const Traceback& t) { return t.full.find(words) != std::string::npos; });
}

bool asynchronous(const Failure& failure) {
  return std::any_of(failure.matches.begin(), failure.matches.end(),
                     [](const auto& match) { return match.signature->unreliable_frame; });
}

// The traceback whose frames tell: of the reported exception, or of the one a worker passed on.
const Traceback* telling(const Failure& failure) {
  for (auto it = failure.chain.rbegin(); it != failure.chain.rend(); ++it)
    if (parse::deepest_user_frame(*it) != nullptr) return &*it;
  return nullptr;
}

}  // namespace

std::optional<UserFrame> user_frame(const Failure& failure) {
  const Traceback* traceback = telling(failure);
  if (traceback == nullptr) return std::nullopt;
  const auto* frame = parse::deepest_user_frame(*traceback);
  UserFrame result;
  result.file = frame->file;
  result.line = frame->line;
  result.function = frame->function;
  result.source = frame->source;
  if (frame->mark_begin >= 0 && frame->mark_end > frame->mark_begin) {
    result.mark_begin = frame->mark_begin;
    result.mark_end = frame->mark_end;
  }
  if (failure.woven) {
    result.why = "tracebacks of several processes are interleaved here: the frames were sorted by structure";
  } else if (asynchronous(failure)) {
    // Without the sentence about asynchronous reporting the launch was blocking (CUDA_LAUNCH_BLOCKING=1), if the text
    // is whole.
    result.why = mentions(failure, "asynchronously reported")
                     ? "CUDA reports errors late: this line only noticed it"
                     : "CUDA errors are reported at the next synchronising call";
  } else {
    result.reliable = true;
    result.why = "raised by the line itself";
  }
  return result;
}

std::optional<std::string> operation_of(const Failure& failure) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kModules{
      {{"torch/nn/functional.py", "torch.nn.functional."}, {"torch/functional.py", "torch."}}};
  const Traceback* traceback = telling(failure);
  if (traceback == nullptr) return std::nullopt;
  for (auto it = traceback->frames.rbegin(); it != traceback->frames.rend() && !parse::is_user_frame(*it); ++it)
    for (const auto& [file, module] : kModules)
      if (it->file.ends_with(file) && !it->function.empty()) return std::string(module) + it->function;
  return std::nullopt;
}

}  // namespace firstfault::advice
