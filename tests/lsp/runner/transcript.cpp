#include "transcript.h"

#include <fstream>
#include <stdexcept>

namespace firstfault::test {
namespace {

/// Knows the kind by the mark at the start of the first line that is no comment.
void classify(Block& block, const std::string& path) {
  if (block.body.empty()) return;
  const std::string mark = block.body.substr(0, 4);
  if (mark == "--> " || mark == "<-- ") {
    block.kind = mark == "--> " ? Block::Kind::Send : Block::Kind::Expect;
    block.body.erase(0, 4);
  } else if (block.body[0] == '@') {
    block.kind = Block::Kind::Action;
    block.body.erase(0, 1);
  } else {
    throw std::runtime_error(path + ":" + std::to_string(block.line) +
                             ": a block begins with '--> ', '<-- ', '@' or '#'");
  }
  while (!block.body.empty() && block.body.back() == '\n') block.body.pop_back();
}

}  // namespace

std::vector<Block> read_transcript(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path + ": cannot be read");
  std::vector<Block> blocks(1);
  blocks.back().line = 1;
  int number = 1;
  for (std::string line; std::getline(in, line); ++number) {
    if (line == "---") {
      blocks.emplace_back().line = number + 1;
      continue;
    }
    blocks.back().raw += line + "\n";
    if (!line.empty() && line[0] != '#') blocks.back().body += line + "\n";
  }
  if (blocks.back().raw.empty()) blocks.pop_back();
  for (Block& block : blocks) classify(block, path);
  return blocks;
}

void write_transcript(const std::string& path, const std::vector<Block>& blocks) {
  std::ofstream out(path, std::ios::binary);
  for (std::size_t i = 0; i < blocks.size(); ++i) out << (i == 0 ? "" : "---\n") << blocks[i].raw;
}

}  // namespace firstfault::test
