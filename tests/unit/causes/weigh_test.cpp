// What is wrong: the leading cause and how sure it is, from what the initiator's own lines state.
#include <doctest/doctest.h>

#include <algorithm>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

void check_cause(const std::string& text, const std::string& expected) {
  INFO(text);
  CHECK(cause_of(report_of(text)) == expected);
}

const Hypothesis* find(const Incident& incident, const std::string& cause) {
  const auto it = std::find_if(incident.hypotheses.begin(), incident.hypotheses.end(),
                               [&](const auto& h) { return h.cause == cause; });
  return it == incident.hypotheses.end() ? nullptr : &*it;
}

}  // namespace

TEST_CASE("an exception that says what is wrong has that cause") {
  check_cause(raised("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."),
              "memory.cuda_oom");
  check_cause(raised("ModuleNotFoundError: No module named 'flash_attn'"), "env.import");
  check_cause(raised("RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x29 and 32x1)"), "shape.mismatch");
  check_cause(raised("RuntimeError: Expected all tensors to be on the same device, but found at least two devices, "
                     "cuda:0 and cpu!"),
              "device.mismatch");
}

TEST_CASE("an exception that no rule knows is an exception of the program") {
  check_cause(raised("metrics.StopTraining: loss diverged"), "code.exception");
  CHECK(report_of(raised("metrics.StopTraining: loss diverged")).incidents.front().cause.certainty !=
        Certainty::Certain);
}

TEST_CASE("a kernel's assertion outweighs the error that only noticed it") {
  const std::string assertion =
      "../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: "
      "[3,0,0] Assertion `t >= 0 && t < n_classes` failed.\n";
  const std::string noticed = raised(
      "RuntimeError: CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported at "
      "some other API call, so the stacktrace below might be incorrect.");
  check_cause(assertion + noticed, "data.class_index_out_of_range");
  check_cause(noticed, "cuda.device_assert");
  const auto report = report_of(assertion + noticed);
  REQUIRE(report.incidents.front().frame.has_value());
  CHECK_FALSE(report.incidents.front().frame->reliable);
}

TEST_CASE("a thousand copies of an assertion are one piece of evidence") {
  const std::string assertion =
      "../aten/src/ATen/native/cuda/Indexing.cu:1141: indexSelectLargeIndex: block: [42,0,0], thread: [58,0,0] "
      "Assertion `srcIndex < srcSelectDimSize` failed.\n";
  std::string many;
  for (int i = 0; i < 1000; ++i) many += assertion;
  const auto once = report_of(assertion).incidents.front();
  const auto often = report_of(many).incidents.front();
  CHECK(often.cause.id == once.cause.id);
  CHECK(often.cause.certainty == once.cause.certainty);
  REQUIRE_FALSE(once.hypotheses.empty());
  CHECK(often.hypotheses.front().weight == doctest::Approx(once.hypotheses.front().weight));
}

TEST_CASE("an error that fits several causes lists them, the likeliest first") {
  const auto incident = report_of(raised("IndexError: index out of range in self")).incidents.front();
  REQUIRE(incident.hypotheses.size() >= 2);
  CHECK(incident.hypotheses.front().cause == incident.cause.id);
  CHECK(find(incident, "data.embedding_index_out_of_range") != nullptr);
  for (std::size_t i = 1; i < incident.hypotheses.size(); ++i)
    CHECK(incident.hypotheses[i - 1].weight >= incident.hypotheses[i].weight);
}

TEST_CASE("what only a lost peer shows is not a cause for certain") {
  const auto report = report_of(tagged("[default0]:", hello(0, 4) + lost_peer()));
  REQUIRE(report.outcome == Outcome::Failed);
  CHECK(report.incidents.front().cause.certainty != Certainty::Certain);
}

TEST_CASE("an illegal access or instruction accuses no hardware") {
  for (const char* error : {"RuntimeError: CUDA error: an illegal memory access was encountered",
                            "RuntimeError: CUDA error: an illegal instruction was encountered",
                            "RuntimeError: CUDA error: unspecified launch failure",
                            "RuntimeError: cuDNN error: CUDNN_STATUS_EXECUTION_FAILED"}) {
    const auto incident = report_of(raised(error)).incidents.front();
    INFO(error);
    CHECK_FALSE(incident.cause.id.starts_with("hardware."));
  }
}

TEST_CASE("an uncorrectable ECC error is hardware") {
  check_cause(raised("RuntimeError: CUDA error: uncorrectable ECC error encountered"), "hardware.ecc");
}

TEST_CASE("the cause comes from the initiator, not from its peers") {
  check_cause(
      tagged("[default0]:",
             hello(0, 2) + raised("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.")) +
          tagged("[default1]:", hello(1, 2) + lost_peer()),
      "memory.cuda_oom");
}

TEST_CASE("every hypothesis rests on a line") {
  for (const auto& text : {bad_label(), raised("IndexError: index out of range in self"),
                           raised("OSError: [Errno 28] No space left on device")}) {
    const auto incident = report_of(text).incidents.front();
    REQUIRE_FALSE(incident.hypotheses.empty());
    CHECK_FALSE(incident.hypotheses.front().supporting.empty());
  }
}

TEST_CASE("a headline takes its numbers from the lines that speak for its cause") {
  const std::string contained = "[10.1] NVRM: Xid (PCI:0000:c7:00): 94, pid=567, name=python, Ch 00000010\n";
  const std::string lost = "[10.2] NVRM: Xid (PCI:0000:33:00): 79, pid=568, name=python, GPU has fallen off the bus.\n";
  for (const auto& text : {contained + lost + lost, lost + contained, contained + contained + lost}) {
    INFO(text);
    const auto report = report_of(text);
    REQUIRE_FALSE(report.incidents.empty());
    const bool is_lost = cause_of(report) == "hardware.gpu_lost";
    CHECK((report.verdict.find("79") != std::string::npos) == is_lost);
    CHECK((report.verdict.find("94") != std::string::npos) == !is_lost);
  }
}
