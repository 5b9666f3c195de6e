// Reading tiny logs for tests of parse/: text in, facts in short words out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parse/reader.h"
#include "rules/matcher.h"

namespace firstfault::parse {

inline Facts read(std::string_view text, const std::string& path = "train.log") {
  Input input;
  input.path = path;
  Reader reader(rules::builtin_matcher(), InputId{0}, input, Keep::Readings);
  reader.feed(text);
  reader.finish();
  return reader.facts();
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

/// The tracebacks of a text, one a line: "main.py:3 f < lib.py:9 g: IndexError: x", chained ones joined by " => ".
inline std::vector<std::string> tracebacks_in(const Facts& facts) {
  std::vector<std::string> all;
  for (const auto& failure : facts.failures) {
    if (failure.chain.empty()) continue;
    std::string text;
    for (const auto& part : failure.chain) {
      if (!text.empty())
        text += part.link == Link::DirectCause      ? " => "
                : part.link == Link::DuringHandling ? " ~> "
                : part.link == Link::Original       ? " original "
                                                    : " ? ";
      for (const auto& frame : part.frames)
        text += frame.file + ":" + std::to_string(frame.line) + " " + frame.function + " > ";
      text += part.type + (part.message.empty() ? "" : ": " + part.message);
    }
    all.push_back(text);
  }
  return all;
}

/// How processes ended, one a line: "rank 3 local 3 pid 7 node n code -9 signal 9 first".
inline std::vector<std::string> exits_in(const Facts& facts) {
  std::vector<std::string> all;
  for (const auto& exit : facts.exits) {
    std::string text;
    const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
    if (exit.rank) add("rank " + std::to_string(exit.rank->value));
    if (exit.local_rank) add("local " + std::to_string(exit.local_rank->value));
    if (exit.pid) add("pid " + std::to_string(*exit.pid));
    if (!exit.node.empty()) add("node " + exit.node);
    if (exit.exit_code) add("code " + std::to_string(*exit.exit_code));
    if (exit.signal) add("signal " + std::to_string(*exit.signal));
    if (exit.root_cause) add("first");
    all.push_back(text);
  }
  return all;
}

}  // namespace firstfault::parse
