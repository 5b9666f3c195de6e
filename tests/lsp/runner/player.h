// Plays a transcript against the server and compares what comes back, message by message.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "engine.h"
#include "messages.h"
#include "slow_file.h"
#include "transcript.h"

namespace firstfault::test {

enum class Mode { Compare, Update };

class Player {
 public:
  Player(const std::string& program, std::string fixtures, Mode mode);

  /// Empty where all is as the transcript says; else what differs, with its line. In Update mode the blocks are
  /// rewritten.
  [[nodiscard]] std::string play(std::vector<Block>& blocks);

 private:
  [[nodiscard]] std::string play_block(const Block& block);
  [[nodiscard]] std::string act(const Block& block);
  void write(const std::string& name, const std::string& text);
  [[nodiscard]] std::string expect(const Block& block);
  [[nodiscard]] std::string compare_with_command(const Block& block, const std::string& name);
  [[nodiscard]] std::string expect_exit(const Block& block, std::istringstream& words);
  [[nodiscard]] std::string expect_end();
  void drain(std::vector<Block>& rewritten);

  Mode mode_;
  std::string program_;
  Folder folder_;
  boost::process::child parent_;  // stands for the editor
  Engine engine_;
  Messages messages_;
  std::map<std::string, SlowFile> slow_files_;
  std::string last_message_;
  bool ended_ = false;
};

}  // namespace firstfault::test
