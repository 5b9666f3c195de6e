// lsp_sessions ENGINE SESSION…: plays transcripts (tests/lsp/README.md). UPDATE_EXPECT=1 rewrites what the server says.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "player.h"

namespace {

using namespace firstfault::test;

bool play(const std::string& engine, const std::string& path, Mode mode) {
  std::vector<Block> blocks = read_transcript(path);
  const auto fixtures = std::filesystem::path(path).parent_path() / "fixtures" / "workspace";
  const std::string problem = Player(engine, fixtures.string(), mode).play(blocks);
  if (!problem.empty()) std::cerr << path << ": " << problem;
  if (problem.empty() && mode == Mode::Update) write_transcript(path, blocks);
  return problem.empty();
}

}  // namespace

int main(int argc, char** argv) {
  (void)std::signal(SIGPIPE, SIG_IGN);
  const char* update = std::getenv("UPDATE_EXPECT");
  const Mode mode = update && std::string_view(update) == "1" ? Mode::Update : Mode::Compare;
  bool good = argc > 2;
  if (!good) std::cerr << "usage: lsp_sessions ENGINE SESSION...\n";
  for (int i = 2; i < argc; ++i) {
    try {
      good = play(std::filesystem::absolute(argv[1]).string(), argv[i], mode) && good;
    } catch (const std::exception& error) {
      std::cerr << argv[i] << ": " << error.what() << "\n";
      good = false;
    }
  }
  return good ? 0 : 1;
}
