// Tracebacks out of text: chained, quoted, cut off, woven, with marks and gutters.
#include <doctest/doctest.h>

#include "check_parse.h"
#include "parse/frame_line.h"

using namespace firstfault;
using namespace firstfault::parse;
using Lines = std::vector<std::string>;

namespace {

void check_tracebacks(const Lines& lines, const Lines& expected) {
  CHECK(joined(tracebacks_in(read(joined(lines)))) == joined(expected));
}

const Failure& only_failure(const Facts& facts) {
  REQUIRE(facts.failures.size() == 1);
  return facts.failures.front();
}

const Lines kSimple{"Traceback (most recent call last):",
                    "  File \"train.py\", line 9, in <module>",
                    "    main()",
                    "  File \"train.py\", line 5, in main",
                    "    fit(x)",
                    "ValueError: bad"};

}  // namespace

TEST_CASE("a traceback has its frames, outermost first, and its exception") {
  check_tracebacks(kSimple, {"train.py:9 <module> > train.py:5 main > ValueError: bad"});
}

TEST_CASE("a traceback needs no newline at its end") {
  auto text = joined(kSimple);
  text.pop_back();
  CHECK(tracebacks_in(read(text)).size() == 1);
}

TEST_CASE("an exception without a message is one") {
  auto lines = kSimple;
  lines.back() = "AssertionError";
  check_tracebacks(lines, {"train.py:9 <module> > train.py:5 main > AssertionError"});
}

TEST_CASE("an exception type may be dotted or of the user's own") {
  auto lines = kSimple;
  lines.back() = "torch.cuda.OutOfMemoryError: CUDA out of memory.";
  check_tracebacks(lines, {"train.py:9 <module> > train.py:5 main > torch.cuda.OutOfMemoryError: CUDA out of memory."});
  lines.back() = "metrics.StopTraining: loss diverged";
  check_tracebacks(lines, {"train.py:9 <module> > train.py:5 main > metrics.StopTraining: loss diverged"});
}

TEST_CASE("the lines of a message belong to it") {
  auto lines = kSimple;
  lines.back() = "RuntimeError: first line";
  lines.insert(lines.end(), {"second line"});
  const auto facts = read(joined(lines));
  CHECK(only_failure(facts).chain.back().message == "first line");
  CHECK(only_failure(facts).chain.back().full == "RuntimeError: first line\nsecond line");
}

TEST_CASE("what follows a message as a log record does not") {
  auto lines = kSimple;
  lines.push_back("2026-01-02 03:04:05,678 INFO llm: step 3");
  CHECK(only_failure(read(joined(lines))).chain.back().full == "ValueError: bad");
}

TEST_CASE("marks under a source line are columns within it") {
  const auto facts =
      read(joined({"Traceback (most recent call last):", "  File \"losses.py\", line 12, in class_loss",
                   "    return F.cross_entropy(logits, labels)", "           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
                   "IndexError: Target 7 is out of bounds."}));
  const auto& frame = only_failure(facts).chain.back().frames.front();
  CHECK(frame.source == "return F.cross_entropy(logits, labels)");
  CHECK(frame.source.substr(static_cast<std::size_t>(frame.mark_begin),
                            static_cast<std::size_t>(frame.mark_end - frame.mark_begin)) ==
        "F.cross_entropy(logits, labels)");
}

TEST_CASE("a line without marks has none") {
  const auto facts = read(joined(kSimple));
  CHECK(only_failure(facts).chain.back().frames.front().mark_begin == -1);
  CHECK(only_failure(facts).chain.back().frames.front().mark_end == -1);
}

TEST_CASE("marks with a waved part are marks") {
  const auto facts = read(joined({"Traceback (most recent call last):", "  File \"a.py\", line 2, in f",
                                  "    x = d[k] + e", "        ~^^^", "KeyError: 'k'"}));
  const auto& frame = only_failure(facts).chain.back().frames.front();
  CHECK(frame.mark_begin == 4);
  CHECK(frame.mark_end == 8);
}

TEST_CASE("an exception raised from another is chained to it") {
  check_tracebacks({"Traceback (most recent call last):", "  File \"a.py\", line 2, in f", "    g()", "KeyError: 'k'",
                    "", "The above exception was the direct cause of the following exception:", "",
                    "Traceback (most recent call last):", "  File \"a.py\", line 9, in <module>", "    f()",
                    "RuntimeError: training failed"},
                   {"a.py:2 f > KeyError: 'k' => a.py:9 <module> > RuntimeError: training failed"});
}

TEST_CASE("an exception raised while another was handled is chained to it") {
  check_tracebacks(
      {"Traceback (most recent call last):", "  File \"a.py\", line 2, in f", "    g()", "KeyError: 'k'", "",
       "During handling of the above exception, another exception occurred:", "",
       "Traceback (most recent call last):", "  File \"a.py\", line 9, in <module>", "    f()", "OSError: x"},
      {"a.py:2 f > KeyError: 'k' ~> a.py:9 <module> > OSError: x"});
}

TEST_CASE("two tracebacks that only follow each other are two") {
  auto lines = kSimple;
  lines.insert(lines.end(), kSimple.begin(), kSimple.end());
  CHECK(tracebacks_in(read(joined(lines))).size() == 2);
}

TEST_CASE("a data worker's own traceback is part of the one that passes it on") {
  const auto all = tracebacks_in(
      read(joined({"Traceback (most recent call last):", "  File \"train.py\", line 3, in fit",
                   "    for batch in loader:", "RuntimeError: Caught ValueError in DataLoader worker process 0.",
                   "Original Traceback (most recent call last):", "  File \"data.py\", line 35, in __getitem__",
                   "    raise ValueError(\"bad sample\")", "ValueError: bad sample"})));
  REQUIRE(all.size() == 1);
  CHECK(all.front().find(" original data.py:35 __getitem__ > ValueError: bad sample") != std::string::npos);
}

TEST_CASE("the gutter of an exception group is not part of its lines") {
  const auto all = tracebacks_in(read(joined(
      {"  + Exception Group Traceback (most recent call last):", "  |   File \"a.py\", line 4, in main",
       "  |     run()", "  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)",
       "  +-+---------------- 1 ----------------",
       "    | Traceback (most recent call last):", "    |   File \"a.py\", line 9, in work",
       "    |     raise ValueError(\"x\")", "    | ValueError: x", "    +------------------------------------"})));
  REQUIRE_FALSE(all.empty());
  CHECK(all.back().find("a.py:9 work > ValueError: x") != std::string::npos);
}

TEST_CASE("every line of a traceback may carry its rank") {
  Lines lines;
  for (const auto& line : kSimple) lines.push_back("[rank3]: " + line);
  const auto facts = read(joined(lines));
  CHECK(only_failure(facts).rank == Rank{3});
  CHECK(tracebacks_in(facts) == Lines{"train.py:9 <module> > train.py:5 main > ValueError: bad"});
}

TEST_CASE("tagged tracebacks of two ranks, woven line by line, come apart") {
  Lines lines;
  for (const auto& line : kSimple) {
    lines.push_back("[default0]:" + line);
    lines.push_back("[default1]:" + (line == "ValueError: bad" ? "KeyError: 'k'" : line));
  }
  const auto facts = read(joined(lines));
  CHECK(tracebacks_in(facts) == Lines{"train.py:9 <module> > train.py:5 main > ValueError: bad",
                                      "train.py:9 <module> > train.py:5 main > KeyError: 'k'"});
  for (const auto& failure : facts.failures) CHECK_FALSE(failure.woven);
}

TEST_CASE("untagged tracebacks that are woven are two, and say that they are woven") {
  const Lines lines{"Traceback (most recent call last):",
                    "Traceback (most recent call last):",
                    "  File \"train.py\", line 9, in <module>",
                    "    main()",
                    "  File \"train.py\", line 9, in <module>",
                    "    main()",
                    "  File \"train.py\", line 5, in main",
                    "    fit(x)",
                    "ValueError: bad",
                    "  File \"train.py\", line 5, in main",
                    "    fit(x)",
                    "KeyError: 'k'"};
  const auto facts = read(joined(lines));
  REQUIRE(facts.failures.size() == 2);
  CHECK(facts.failures[0].chain.back().type == "ValueError");
  CHECK(facts.failures[1].chain.back().type == "KeyError");
  CHECK((facts.failures[0].woven || facts.failures[1].woven));
}

TEST_CASE("a traceback that the log cuts off says so") {
  auto lines = kSimple;
  lines.pop_back();
  const auto facts = read(joined(lines));
  CHECK(only_failure(facts).cut);
}

TEST_CASE("a traceback whose head is missing still has its frames and its exception") {
  check_tracebacks({"  File \"train.py\", line 5, in main", "    fit(x)", "ValueError: bad"},
                   {"train.py:5 main > ValueError: bad"});
}

TEST_CASE("an error line by itself is an exception") {
  check_tracebacks({"ValueError: bad"}, {"ValueError: bad"});
  CHECK(read(joined({"Error: tokenizer cache is stale, rebuilding it now"})).failures.empty());
  CHECK(read(joined({"test_error=0.0 exceptions=0 failed=0"})).failures.empty());
}

TEST_CASE("a traceback in a log record is logged") {
  Lines lines{"2026-01-02 03:04:05,678 ERROR llm: could not push metrics"};
  lines.insert(lines.end(), kSimple.begin(), kSimple.end());
  CHECK(only_failure(read(joined(lines))).logged);
  CHECK_FALSE(only_failure(read(joined(kSimple))).logged);
}

TEST_CASE("an exception that Python itself ignores is marked as ignored") {
  Lines lines{"Exception ignored in: <function Pool.__del__ at 0x7f>"};
  lines.insert(lines.end(), kSimple.begin(), kSimple.end());
  CHECK(only_failure(read(joined(lines))).ignored);
}

TEST_CASE("the spawn index of a process is kept") {
  Lines lines{"-- Process 2 terminated with the following error:"};
  lines.insert(lines.end(), kSimple.begin(), kSimple.end());
  CHECK(only_failure(read(joined(lines))).spawn_index == 2);
}

TEST_CASE("the stacks of a fatal error come innermost first and are turned round") {
  const auto facts =
      read(joined({"Fatal Python error: Segmentation fault", "", "Current thread 0x00007f (most recent call first):",
                   "  File \"ops.py\", line 7 in kernel", "  File \"train.py\", line 3 in main"}));
  const auto all = tracebacks_in(facts);
  REQUIRE(all.size() == 1);
  CHECK(all.front() == "train.py:3 main > ops.py:7 kernel > Fatal Python error: Segmentation fault");
}

TEST_CASE("the stack dump of a living process is no failure") {
  CHECK(read(joined({"Thread 0x00007f (most recent call first):", "  File \"train.py\", line 161 in fit",
                     "  File \"train.py\", line 9 in <module>", ""}))
            .failures.empty());
}

TEST_CASE("a deep recursion keeps its ends") {
  Lines lines{"Traceback (most recent call last):"};
  for (int i = 1; i <= 3000; ++i)
    lines.insert(lines.end(), {"  File \"a.py\", line " + std::to_string(i) + ", in f", "    f()"});
  lines.push_back("RecursionError: maximum recursion depth exceeded");
  const auto facts = read(joined(lines));
  const auto& frames = only_failure(facts).chain.back().frames;
  CHECK(frames.size() <= 1000);
  CHECK(frames.front().line == 1);
  CHECK(frames.back().line == 3000);
}

TEST_CASE("a JSON record holds a whole traceback") {
  const auto facts = read(
      R"({"ts": 1, "level": "ERROR", "rank": 3, "msg": "failed", "exc": "Traceback (most recent call last):\n  File \"a.py\", line 2, in f\n    g()\nValueError: bad"})"
      "\n");
  CHECK(tracebacks_in(facts) == Lines{"a.py:2 f > ValueError: bad"});
  CHECK(only_failure(facts).rank == Rank{3});
}

TEST_CASE("an exception line points to its bytes, prefixes included") {
  const std::string text =
      "[rank3]: Traceback (most recent call last):\n[rank3]:   File \"a.py\", line 2, in f\n[rank3]:     g()\n[rank3]: "
      "ValueError: bad\n";
  const auto facts = read(text);
  const auto& failure = only_failure(facts);
  CHECK(text.substr(failure.span.begin, failure.span.end - failure.span.begin) == "[rank3]: ValueError: bad");
  CHECK(failure.span.line == 4);
}

TEST_CASE("marks that Python places by characters point at bytes of the quoted line") {
  const auto facts = read(joined({"Traceback (most recent call last):", "  File \"train.py\", line 9, in <module>",
                                  "    größe = f(x)", "            ^^^^", "ValueError: bad"}));
  const auto& frame = only_failure(facts).chain.back().frames.back();
  REQUIRE(frame.mark_begin >= 0);
  CHECK(frame.source.substr(static_cast<std::size_t>(frame.mark_begin),
                            static_cast<std::size_t>(frame.mark_end - frame.mark_begin)) == "f(x)");
}

TEST_CASE("what rich broke at the width of its column is one message, and one frame") {
  const std::string at(29, ' ');
  const auto row = [&](const std::string& text) { return at + text + std::string(70 - text.size(), ' '); };
  check_tracebacks(
      {std::string(20, ' ') + "ERROR    training failed                                job.py:89",
       row("Traceback (most recent call last):"), row("  File "),
       row("\"/opt/lib/python3.11/site-packages/torch/autograd/__in"), row("it__.py\", line 395, in backward"),
       row("    _engine_run_backward("), row("  File \"/home/dev/job.py\", line 34, in"),
       row("a_function_of_some_length"), row("    loss.backward()"), row("RuntimeError: "),
       row("[/__w/pytorch/pytorch/third_party/gloo/gloo/transport/"), row("tcp/pair.cc:561] Connection closed by peer"),
       row("[127.0.0.1]:20378. This")},
      {"/opt/lib/python3.11/site-packages/torch/autograd/__init__.py:395 backward > /home/dev/job.py:34 "
       "a_function_of_some_length > RuntimeError: "
       "[/__w/pytorch/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:561] Connection closed by peer "
       "[127.0.0.1]:20378. This"});
}

TEST_CASE("lines of a message that would have fitted into the row above stay lines") {
  const auto facts = read(joined(
      {"╭─────── Traceback (most recent call last) ───────╮", "│ /home/dev/job.py:87 in main                     │",
       "│ ❱ 87 │   train(log)                             │", "╰─────────────────────────────────────────────────╯",
       "RuntimeError: CUDA error: device-side assert", "triggered", "Search for help"}));
  CHECK(only_failure(facts).chain.back().full ==
        "RuntimeError: CUDA error: device-side assert triggered\nSearch for help");
}

TEST_CASE("a fatal error has the frames of its own thread only") {
  Lines lines{"Fatal Python error: Segmentation fault", ""};
  for (int thread = 0; thread < 40; ++thread)
    lines.insert(lines.end(), {"Thread 0x00007f134ea536c0 (most recent call first):",
                               "  File \"/usr/lib/python3.11/threading.py\", line 327 in wait", ""});
  lines.insert(lines.end(), {"Current thread 0x00007f141b1bdb80 (most recent call first):",
                             "  File \"train.py\", line 34 in main", "  File \"train.py\", line 43 in <module>", ""});
  check_tracebacks(lines, {"train.py:43 <module> > train.py:34 main > Fatal Python error: Segmentation fault"});
}

TEST_CASE("stacks of a living process are no failure, whatever stands around them") {
  check_tracebacks(
      {"Current thread 0x00007f141b1bdb80 (most recent call first):", "  File \"train.py\", line 34 in main",
       "  File \"train.py\", line 43 in <module>", "step 3", "Timeout (0:00:05)!",
       "Thread 0x00007f141b1bdb80 (most recent call first):", "  File \"train.py\", line 35 in main",
       "  File \"train.py\", line 43 in <module>"},
      {});
}
