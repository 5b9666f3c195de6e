// Runs every *.case.jsonc of a folder against the engine and compares exit status, stdout and stderr byte for byte.
//   cli_cases ENGINE FOLDER [NAME]     UPDATE_EXPECT=1 rewrites what is expected
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "case_file.h"
#include "child.h"

namespace {

namespace fs = std::filesystem;
using namespace firstfault::test;

std::vector<std::string> case_paths(const std::string& folder, const std::string& name) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (path.ends_with(".case.jsonc") && path.find(name) != std::string::npos) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// A folder that also a user who is not root can read, with the engine beside it where that user could not reach it.
class WorkFolder {
 public:
  WorkFolder() {
    std::string pattern = (fs::temp_directory_path() / "firstfault-cli-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder for the case");
    root_ = pattern;
    fs::create_directory(files());
    ::chmod(root_.c_str(), 0755);
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  [[nodiscard]] std::string files() const { return root_ + "/files"; }
  [[nodiscard]] std::string copy_of(const std::string& engine) const {
    fs::copy_file(engine, root_ + "/firstfault");
    return root_ + "/firstfault";
  }

 private:
  std::string root_;
};

/// `text` up to its line end number `lines`; all of it for 0.
std::string first_lines(const std::string& text, std::size_t lines) {
  std::size_t end = 0;
  for (std::size_t line = 0; line < lines && end != std::string::npos; ++line) {
    end = text.find('\n', end);
    if (end != std::string::npos) ++end;
  }
  return lines == 0 ? text : text.substr(0, end);
}

Outcome run(const std::string& engine, const CaseFile& file) {
  const WorkFolder work;
  write_files(file.files, work.files());
  Outcome outcome = run_case(file.as_nobody ? work.copy_of(engine) : engine, file, work.files());
  outcome.out = first_lines(outcome.out, file.first_lines);
  return outcome;
}

void show(const std::string& what, const std::string& expected, const std::string& got) {
  if (expected == got) return;
  std::cout << "--- " << what << " expected\n" << expected << "--- " << what << " printed\n" << got << "---\n";
}

bool passes(const std::string& engine, const std::string& path) {
  const CaseFile file = read_case(path);
  const Outcome outcome = run(engine, file);
  if (std::getenv("UPDATE_EXPECT") != nullptr) rewrite_case(file, outcome);
  const CaseFile now = read_case(path);
  if (!now.expect) throw std::runtime_error("expects nothing; run once with UPDATE_EXPECT=1 and read what it wrote");
  if (*now.expect == outcome) return true;
  std::cout << path << "\nexit " << outcome.exit << ", expected " << now.expect->exit << "\n";
  show("stdout", now.expect->out, outcome.out);
  show("stderr", now.expect->err, outcome.err);
  return false;
}

bool passes_quietly(const std::string& engine, const std::string& path) {
  try {
    return passes(engine, path);
  } catch (const std::exception& error) {
    std::cout << path << ": " << error.what() << "\n";
    return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: cli_cases ENGINE FOLDER [NAME]\n";
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  const std::string engine = fs::absolute(argv[1]).string();
  const auto paths = case_paths(argv[2], argc > 3 ? argv[3] : "");
  const auto failed =
      std::count_if(paths.begin(), paths.end(), [&](const auto& path) { return !passes_quietly(engine, path); });
  std::cout << paths.size() << " cases, " << failed << " failed\n";
  return failed == 0 && !paths.empty() ? 0 : 1;
}
