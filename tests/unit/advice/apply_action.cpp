// Applies the code action for a cause at a line of a file and prints the edited source: `apply_action FILE LINE CAUSE`.
// Exit status 3 where no action is offered. For run_guards.py, which executes the result.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "advice/code_actions.h"
#include "apply_edits.h"

int main(int argc, char** argv) {
  using namespace firstfault;
  if (argc != 4) {
    std::cerr << "usage: apply_action FILE LINE CAUSE\n";
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  UserFrame frame;
  frame.line = std::atoi(argv[2]);
  frame.reliable = true;
  std::istringstream lines(text.str());
  for (int i = 0; i < frame.line; ++i) std::getline(lines, frame.source);
  const auto actions = advice::code_actions(text.str(), frame, argv[3]);
  if (actions.empty()) return 3;
  std::cout << advice::apply_edits(text.str(), actions.front().edits);
  return 0;
}
