#include "lsp/terminals.h"

#include <doctest/doctest.h>

#include <string>

using namespace firstfault;
using namespace firstfault::lsp;

namespace {

Rules builtin() { return std::make_shared<const rules::ActiveRules>(rules::activate({})); }

}  // namespace

TEST_CASE("keeps the beginning and the end of a terminal's long output, and says what is missing") {
  Terminals terminals(builtin);
  std::string block;
  while (block.size() < 1024 * 1024) block += "step 1 loss 0.5 and some more text to fill the line\n";
  TerminalChunkParams chunk{{"t", "t"}, {"1", 1}, 0, "beginning of the job\n"};
  CHECK(!terminals.feed(chunk));
  for (int i = 0; i < 12; ++i) {
    ++chunk.seq;
    chunk.data = block;
    CHECK(!terminals.feed(chunk));
  }
  ++chunk.seq;
  chunk.data =
      "[rank0]: Traceback (most recent call last):\n[rank0]:   File \"/job/a.py\", line 1, in f\n"
      "[rank0]:     g()\n[rank0]: ValueError: no\n";
  (void)terminals.feed(chunk);
  const auto ended = terminals.end({chunk.terminal, chunk.run, ""});
  REQUIRE(ended);
  const Report& report = ended->diagnosis.report;
  CHECK(report.outcome == Outcome::Failed);
  CHECK(report.inputs[0].bytes < kTerminalRunBytes + block.size());
  REQUIRE(!report.notes.empty());
  CHECK(report.notes.back().find("were not kept") != std::string::npos);
  CHECK(!terminals.end({chunk.terminal, chunk.run, ""}));
}

TEST_CASE("keeps a bounded number of terminal runs") {
  Terminals terminals(builtin);
  for (std::size_t i = 0; i <= kMaxTerminalRuns; ++i)
    (void)terminals.feed({{"t", "t"}, {std::to_string(i), i}, 0, "text"});
  CHECK(!terminals.end({{"t", "t"}, {"0", 0}, ""}));
  CHECK(terminals.end({{"t", "t"}, {"1", 1}, ""}));
}
