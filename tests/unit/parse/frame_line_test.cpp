#include "parse/frame_line.h"

#include <doctest/doctest.h>

#include <string>

using namespace firstfault::parse;

namespace {

std::string shown(const std::string& line) {
  const auto frame = parse_frame_line(line);
  return frame ? frame->file + ":" + std::to_string(frame->line) + " " + frame->function : "none";
}

bool is_user(const std::string& file) {
  TracebackFrame frame;
  frame.file = file;
  frame.line = 3;
  frame.function = "f";
  return is_user_frame(frame);
}

bool is_communication(const std::string& file, const std::string& function) {
  TracebackFrame frame;
  frame.file = file;
  frame.line = 3;
  frame.function = function;
  return is_communication_frame(frame);
}

}  // namespace

TEST_CASE("a frame line names file, line and function") {
  CHECK(shown("  File \"/home/dev/train.py\", line 12, in fit") == "/home/dev/train.py:12 fit");
  CHECK(shown("  File \"<stdin>\", line 1, in <module>") == "<stdin>:1 <module>");
  CHECK(shown("  File \"a.py\", line 7 in kernel") == "a.py:7 kernel");   // faulthandler
  CHECK(shown("  |   File \"a.py\", line 4, in main") == "a.py:4 main");  // exception group
  CHECK(shown("  File \"D:\\proj\\a b.py\", line 3, in f") == "D:\\proj\\a b.py:3 f");
}

TEST_CASE("what only looks like a frame line is none") {
  CHECK(shown("File \"a.py\" line 3") == "none");
  CHECK(shown("  File \"a.py\", line x, in f") == "none");
  CHECK(shown("  File \"a.py\", line 99999999999999999999, in f") == "none");
  CHECK(shown("  File \"a.py, line 3, in f") == "none");
  CHECK(shown("Opened File \"a.py\", line 3, in f") == "none");
  CHECK(shown("") == "none");
}

TEST_CASE("libraries, launchers and generated code are not the user's") {
  CHECK_FALSE(is_user("/usr/lib/python3/dist-packages/torch/nn/functional.py"));
  CHECK_FALSE(is_user("/opt/conda/lib/python3.11/site-packages/accelerate/accelerator.py"));
  CHECK_FALSE(is_user("/usr/lib/python3.11/runpy.py"));
  CHECK_FALSE(is_user("<frozen importlib._bootstrap>"));
  CHECK_FALSE(is_user("<string>"));
  CHECK_FALSE(is_user("/usr/bin/torchrun"));
  CHECK_FALSE(is_user("/home/dev/.local/lib/python3.10/site-packages/deepspeed/runtime/engine.py"));
  CHECK_FALSE(is_user("C:\\Python310\\lib\\site-packages\\torch\\_tensor.py"));
}

TEST_CASE("everything else is the user's") {
  CHECK(is_user("/home/dev/llm-train/train.py"));
  CHECK(is_user("train.py"));
  CHECK(is_user("<stdin>"));
  CHECK(is_user("<ipython-input-64-6e2614989f78>"));
  CHECK(is_user("D:\\proj\\train.py"));
  CHECK(is_user("/home/dev/torch/train.py"));
}

TEST_CASE("frames that wait for other ranks are known") {
  CHECK(is_communication("/usr/lib/python3/dist-packages/torch/distributed/distributed_c10d.py", "all_reduce"));
  CHECK(is_communication("/usr/lib/python3/dist-packages/torch/autograd/__init__.py", "backward"));
  CHECK(is_communication("/x/site-packages/deepspeed/comm/comm.py", "barrier"));
  CHECK_FALSE(is_communication("/home/dev/train.py", "backward"));
  CHECK_FALSE(is_communication("/usr/lib/python3/dist-packages/torch/nn/functional.py", "cross_entropy"));
}

TEST_CASE("the deepest frame of the user's own code is the one that counts") {
  Traceback traceback;
  traceback.frames = {{"train.py", 9, "main", "", -1, -1},
                      {"losses.py", 12, "loss", "", -1, -1},
                      {"/x/site-packages/torch/nn/functional.py", 3, "cross_entropy", "", -1, -1}};
  REQUIRE(deepest_user_frame(traceback) != nullptr);
  CHECK(deepest_user_frame(traceback)->file == "losses.py");
  traceback.frames = {{"/x/site-packages/a/b.py", 1, "f", "", -1, -1}};
  CHECK(deepest_user_frame(traceback) == nullptr);
}
