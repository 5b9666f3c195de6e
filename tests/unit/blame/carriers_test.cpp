// Tags of a launcher's own place: what several processes say behind one tag is nobody's rank.
#include <doctest/doctest.h>

#include "../answers.h"

using namespace firstfault;
using namespace firstfault::test;

namespace {

std::string spawned() {
  return hello(0, 2) + hello(1, 2) +
         "Traceback (most recent call last):\n  File \"/home/dev/llm-train/spawn.py\", line 21, in <module>\n    "
         "main()\n"
         "torch.multiprocessing.spawn.ProcessRaisedException: \n\n"
         "-- Process 1 terminated with the following error:\n" +
         bad_label();
}

std::string two_ends() { return hello(0, 2) + hello(1, 2) + bad_label() + lost_peer(); }

}  // namespace

TEST_CASE("a tag behind which two ranks speak names neither") {
  for (const std::string tag : {"[1,0]<stdout>:", "[1,0]<stderr>: ", "(main pid=911) ", "0: "}) {
    INFO(tag);
    CHECK(answer(report_of(tagged(tag, spawned()))) == answer(report_of(spawned())));
    CHECK(answer(report_of(tagged(tag, two_ends()))) == answer(report_of(two_ends())));
  }
}

TEST_CASE("a task that ends once is a rank") {
  const auto text = tagged("[1,0]<stderr>:", hello(0, 2)) + tagged("[1,1]<stderr>:", hello(1, 2)) +
                    tagged("[1,1]<stderr>:", bad_label()) + tagged("[1,0]<stderr>:", lost_peer());
  CHECK(answer(report_of(text)).find("1") != std::string::npos);
}

TEST_CASE("streams and levels are no speakers") {
  const auto plain = tagged("[default1]:", bad_label()) + tagged("[default0]:", lost_peer());
  const auto marked = tagged("stdout | [default1]:", bad_label()) + tagged("stderr | [default0]:", lost_peer());
  CHECK(answer(report_of(marked)) == answer(report_of(plain)));
}

TEST_CASE("the header of who passes on what others print is a prefix") {
  const auto text = tagged("[rank0]: ", hello(0, 2)) + tagged("[rank1]: ", hello(1, 2)) +
                    tagged("[rank1]: ", bad_label()) + tagged("[rank0]: ", lost_peer());
  CHECK(answer(report_of(tagged("[2026-01-02 03:04:05,123] [INFO] [launch.py:256:main] ", text))) ==
        answer(report_of(text)));
}
