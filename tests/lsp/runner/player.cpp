#include "player.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace firstfault::test {
namespace {

constexpr int kPatience = 60'000;
constexpr int kQuiet = 1'000;  // in Update mode: nothing more is coming

std::string at_line(const Block& block, const std::string& what) {
  return "line " + std::to_string(block.line) + ": " + what + "\n";
}

}  // namespace

Player::Player(const std::string& program, std::string fixtures, Mode mode)
    : mode_(mode),
      program_(program),
      folder_(fixtures),
      parent_("/bin/sleep", "3600"),
      engine_(program, folder_.path()),
      messages_(folder_.path(), parent_.id()) {}

std::string Player::play(std::vector<Block>& blocks) {
  std::vector<Block> rewritten;
  bool draining = false;
  for (const Block& block : blocks) {
    const bool expected = block.kind == Block::Kind::Expect;
    if (mode_ == Mode::Update && expected) {
      if (!std::exchange(draining, true)) drain(rewritten);
      continue;
    }
    draining = false;
    rewritten.push_back(block);
    try {
      const std::string problem = play_block(block);
      if (!problem.empty()) return problem;
    } catch (const std::exception& error) {
      return at_line(block, error.what());
    }
  }
  blocks = std::move(rewritten);
  return ended_ ? std::string() : "the transcript does not say how the server ends (@exit STATUS)\n";
}

std::string Player::play_block(const Block& block) {
  switch (block.kind) {
    case Block::Kind::Comment:
      return {};
    case Block::Kind::Send:
      engine_.send(messages_.outgoing(block.body));
      return {};
    case Block::Kind::Expect:
      return expect(block);
    case Block::Kind::Action:
      return act(block);
  }
  return {};
}

std::string Player::expect(const Block& block) {
  const auto message = engine_.receive(kPatience, Engine::Wait::Message);
  if (!message) return at_line(block, "the server has ended");
  last_message_ = *message;
  const Json got = messages_.incoming(*message);
  const Json wanted = Json::parse(block.body, nullptr, false);
  if (got == wanted) return {};
  return at_line(block, "expected\n" + wanted.dump(2) + "\ngot\n" + got.dump(2));
}

void Player::drain(std::vector<Block>& rewritten) {
  while (const auto message = engine_.receive(kQuiet, Engine::Wait::Quiet)) {
    last_message_ = *message;
    Block block;
    block.kind = Block::Kind::Expect;
    block.raw = "<-- " + messages_.incoming(*message).dump(2) + "\n";
    rewritten.push_back(std::move(block));
  }
}

std::string Player::act(const Block& block) {
  std::istringstream words(block.body);
  std::string action;
  std::string name;
  words >> action;
  if (action == "exit") return expect_exit(block, words);
  if (action == "close-input") {
    engine_.close_input();
  } else if (action == "close-output") {
    engine_.close_output();
    ended_ = true;
  } else if (action == "parent-ends") {
    (void)::kill(parent_.id(), SIGKILL);
    parent_.wait();  // child::terminate would leave a zombie, which still is a process
  } else if (action == "same-as-diagnose" && words >> name) {
    return compare_with_command(block, name);
  } else if (action == "raw") {
    std::string text;
    std::getline(words, text);
    engine_.send_raw(messages_.filled_in(Json::parse(text).get<std::string>()));
  } else if (action == "slow-file" && words >> name) {
    slow_files_.try_emplace(name, folder_.path() + "/" + name);
  } else if (action == "pour" && words >> name >> std::ws) {
    std::string text;
    std::getline(words, text);
    slow_files_.at(name).pour(text + "\n");
  } else if (action == "end" && words >> name) {
    slow_files_.erase(name);
  } else if (action == "write" && words >> name >> std::ws) {
    write(name, {std::istreambuf_iterator<char>(words), {}});
  } else if (action == "remove" && words >> name) {
    std::filesystem::remove_all(folder_.path() + "/" + name);
  } else {
    return at_line(block, "there is no such action");
  }
  return {};
}

void Player::write(const std::string& name, const std::string& text) {
  const std::filesystem::path path = folder_.path() + "/" + name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// The last answer must be the report that the command line prints for the same file.
std::string Player::compare_with_command(const Block& block, const std::string& name) {
  boost::process::ipstream out;
  boost::process::child command(program_, "diagnose", "--format", "json", "--", folder_.path() + "/" + name,
                                boost::process::std_out > out, boost::process::start_dir = folder_.path());
  const std::string printed(std::istreambuf_iterator<char>(out), {});
  command.wait();
  const Json wanted = Json::parse(printed, nullptr, false);
  const Json got = Json::parse(last_message_).value("result", Json());
  if (got == wanted) return {};
  return at_line(block, "diagnose prints\n" + wanted.dump(2) + "\nthe server answered\n" + got.dump(2));
}

std::string Player::expect_exit(const Block& block, std::istringstream& words) {
  int wanted = 0;
  words >> wanted;
  if (const std::string problem = expect_end(); !problem.empty()) return at_line(block, problem);
  const int got = engine_.wait_for_exit();
  return got == wanted ? std::string() : at_line(block, "the server's exit status is " + std::to_string(got));
}

/// Nothing may be left over: a message that the transcript does not know is a difference.
std::string Player::expect_end() {
  if (!std::exchange(ended_, true))
    if (const auto message = engine_.receive(kPatience, Engine::Wait::Message))
      return "the transcript does not know this message\n" + messages_.incoming(*message).dump(2);
  return {};
}

}  // namespace firstfault::test
