#include "rules.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

namespace firstfault::arch {
namespace {

using Folders = std::set<std::string, std::less<>>;

// The map of the engine, bottom row first. A folder includes itself and the rows below; folders of one row do not
// include each other.
const std::vector<Folders>& rows() {
  static const std::vector<Folders> map{
      {"support"}, {"model"},  {"text"},   {"demux", "scan"},      {"rules", "syntax"},   {"parse"},
      {"blame"},   {"causes"}, {"advice"}, {"analysis", "output"}, {"cli", "lsp", "mcp"}, {"app"}};
  return map;
}

// host/ is the outside world: it stands beside the map, knows support/ only, and is known to the top rows only.
const Folders kHostUsers{"app", "cli", "lsp", "mcp"};
// output/ turns a report into bytes and knows nothing of how the report came about.
const Folders kOutputUses{"output", "model", "support", "text"};
// Everything below analysis/, and analysis/ itself, does no I/O and knows neither clock nor environment.
const Folders kPure{"support", "model", "text",   "demux",  "scan",     "rules", "syntax",
                    "parse",   "blame", "causes", "advice", "analysis", "output"};

std::optional<std::size_t> row_of(std::string_view folder) {
  for (std::size_t i = 0; i < rows().size(); ++i)
    if (rows()[i].contains(folder)) return i;
  return std::nullopt;
}

std::string_view top_folder(std::string_view path) { return path.substr(0, path.find('/')); }

bool may_include(std::string_view from, std::string_view to) {
  if (from == to) return true;
  if (from == "host") return to == "support";
  if (to == "host") return kHostUsers.contains(from);
  if (from == "output") return kOutputUses.contains(to);
  const auto above = row_of(from);
  const auto below = row_of(to);
  return above && below && *below < *above;
}

// rules/tool/ is a program of the build, not a part of the engine.
bool is_build_tool(std::string_view path) { return path.starts_with("rules/tool/"); }

bool may_use_json(std::string_view path) {
  const auto folder = top_folder(path);
  return path.starts_with("support/flat_json.") || folder == "output" || folder == "lsp" || folder == "mcp" ||
         path.starts_with("rules/loader");
}

struct Word {
  std::string_view word;
  std::string_view what;
};

constexpr Word kImpure[] = {{"getenv", "reads the environment"}, {"system_clock", "reads a clock"},
                            {"steady_clock", "reads a clock"},   {"high_resolution_clock", "reads a clock"},
                            {"clock_gettime", "reads a clock"},  {"gettimeofday", "reads a clock"},
                            {"fopen", "opens a file"},           {"random_device", "is not deterministic"}};
constexpr Word kImpureHeaders[] = {{"iostream", "does I/O"}, {"fstream", "does I/O"},    {"filesystem", "does I/O"},
                                   {"cstdio", "does I/O"},   {"ctime", "reads a clock"}, {"chrono", "reads a clock"},
                                   {"unistd.h", "does I/O"}, {"fcntl.h", "does I/O"}};
constexpr std::string_view kNetworkHeaders[] = {"sys/socket.h", "netinet/",   "arpa/inet.h", "netdb.h",
                                                "sys/un.h",     "boost/asio", "curl/"};
constexpr std::string_view kProcessHeaders[] = {"boost/process", "spawn.h", "sys/wait.h"};
constexpr Word kNeverCalls[] = {{"socket", "opens a socket"},        {"getaddrinfo", "looks up names"},
                                {"popen", "starts a process"},       {"system", "starts a process"},
                                {"execve", "starts a process"},      {"execvp", "starts a process"},
                                {"posix_spawn", "starts a process"}, {"fork", "starts a process"}};

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Is `word` a whole word of the line, followed by `next` if that is not empty?
bool has_word(std::string_view line, std::string_view word, std::string_view next) {
  for (auto at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool left = at == 0 || !is_word_char(line[at - 1]);
    const bool right = end >= line.size() || !is_word_char(line[end]);
    // A member of another object ("mutex.lock", "file->open") is another function.
    const bool member = at > 0 && (line[at - 1] == '.' || line[at - 1] == '>');
    if (left && right && !member && line.substr(end).starts_with(next)) return true;
  }
  return false;
}

// The line without its comment and without what stands in quotes (messages name system calls and clocks).
std::string code_of(std::string_view line) {
  std::string code;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!quoted && line.substr(i).starts_with("//")) break;
    if (line[i] == '\\' && quoted) {
      ++i;
      continue;
    }
    if (line[i] == '"')
      quoted = !quoted;
    else if (!quoted)
      code += line[i];
  }
  return code;
}

struct Include {
  std::string name;
  bool quoted = false;
};

std::optional<Include> include_of(std::string_view line) {
  const auto hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return std::nullopt;
  line.remove_prefix(hash + 1);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with("include")) return std::nullopt;
  const auto open = line.find_first_of("\"<");
  if (open == std::string_view::npos) return std::nullopt;
  const char close = line[open] == '"' ? '"' : '>';
  const auto end = line.find(close, open + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Include{std::string(line.substr(open + 1, end - open - 1)), close == '"'};
}

void judge_include(const SourceFile& file, const Include& include, std::vector<std::string>& complaints) {
  const auto folder = top_folder(file.path);
  if (include.quoted) {
    const auto to = top_folder(include.name);
    if (!row_of(to) && to != "host")
      complaints.push_back("includes \"" + include.name + "\", which no folder of the map holds");
    else if (!is_build_tool(file.path) && !may_include(folder, to))
      complaints.push_back("includes \"" + include.name + "\", which stands above or beside it in the map");
    return;
  }
  const auto starts = [&](std::string_view prefix) { return include.name.starts_with(prefix); };
  if (starts("nlohmann/") && !may_use_json(file.path) && !is_build_tool(file.path))
    complaints.push_back("includes <" + include.name +
                         ">: JSON belongs to output/, lsp/, mcp/, the rule loader and support/flat_json");
  if (std::any_of(std::begin(kNetworkHeaders), std::end(kNetworkHeaders), starts))
    complaints.push_back("includes <" + include.name + ">: the engine has no network");
  if (std::any_of(std::begin(kProcessHeaders), std::end(kProcessHeaders), starts))
    complaints.push_back("includes <" + include.name + ">: the engine starts no process");
  if (!kPure.contains(folder) || is_build_tool(file.path)) return;
  for (const auto& [header, what] : kImpureHeaders)
    if (include.name == header)
      complaints.push_back("includes <" + include.name + ">: it " + std::string(what) +
                           ", which only host/, cli/, lsp/ and app/ may");
}

void judge_code(const SourceFile& file, std::string_view code, std::vector<std::string>& complaints) {
  for (const auto& [word, what] : kNeverCalls)
    if (has_word(code, word, "(")) complaints.push_back("calls " + std::string(word) + "(): it " + std::string(what));
  if (!kPure.contains(top_folder(file.path)) || is_build_tool(file.path)) return;
  for (const auto& [word, what] : kImpure)
    if (has_word(code, word, "")) complaints.push_back("uses " + std::string(word) + ": it " + std::string(what));
}

}  // namespace

std::vector<std::string> violations(const SourceFile& file) {
  std::vector<std::string> all;
  if (!row_of(top_folder(file.path)) && top_folder(file.path) != "host")
    all.push_back("engine/" + file.path + ": its folder is not in the map (tests/arch/rules.cpp)");
  std::istringstream lines(file.text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::vector<std::string> complaints;
    if (const auto include = include_of(line))
      judge_include(file, *include, complaints);
    else
      judge_code(file, code_of(line), complaints);
    for (const auto& complaint : complaints)
      all.push_back("engine/" + file.path + ":" + std::to_string(number) + " " + complaint);
  }
  return all;
}

}  // namespace firstfault::arch
