// A transcript as a list of blocks. The format is described in tests/lsp/README.md.
#pragma once

#include <string>
#include <vector>

namespace firstfault::test {

struct Block {
  enum class Kind { Comment, Send, Expect, Action };
  Kind kind = Kind::Comment;
  std::string raw;   // as it stands in the file, comments included
  std::string body;  // without comments and marks
  int line = 0;      // where it begins
};

[[nodiscard]] std::vector<Block> read_transcript(const std::string& path);
void write_transcript(const std::string& path, const std::vector<Block>& blocks);

}  // namespace firstfault::test
