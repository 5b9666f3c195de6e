// The rules of the architecture over source texts. Pure: takes files as texts, so that a planted violation tests the
// test.
#pragma once

#include <string>
#include <vector>

namespace firstfault::arch {

struct SourceFile {
  std::string path;  // below engine/: "parse/reader.cpp"
  std::string text;
};

/// One sentence a violation, with file and line: upward and sideways includes, folders that the map does not know,
/// JSON, I/O, clocks and the environment where they do not belong, sockets and child processes anywhere.
[[nodiscard]] std::vector<std::string> violations(const SourceFile& file);

}  // namespace firstfault::arch
