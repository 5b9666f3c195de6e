#include <algorithm>
#include <array>

#include "rules/checker_parts.h"
#include "rules/pattern.h"

namespace firstfault::rules {
namespace {

constexpr std::array<std::string_view, 14> kNetworkPrograms = {
    "curl", "wget", "ssh", "scp", "sftp", "rsync", "ftp", "telnet", "nc", "ncat", "apt", "apt-get", "dnf", "yum"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kNetworkVerbs = {{{"git", "clone"},
                                                                                          {"git", "pull"},
                                                                                          {"git", "fetch"},
                                                                                          {"git", "push"},
                                                                                          {"pip", "install"},
                                                                                          {"pip3", "install"},
                                                                                          {"pip", "download"},
                                                                                          {"conda", "install"},
                                                                                          {"mamba", "install"},
                                                                                          {"uv", "pip"},
                                                                                          {"npm", "install"},
                                                                                          {"docker", "pull"},
                                                                                          {"docker", "push"},
                                                                                          {"hf", "download"}}};

/// Words of a shell command outside quotes, and whether it writes over a file.
struct ShellText {
  std::vector<std::string> words;
  bool writes_file = false;
};

/// "<your command>" stands for what the user fills in: the end of it where one begins at `at`, else `at`.
std::size_t skip_fill_in(std::string_view command, std::size_t at) {
  const auto end = command.find_first_of("<>", at + 1);
  if (command[at] != '<' || end == std::string_view::npos || command[end] != '>') return at;
  const auto name = command.substr(at + 1, end - at - 1);
  return name.empty() || name.front() == ' ' || name.back() == ' ' ? at : end;
}

/// What follows ">": another descriptor (">&2") and /dev/null are no files.
bool is_harmless_target(std::string_view rest) {
  if (rest.starts_with('&')) return true;
  rest.remove_prefix(std::min(rest.find_first_not_of("> "), rest.size()));
  return rest.starts_with("/dev/null") || rest.starts_with("&");
}

ShellText read_shell(std::string_view command) {
  ShellText out;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) out.words.push_back(std::move(word));
    word.clear();
  };
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (const auto end = skip_fill_in(command, i); end != i) {
      flush();
      i = end;
    } else if (c == '>') {
      out.writes_file = out.writes_file || !is_harmless_target(command.substr(i + 1));
      i += command.substr(i + 1).starts_with('>') ? 1 : 0;
      flush();
    } else if (std::string_view(" \t|;&()`").find(c) != std::string_view::npos) {
      flush();
    } else {
      word += c;
    }
  }
  flush();
  return out;
}

std::string network_use(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto program = std::string_view(words[i]).substr(words[i].find_last_of('/') + 1);
    if (std::find(kNetworkPrograms.begin(), kNetworkPrograms.end(), program) != kNetworkPrograms.end())
      return std::string(program);
    for (const auto& [first, second] : kNetworkVerbs)
      if (program == first && i + 1 < words.size() && words[i + 1] == second)
        return std::string(first) + " " + std::string(second);
  }
  return {};
}

void check_command(const Node& command, const FileProblems& problems) {
  if (command.text.find('\n') != std::string::npos)
    problems.add(command.at, "the command has several lines",
                 "a user copies one line; join the parts with && or make two steps");
  const auto shell = read_shell(command.text);
  if (std::find(shell.words.begin(), shell.words.end(), "sudo") != shell.words.end())
    problems.add(command.at, "the command uses sudo", "suggest what a plain user may run");
  if (shell.writes_file)
    problems.add(command.at, "the command redirects over a file",
                 "let it print; what the user fills in is written <name>");
  if (const auto use = network_use(shell.words); !use.empty())
    problems.add(command.at, "the command uses the network: " + use, "suggest what runs on the node itself");
}

void check_not_empty(const Node& list, std::string_view what, std::string_view hint, const FileProblems& problems) {
  if (list.items.empty()) problems.add(list.at, "the cause has " + std::string(what), std::string(hint));
}

void check_filled(const Node& text, std::string_view key, const FileProblems& problems) {
  if (text.text.empty()) problems.add(text.at, "\"" + std::string(key) + "\" is empty");
}

void check_headline(const Node& headline, const FileProblems& problems) {
  for (const auto name : placeholders(headline.text)) {
    if (fact_from_name(name)) continue;
    const auto near = nearest_name(name, fact_names());
    problems.add(headline.at, "the headline's {" + std::string(name) + "} is no fact",
                 near.empty() ? "" : "did you mean {" + std::string(near) + "}?");
  }
}

void check_confirm(const Node& step, const RuleSet& rules, const FileProblems& problems) {
  check_filled(step["title"], "title", problems);
  check_command(step["command"], problems);
  if (step["expect"].items.empty())
    problems.add(step["expect"].at, "the confirming step has no expected outcome",
                 "say what each outcome means: { \"cause\": …, \"if\": … }");
  for (const auto& outcome : step["expect"].items) check_cause_id(outcome["cause"], rules, problems);
}

}  // namespace

void check_cause(const RuleFile& file, const RuleSet& rules, const FileProblems& problems) {
  const auto& root = file.root;
  const auto& explain = root["explain"];
  check_title(root["title"], problems);
  check_headline(root["headline"], problems);
  check_filled(explain["what"], "what", problems);
  check_filled(explain["why"], "why", problems);
  check_not_empty(explain["look_alikes"], "no look-alike", "name a cause that is easily taken for it, and how to tell",
                  problems);
  check_not_empty(root["confirm"], "no confirming step", "say what to run or look at to make sure", problems);
  check_not_empty(root["fix"], "no fix", "say what mends it", problems);
  check_not_empty(root["not_a_fix"], "no \"not_a_fix\"", "say what seems to mend it and does not", problems);
  for (const auto& other : explain["look_alikes"].items) check_cause_id(other["cause"], rules, problems);
  for (const auto& step : root["confirm"].items) check_confirm(step, rules, problems);
  for (const auto& id : root["related"].items) check_cause_id(id, rules, problems);
  check_links(root["links"], problems);
}

}  // namespace firstfault::rules
