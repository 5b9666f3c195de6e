// One *.case.jsonc: what is run, on which files, and what must come out. "expect" is the last key, so that
// UPDATE_EXPECT=1 can rewrite it and leave comments and the rest alone.
//   args     list of texts
//   stdin    text (given through a pipe), or {"tty": true}; without it standard input is /dev/null
//   stdout   "pipe" (default), "closed", "gone" (a reader that left), "full" (a full disk), "tty"
//   as       "nobody": not as root, so that permissions count
//   env      {"NO_COLOR": "1"}
//   files    {"a.log": CONTENT, "folder/": null}; CONTENT is "text", ["line", …], {"text"|"gzip"|"zstd": …},
//            {"hex": "00ff"}, {"parts": [CONTENT, …]} or {"link": "target"}; "keep": N cuts it, "mode": "000" guards it
//   first_lines  so many lines of stdout count, the rest is another case's business (advice changes with the rules)
//   expect   {"exit": 0, "stdout": […lines], "stderr": […lines]}
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace firstfault::test {

struct Outcome {
  int exit = 0;
  std::string out;
  std::string err;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct CaseFile {
  std::string path;
  std::string text;  // of the file
  std::vector<std::string> args;
  std::optional<std::string> stdin_text;
  bool stdin_tty = false;
  std::string stdout_mode = "pipe";
  bool as_nobody = false;
  std::map<std::string, std::string> env;
  nlohmann::ordered_json files;
  std::size_t first_lines = 0;  // 0: all
  std::optional<Outcome> expect;
};

/// Throws std::runtime_error with the path where the file makes no sense.
[[nodiscard]] CaseFile read_case(const std::string& path);

/// Rewrites the "expect" of the file.
void rewrite_case(const CaseFile& file, const Outcome& outcome);

/// Lays out `files` in `folder`.
void write_files(const nlohmann::ordered_json& files, const std::string& folder);

}  // namespace firstfault::test
