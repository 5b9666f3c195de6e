#include "parse/frame_line.h"

#include <algorithm>
#include <array>

#include "text/cursor.h"

namespace firstfault::parse {
namespace {

bool contains_any(std::string_view text, auto const& needles) {
  return std::any_of(std::begin(needles), std::end(needles),
                     [&](std::string_view n) { return text.find(n) != std::string_view::npos; });
}

std::string with_slashes(std::string_view path) {
  std::string out(path);
  std::replace(out.begin(), out.end(), '\\', '/');
  return out;
}

constexpr std::array<std::string_view, 15> kLibraryParts{
    "/site-packages/",      "/dist-packages/",    "/lib/python",        "/lib64/python",    "<frozen ",
    "/torch/distributed/",  "/torch/nn/modules/", "/torch/utils/data/", "/torch/autograd/", "/multiprocessing/",
    "/concurrent/futures/", "/runpy.py",          "importlib/",         "/torch/_",         "/lib/Python"};

constexpr std::array<std::string_view, 10> kCommunicationFiles{"torch/distributed/",
                                                               "torch/nn/parallel/distributed",
                                                               "deepspeed/comm",
                                                               "deepspeed/utils/comms",
                                                               "horovod/",
                                                               "torch/_C/_distributed",
                                                               "megatron/core/parallel_state",
                                                               "torch/autograd/__init__.py",
                                                               "torch/autograd/graph.py",
                                                               "mpi4py/"};

constexpr std::array<std::string_view, 13> kCommunicationFunctions{"all_reduce",
                                                                   "all_gather",
                                                                   "all_to_all",
                                                                   "reduce_scatter",
                                                                   "broadcast",
                                                                   "barrier",
                                                                   "monitored_barrier",
                                                                   "backward",
                                                                   "_run_backward",
                                                                   "all_gather_object",
                                                                   "broadcast_object_list",
                                                                   "recv",
                                                                   "synchronize_between_processes"};

}  // namespace

std::optional<TracebackFrame> parse_frame_line(std::string_view text) {
  text::Cursor cursor(text);
  cursor.take_while([](char c) { return c == ' ' || c == '|' || c == '\t'; });
  if (!cursor.take("File \"")) return std::nullopt;
  const auto file = cursor.take_until("\"", 4096);
  if (!file || !cursor.take(", line ")) return std::nullopt;
  const auto line = cursor.take_number();
  if (!line || *line > 100'000'000) return std::nullopt;
  TracebackFrame frame;
  frame.file = std::string(*file);
  frame.line = static_cast<int>(*line);
  if (cursor.take(", in ") || cursor.take(" in ")) frame.function = std::string(cursor.rest().substr(0, 200));
  return frame;
}

bool is_user_frame(const TracebackFrame& frame) {
  const std::string file = with_slashes(frame.file);
  if (file.empty() || frame.line < 1 || contains_any(file, kLibraryParts)) return false;
  if (file.front() == '<') return file == "<stdin>" || file.starts_with("<ipython");
  const auto slash = file.rfind('/');
  const std::string_view name = std::string_view(file).substr(slash == std::string::npos ? 0 : slash + 1);
  if (name.find('.') == std::string_view::npos) {  // scripts in a bin folder are launchers
    static constexpr std::array<std::string_view, 3> kBin{"/bin/", "/Scripts/", "/sbin/"};
    return !contains_any(file, kBin);
  }
  return true;
}

bool is_communication_frame(const TracebackFrame& frame) {
  const std::string file = with_slashes(frame.file);
  if (contains_any(file, kCommunicationFiles)) return true;
  return std::find(kCommunicationFunctions.begin(), kCommunicationFunctions.end(), frame.function) !=
             kCommunicationFunctions.end() &&
         !is_user_frame(frame);
}

const TracebackFrame* deepest_user_frame(const Traceback& traceback) {
  for (auto it = traceback.frames.rbegin(); it != traceback.frames.rend(); ++it)
    if (is_user_frame(*it)) return &*it;
  return nullptr;
}

}  // namespace firstfault::parse
