// The place in the user's own code, and whether it can be trusted.
#include "advice/user_frame.h"

#include <doctest/doctest.h>

using namespace firstfault;
using namespace firstfault::advice;
using parse::Failure;
using parse::Link;
using parse::Traceback;
using parse::TracebackFrame;

namespace {

const std::string kTorch = "/usr/lib/python3/dist-packages/torch/nn/functional.py";

TracebackFrame frame(const std::string& file, int line, const std::string& function) {
  return {file, line, function, "source()", -1, -1};
}

Traceback traceback(std::vector<TracebackFrame> frames, const std::string& full) {
  Traceback out;
  out.frames = std::move(frames);
  out.type = full.substr(0, full.find(':'));
  out.full = full;
  return out;
}

Failure failure(std::vector<Traceback> chain) {
  Failure out;
  out.source = parse::Source::Exception;
  out.chain = std::move(chain);
  return out;
}

}  // namespace

TEST_CASE("the frame is the deepest one of the user's own code") {
  const auto found = user_frame(failure({traceback(
      {frame("train.py", 9, "main"), frame("/home/dev/losses.py", 12, "loss"), frame(kTorch, 3026, "cross_entropy")},
      "IndexError: x")}));
  REQUIRE(found.has_value());
  CHECK(found->file == "/home/dev/losses.py");
  CHECK(found->line == 12);
  CHECK(found->function == "loss");
  CHECK(found->source == "source()");
  CHECK(found->reliable);
}

TEST_CASE("a traceback of libraries only has no frame of the user") {
  CHECK_FALSE(user_frame(failure({traceback({frame(kTorch, 1, "f")}, "IndexError: x")})).has_value());
  CHECK_FALSE(user_frame(failure({})).has_value());
}

TEST_CASE("a data worker's own traceback tells the place") {
  auto original = traceback({frame("/home/dev/data.py", 35, "__getitem__")}, "ValueError: bad sample");
  original.link = Link::Original;
  const auto found = user_frame(failure(
      {traceback({frame("train.py", 172, "fit")}, "ValueError: Caught ValueError in DataLoader worker process 0."),
       original}));
  REQUIRE(found.has_value());
  CHECK(found->file == "/home/dev/data.py");
}

TEST_CASE("a chain tells the place of the exception that was reported") {
  auto last = traceback({frame("train.py", 38, "wrap")}, "RuntimeError: failed");
  last.link = Link::DirectCause;
  const auto found = user_frame(failure({traceback({frame("train.py", 36, "read")}, "KeyError: 'k'"), last}));
  REQUIRE(found.has_value());
  CHECK(found->line == 38);
}

TEST_CASE("a line that only noticed a CUDA error is not to be trusted") {
  rules::Signature signature;
  signature.unreliable_frame = true;
  auto noticed = failure({traceback({frame("train.py", 379, "fit")},
                                    "RuntimeError: CUDA error: device-side assert triggered\nCUDA kernel errors might "
                                    "be asynchronously reported at some other API call")});
  noticed.matches.push_back({&signature, 0, {}});
  const auto found = user_frame(noticed);
  REQUIRE(found.has_value());
  CHECK_FALSE(found->reliable);
  CHECK_FALSE(found->why.empty());
}

TEST_CASE("frames that were sorted out of woven tracebacks are not to be trusted") {
  auto woven = failure({traceback({frame("train.py", 9, "main")}, "IndexError: x")});
  woven.woven = true;
  REQUIRE(user_frame(woven).has_value());
  CHECK_FALSE(user_frame(woven)->reliable);
}

TEST_CASE("marks of the traceback are kept, and absent ones are absent") {
  auto marked = frame("losses.py", 12, "loss");
  marked.mark_begin = 7;
  marked.mark_end = 38;
  CHECK(user_frame(failure({traceback({marked}, "IndexError: x")}))->mark_begin == 7);
  CHECK(user_frame(failure({traceback({marked}, "IndexError: x")}))->mark_end == 38);
  CHECK(user_frame(failure({traceback({frame("losses.py", 12, "loss")}, "IndexError: x")}))->mark_begin == -1);
}

TEST_CASE("the operation is the framework's function below the user's frame") {
  CHECK(operation_of(failure({traceback({frame("losses.py", 12, "loss"), frame(kTorch, 3026, "cross_entropy")},
                                        "IndexError: x")})) == "torch.nn.functional.cross_entropy");
  CHECK_FALSE(operation_of(failure({traceback({frame("losses.py", 12, "loss")}, "IndexError: x")})).has_value());
  CHECK_FALSE(operation_of(failure({traceback({frame(kTorch, 3026, "cross_entropy"), frame("losses.py", 12, "loss")},
                                              "IndexError: x")}))
                  .has_value());
}
