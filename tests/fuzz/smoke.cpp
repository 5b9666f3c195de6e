// The fuzz targets over their seeds and over a fixed number of seeded mutations of them: no time, no luck, the same
// bytes in every run. What fails is written beside the test and named with the target.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "mutate.h"
#include "targets.h"

using namespace firstfault::fuzz;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxSeed = 12 * 1024;  // longer seeds lose their middle: bugs stand in small inputs too

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  std::string bytes = text.str();
  if (bytes.size() > kMaxSeed) bytes.erase(kMaxSeed / 2, bytes.size() - kMaxSeed);
  return bytes;
}

// All files below `folder` whose path holds `part`, in a stable order; of every `step` the first.
std::vector<std::string> seeds_of(const std::string& folder, const std::string& part, std::size_t step) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(FIRSTFAULT_ROOT) / folder))
    if (entry.is_regular_file() && entry.path().generic_string().find(part) != std::string::npos)
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (std::size_t i = 0; i < paths.size(); i += step) seeds.push_back(read_file(paths[i]));
  return seeds;
}

using Target = void (*)(std::string_view);

void run_one(const char* name, Target target, const std::string& bytes) {
  try {
    target(bytes);
  } catch (const std::exception& error) {
    const std::string file = std::string("failed-") + name + ".bin";
    std::ofstream(file, std::ios::binary) << bytes;
    const std::string what = std::string(name) + ": " + error.what() + " (the bytes are in " + file + ")";
    FAIL(what);
  }
}

// FUZZ_ROUNDS: so many times the work of an ordinary test run.
std::size_t rounds() {
  const char* wanted = std::getenv("FUZZ_ROUNDS");
  return wanted == nullptr ? 1 : std::max<std::size_t>(1, std::strtoul(wanted, nullptr, 10));
}

void check_target(const char* name, Target target, const std::vector<std::string>& seeds, std::size_t mutations) {
  REQUIRE(!seeds.empty());
  mutations *= rounds();
  for (const auto& seed : seeds) run_one(name, target, seed);
  Mutator mutator(20'240'229);
  for (std::size_t i = 0; i < mutations; ++i) {
    const auto& seed = seeds[i % seeds.size()];
    run_one(name, target, mutator.mutate(seed, seeds[mutator.below(seeds.size())]));
  }
  CHECK(mutations > 0);
}

}  // namespace

TEST_CASE("any bytes split into lines and clean up (text)") {
  check_target("text", text, seeds_of("tests/corpus", "/input/", 1), 600);
}

TEST_CASE("any lines lose their prefixes and nothing else (prefixes)") {
  check_target("prefixes", prefixes, seeds_of("tests/corpus", "/input/", 1), 600);
}

TEST_CASE("any lines go through the traceback parser (tracebacks)") {
  check_target("tracebacks", tracebacks, seeds_of("tests/corpus", "/input/", 1), 2000);
}

TEST_CASE("any bytes in any pieces give one report (chunks)") {
  check_target("chunks", chunks, seeds_of("tests/corpus", "/input/", 3), 200);
}

TEST_CASE("any bytes are diagnosed, and the report keeps its promises") {
  check_target("diagnose", diagnose, seeds_of("tests/corpus", "/input/", 1), 1500);
}

TEST_CASE("any bytes may come over the protocol") {
  check_target("jsonrpc", jsonrpc,
               {"Content-Length: 2\r\n\r\n{}", "content-length: 17 \r\nContent-Type: x\r\n\r\n{\"jsonrpc\":\"2.0\"}",
                "{\"a\": [1, 2.5e3, null, \"\\u00e9\\ud83d\\ude00\"]}\n---\n# comment\n[]\n---\n"},
               4000);
}

TEST_CASE("any text may be a rule file") {
  check_target("rule_loader", rule_loader, seeds_of("rules", ".jsonc", 12), 800);
}

TEST_CASE("any text may be the user's source") {
  check_target("edit", edit, seeds_of("tests/unit/advice/guards", ".case", 6), 200);
}

TEST_CASE("the smoke test sees a broken promise") {
  bool seen = false;
  try {
    require(false, "a promise");
  } catch (const Broken& broken) {
    seen = std::string(broken.what()) == "a promise";
  }
  CHECK(seen);
  Mutator first(1);
  Mutator second(1);
  CHECK(first.mutate("abc", "def") == second.mutate("abc", "def"));
}
