#include "cli/parse.h"

#include <doctest/doctest.h>

#include <set>

#include "cli/help.h"

using namespace firstfault;
using namespace firstfault::cli;

namespace {

Invocation parsed(const std::vector<std::string>& arguments) {
  const auto result = parse(arguments);
  REQUIRE_MESSAGE(result.ok(), (result.ok() ? "" : to_line(result.error())));
  return result.value();
}

void check_refused(const std::vector<std::string>& arguments, const std::string& line) {
  const auto result = parse(arguments);
  REQUIRE_FALSE(result.ok());
  CHECK(to_line(result.error()) == line);
}

}  // namespace

TEST_CASE("takes paths and options in any order") {
  const auto out =
      parsed({"diagnose", "a.log", "--format", "json", "-", "--source=src", "--source", "lib", "-v", "b.log"});
  CHECK(out.command->id == CommandId::Diagnose);
  CHECK(out.paths == std::vector<std::string>{"a.log", "-", "b.log"});
  CHECK(value_of(out, FlagId::Format, "text") == "json");
  CHECK(values_of(out, FlagId::Source) == std::vector<std::string>{"src", "lib"});
  CHECK(has(out, FlagId::Verbose));
  CHECK_FALSE(has(out, FlagId::ExitZero));
}

TEST_CASE("takes everything after -- for a path") {
  CHECK(parsed({"diagnose", "--", "--json", "-v"}).paths == std::vector<std::string>{"--json", "-v"});
}

TEST_CASE("knows commands of two words") {
  CHECK(parsed({"rules", "check", "my-rules"}).command->id == CommandId::RulesCheck);
  CHECK(parsed({"rules", "list"}).command->id == CommandId::RulesList);
  check_refused({"rules"}, "the command 'rules' needs a second word (see firstfault --help)");
  check_refused({"rules", "chek"}, "the command 'rules' needs a second word (see firstfault --help)");
}

TEST_CASE("asks for help and version from anywhere they make sense") {
  CHECK(parsed({}).wish == Wish::NoCommand);
  CHECK(parsed({"-h"}).wish == Wish::ShortHelp);
  CHECK(parsed({"--help"}).wish == Wish::LongHelp);
  CHECK(parsed({"--version"}).wish == Wish::Version);
  CHECK(parsed({"diagnose", "a.log", "--help"}).wish == Wish::LongHelp);
  CHECK(parsed({"diagnose", "-vh"}).wish == Wish::ShortHelp);
}

TEST_CASE("says what was probably meant") {
  check_refused({"diagnos", "a.log"}, "unknown command 'diagnos' (did you mean diagnose? see firstfault --help)");
  check_refused({"/etc/passwd"}, "unknown command '/etc/passwd' (did you mean: firstfault diagnose /etc/passwd)");
  check_refused({"diagnose", "--jsn"}, "unknown option '--jsn' (did you mean --json? see firstfault diagnose --help)");
  check_refused({"diagnose", "-x"}, "unknown option '-x' (see firstfault diagnose --help)");
  check_refused({"diagnose", "--format"}, "--format needs a value (write --format FORMAT)");
  check_refused({"diagnose", "--format="}, "--format needs a value (write --format FORMAT)");
  check_refused({"diagnose", "--format", "sarif"}, "unknown value 'sarif' of --format (one of: text, json)");
  check_refused({"diagnose", "--json=yes"}, "--json takes no value (write --json alone)");
  check_refused({"rules", "list", "x"},
                "the command 'rules list' takes no path, but got 'x' (see firstfault rules list --help)");
  check_refused({"lsp", "--json"}, "unknown option '--json' (see firstfault lsp --help)");
}

TEST_CASE("has a table without gaps") {
  std::set<char> letters;
  for (const Flag& flag : all_flags()) {
    CHECK(&flag_of(flag.id) == &flag);
    CHECK((flag.letter == 0 || letters.insert(flag.letter).second));
    CHECK_FALSE(flag.help.empty());
  }
}

TEST_CASE("no command has two options of one name") {
  for (const Command& command : all_commands()) {
    std::set<std::string_view> names;
    for (const FlagId id : command.flags) CHECK(names.insert(flag_of(id).name).second);
  }
}

TEST_CASE("shows every option of a command in its help, examples first") {
  for (const Command& command : all_commands()) {
    const std::string help = long_help(&command);
    for (const FlagId id : command.flags) {
      CHECK(help.find(flag_of(id).name) != std::string::npos);
      CHECK(short_help(&command).find(flag_of(id).name) != std::string::npos);
    }
    CHECK(help.find("Examples\n") < help.find("Usage: "));
    CHECK(long_help(nullptr).find("\n  " + std::string(command.name)) != std::string::npos);
  }
}

TEST_CASE("accepts what its own examples say") {
  for (const Command& command : all_commands()) {
    for (const Example& example : command.examples) {
      std::string_view text = example.command.substr(example.command.find("firstfault ") + 11);
      std::vector<std::string> words;
      for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
        end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
      }
      CHECK(parsed(words).command == &command);
    }
  }
}
