// The systemd journal in forms other than one line a message.
#include <doctest/doctest.h>

#include "check_parse.h"

using namespace firstfault;
using namespace firstfault::parse;

namespace {

const std::vector<std::pair<std::string, std::string>> kMessages{
    {"24437", "Traceback (most recent call last):"},
    {"24438", "Traceback (most recent call last):"},
    {"24437", "  File \"train.py\", line 119, in <module>"},
    {"24438", "  File \"train.py\", line 3, in <module>"},
    {"24437", "    a()"},
    {"24438", "    b()"},
    {"24438", "ValueError: of b"},
    {"24437", "KeyError: 'a'"},
};

std::string speakers_in(const std::string& text) {
  std::string all;
  const auto facts = read(text);
  for (const auto& failure : facts.failures)
    all += facts.streams[failure.stream].label + " " + facts.streams[failure.stream].tag + " " + failure.text + ", " +
           std::to_string(failure.chain.front().frames.front().line) + " of " +
           text.substr(failure.span.begin, failure.span.end - failure.span.begin) + "\n";
  return all;
}

}  // namespace

TEST_CASE("records that are exported are lines of their processes") {
  std::string text;
  for (const auto& [pid, message] : kMessages)
    text += "__CURSOR=s=1145;i=1;b=8f1b;m=1\nMESSAGE=" + message +
            "\n_HOSTNAME=node12\nSYSLOG_IDENTIFIER=python3\n_PID=" + pid + "\n\n";
  CHECK(speakers_in(text) ==
        "node12 python3[24437]: KeyError: 'a', 119 of MESSAGE=KeyError: 'a'\n"
        "node12 python3[24438]: ValueError: of b, 3 of MESSAGE=ValueError: of b\n");
}

TEST_CASE("verbose records are lines of their processes, and what stands behind them is not theirs") {
  std::string text;
  for (const auto& [pid, message] : kMessages)
    text +=
        "Mon 2026-11-30 23:42:40.000000 UTC [s=1145;i=1;b=8f1b]\n    _HOSTNAME=node12\n    "
        "SYSLOG_IDENTIFIER=python3\n    _PID=" +
        pid + "\n    MESSAGE=" + message + "\n";
  CHECK(speakers_in(text + "done\n") ==
        "node12 python3[24437]: KeyError: 'a', 119 of     MESSAGE=KeyError: 'a'\n"
        "node12 python3[24438]: ValueError: of b, 3 of     MESSAGE=ValueError: of b\n");
}

TEST_CASE("records that are JSON are lines of their processes") {
  std::string text;
  for (const auto& [pid, message] : kMessages) {
    std::string quoted;
    for (const char c : message) quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
    text += R"({"_HOSTNAME":"node12","_PID":")" + pid + R"(","MESSAGE":")" + quoted + "\"}\n";
  }
  const auto facts = read(text);
  CHECK(joined(tracebacks_in(facts)) ==
        "train.py:119 <module> > KeyError: 'a'\ntrain.py:3 <module> > ValueError: of b\n");
}

TEST_CASE("lines that look like a record's alone are none") {
  CHECK(joined(tracebacks_in(read("_PID=3\nMESSAGE=ValueError: x\nValueError: y\n"))) == "ValueError: y\n");
}
