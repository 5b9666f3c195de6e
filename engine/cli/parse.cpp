#include "cli/parse.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "rules/problem.h"

namespace firstfault::cli {
namespace {

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string help_command(const Command* command) {
  return "firstfault " + (command == nullptr ? "" : std::string(command->name) + " ") + "--help";
}

Error usage(std::string message, std::string hint) { return {std::move(message), "", std::move(hint), ""}; }

std::string did_you_mean(std::string_view nearest, const Command* command) {
  const std::string help = "see " + help_command(command);
  return nearest.empty() ? help : "did you mean " + std::string(nearest) + "? " + help;
}

bool is_path(const std::string& text) {
  std::error_code error;
  return text == "-" || std::filesystem::exists(text, error);
}

class Parser {
 public:
  explicit Parser(std::span<const std::string> arguments) : rest_(arguments) {}

  Result<Invocation> run() {
    if (auto error = command()) return *error;
    bool options = true;
    while (!rest_.empty()) {
      const std::string argument = take();
      std::optional<Error> error;
      if (options && argument == "--") {
        options = false;
      } else if (options && argument.starts_with("--")) {
        error = long_option(argument);
      } else if (options && argument.size() > 1 && argument.starts_with('-')) {
        error = letters(argument);
      } else {
        error = path(argument);
      }
      if (error) return *error;
    }
    if (out_.command == nullptr && out_.wish == Wish::Run) out_.wish = Wish::NoCommand;
    return out_;
  }

 private:
  std::string take() {
    std::string argument = rest_.front();
    rest_ = rest_.subspan(1);
    return argument;
  }

  /// The longest command name that the arguments begin with.
  std::optional<Error> command() {
    if (rest_.empty() || rest_.front().starts_with("-")) return std::nullopt;
    for (const Command& each : all_commands()) {
      const bool two_words = rest_.size() > 1 && each.name == rest_[0] + " " + rest_[1];
      if (!two_words && each.name != rest_[0]) continue;
      out_.command = &each;
      rest_ = rest_.subspan(two_words ? 2 : 1);
      return std::nullopt;
    }
    return unknown_command();
  }

  std::optional<Error> unknown_command() {
    const std::string& word = rest_.front();
    std::vector<std::string_view> names;
    for (const Command& each : all_commands()) {
      names.push_back(each.name);
      if (each.name.starts_with(word + " "))
        return usage("the command " + in_quotes(word) + " needs a second word", "see " + help_command(nullptr));
    }
    if (is_path(word)) return usage("unknown command " + in_quotes(word), "did you mean: firstfault diagnose " + word);
    return usage("unknown command " + in_quotes(word), did_you_mean(rules::nearest_name(word, names), nullptr));
  }

  [[nodiscard]] bool allowed(const Flag& flag) const {
    if (flag.id == FlagId::Help) return true;
    if (flag.id == FlagId::Version) return out_.command == nullptr;
    return out_.command != nullptr &&
           std::find(out_.command->flags.begin(), out_.command->flags.end(), flag.id) != out_.command->flags.end();
  }

  std::optional<Error> long_option(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    std::vector<std::string_view> names;
    for (const Flag& flag : all_flags()) {
      if (!allowed(flag)) continue;
      names.push_back(flag.name);
      if (flag.name != name) continue;
      std::optional<std::string> value;
      if (equals != std::string::npos) value = argument.substr(equals + 1);
      return option(flag, value, name);
    }
    return usage("unknown option " + in_quotes(name), did_you_mean(rules::nearest_name(name, names), out_.command));
  }

  std::optional<Error> letters(const std::string& argument) {
    for (std::size_t i = 1; i < argument.size(); ++i) {
      const auto flags = all_flags();
      const auto flag = std::find_if(flags.begin(), flags.end(),
                                     [&](const Flag& each) { return each.letter == argument[i] && allowed(each); });
      if (flag == flags.end())
        return usage("unknown option " + in_quotes("-" + argument.substr(i, 1)), did_you_mean("", out_.command));
      if (auto error = option(*flag, std::nullopt, "-" + argument.substr(i, 1))) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> option(const Flag& flag, std::optional<std::string> value, const std::string& name) {
    if (flag.id == FlagId::Help) return wish(name == "-h" ? Wish::ShortHelp : Wish::LongHelp);
    if (flag.id == FlagId::Version) return wish(Wish::Version);
    if (flag.value.empty()) {
      if (value) return usage(name + " takes no value", "write " + name + " alone");
      out_.options.push_back({flag.id, ""});
      return std::nullopt;
    }
    if (!value && !rest_.empty()) value = take();
    if (!value || value->empty())
      return usage(name + " needs a value", "write " + name + " " + std::string(flag.value));
    if (auto error = check_choice(flag, *value)) return error;
    out_.options.push_back({flag.id, *value});
    return std::nullopt;
  }

  std::optional<Error> check_choice(const Flag& flag, const std::string& value) const {
    if (flag.choices.empty() || std::find(flag.choices.begin(), flag.choices.end(), value) != flag.choices.end())
      return std::nullopt;
    std::string all;
    for (const std::string_view choice : flag.choices) all += (all.empty() ? "" : ", ") + std::string(choice);
    return usage("unknown value " + in_quotes(value) + " of " + std::string(flag.name), "one of: " + all);
  }

  std::optional<Error> wish(Wish wish) {
    out_.wish = wish;
    rest_ = {};
    return std::nullopt;
  }

  std::optional<Error> path(const std::string& argument) {
    if (out_.command == nullptr)
      return usage("unexpected argument " + in_quotes(argument), "see " + help_command(nullptr));
    if (out_.command->arguments.empty())
      return usage(
          "the command '" + std::string(out_.command->name) + "' takes no path, but got " + in_quotes(argument),
          "see " + help_command(out_.command));
    out_.paths.push_back(argument);
    return std::nullopt;
  }

  std::span<const std::string> rest_;
  Invocation out_;
};

}  // namespace

Result<Invocation> parse(std::span<const std::string> arguments) { return Parser(arguments).run(); }

bool has(const Invocation& invocation, FlagId flag) {
  return std::any_of(invocation.options.begin(), invocation.options.end(),
                     [&](const Option& each) { return each.flag == flag; });
}

std::string value_of(const Invocation& invocation, FlagId flag, const std::string& fallback) {
  const auto values = values_of(invocation, flag);
  return values.empty() ? fallback : values.back();
}

std::vector<std::string> values_of(const Invocation& invocation, FlagId flag) {
  std::vector<std::string> values;
  for (const Option& each : invocation.options)
    if (each.flag == flag) values.push_back(each.value);
  return values;
}

}  // namespace firstfault::cli
