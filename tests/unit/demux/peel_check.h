// One line in, what its prefixes say out, in a few words: for the tables of prefix_*_test.cpp.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "demux/prefix.h"

namespace firstfault::demux {

/// "rank 3, local 1, task 0, group 2, pid 7, device 0, node n; time !level": what is said, and nothing else. A label is
/// named only where it is not the node.
inline std::string seen(const PeeledLine& line) {
  const Prefix& prefix = line.prefix;
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
  if (prefix.rank) add("rank " + std::to_string(prefix.rank->value));
  if (prefix.local_rank) add("local " + std::to_string(prefix.local_rank->value));
  if (prefix.group_rank) add("group " + std::to_string(*prefix.group_rank));
  if (prefix.pid) add("pid " + std::to_string(*prefix.pid));
  if (prefix.device) add("device " + std::to_string(*prefix.device));
  if (!prefix.node.empty()) add("node " + std::string(prefix.node));
  if (!prefix.label.empty() && prefix.label != prefix.node) add("label " + std::string(prefix.label));
  if (prefix.repeated > 0) add("repeated " + std::to_string(prefix.repeated));
  if (prefix.partial) add("partial");
  if (!prefix.time.empty()) text += (text.empty() ? "@" : " @") + std::string(prefix.time);
  static constexpr const char* kLevels[] = {"", "debug", "info", "warning", "error", "fatal"};
  if (prefix.level != Level::None)
    text += (text.empty() ? "!" : " !") + std::string(kLevels[static_cast<int>(prefix.level)]);
  return text;
}

inline void check_line(const std::string& line, const std::string& said, const std::string& text) {
  const PeeledLine peeled = peel(line, {});
  INFO(line);
  CHECK(seen(peeled) == said);
  CHECK(peeled.text == text);
}

/// Text that only looks like a prefix.
inline void check_text(const std::string& line) { check_line(line, "", line); }

}  // namespace firstfault::demux
