#include "cli/help.h"

#include <algorithm>

#include "output/columns.h"

namespace firstfault::cli {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kMargin = 26;

std::string option_name(const Flag& flag) {
  std::string name = flag.letter == 0 ? std::string("    ") : std::string("-") + flag.letter + ", ";
  name += flag.name;
  return flag.value.empty() ? name : name + " " + std::string(flag.value);
}

void add_row(std::string& out, const std::string& left, std::string_view right) {
  std::string margin = "  " + output::padded(left, kMargin - 4) + "  ";
  for (const std::string& line : output::wrap(right, kWidth - kMargin)) {
    out += margin + line + "\n";
    margin.assign(kMargin, ' ');
  }
}

void add_paragraphs(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    for (const std::string& line : output::wrap(text.substr(0, end), kWidth)) out += line + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
    out += "\n";
  }
}

std::string usage_line(const Command* command) {
  if (command == nullptr) return "Usage: firstfault COMMAND [OPTIONS] [PATH…]\n";
  return "Usage: firstfault " + std::string(command->name) + " [OPTIONS]" +
         (command->arguments.empty() ? "" : " " + std::string(command->arguments)) + "\n";
}

void add_commands(std::string& out) {
  out += "Commands\n";
  for (const Command& each : all_commands()) add_row(out, std::string(each.name), each.summary);
}

void add_flag(std::string& out, const Flag& flag) { add_row(out, option_name(flag), flag.help); }

void add_examples(std::string& out, std::span<const Example> examples) {
  std::size_t width = 0;
  for (const Example& each : examples) width = std::max(width, output::columns(each.command));
  out += "Examples\n";
  for (const Example& each : examples)
    out += "  " + output::padded(each.command, width) + "   " + std::string(each.about) + "\n";
  out += "\n";
}

constexpr std::string_view kTitle = "firstfault – says which rank of a failed GPU job failed first, and why\n";

std::string program_options() {
  std::string out = "Options\n";
  add_flag(out, flag_of(FlagId::Help));
  add_flag(out, flag_of(FlagId::Version));
  return out;
}

}  // namespace

std::string short_help(const Command* command) {
  if (command == nullptr) {
    std::string out(kTitle);
    out += "\n" + usage_line(command) + "\n";
    add_commands(out);
    return out + "\n" + program_options() + "\nTry: firstfault diagnose train.log\n";
  }
  std::string out = usage_line(command) + "\n";
  out += std::string(command->name) + ": " + std::string(command->summary) + "\n\nOptions\n";
  for (const FlagId id : command->flags) add_flag(out, flag_of(id));
  return out;
}

std::string long_help(const Command* command) {
  std::string out;
  if (command == nullptr) {
    out = std::string(kTitle) + "\n";
    add_examples(out, all_commands().front().examples);
    out += usage_line(command) + "\n";
    add_commands(out);
    return out + "\n" + program_options() + "\nEach command has a help of its own: firstfault diagnose --help\n";
  }
  out = "firstfault " + std::string(command->name) + " – " + std::string(command->summary) + "\n\n";
  add_examples(out, command->examples);
  out += usage_line(command) + "\n";
  add_paragraphs(out, command->about);
  out += "Options\n";
  for (const FlagId id : command->flags) {
    add_flag(out, flag_of(id));
    if (!flag_of(id).more.empty()) add_row(out, "", flag_of(id).more);
  }
  return out;
}

}  // namespace firstfault::cli
