// One folder of tests/rules_bad a fault: its rule files, and in expected.txt what the checker says of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "rules/checker.h"
#include "syntax/python.h"

namespace {

namespace fs = std::filesystem;
using namespace firstfault::rules;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string problems_of(const fs::path& folder) {
  std::vector<RuleSource> sources;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".jsonc")
      sources.push_back({entry.path().lexically_relative(folder.parent_path()).generic_string(), read(entry.path())});
  std::string out;
  for (const auto& problem : check_rules(load_rules(std::move(sources)), {}, firstfault::syntax::first_error))
    out += format(problem);
  return out;
}

void check_fault(const fs::path& folder) {
  CAPTURE(folder.filename().string());
  const auto actual = problems_of(folder);
  const auto expected = folder / "expected.txt";
  if (std::getenv("UPDATE_EXPECT") != nullptr) std::ofstream(expected, std::ios::binary) << actual;
  CHECK_MESSAGE(!actual.empty(), "the fault goes unnoticed");
  CHECK(actual == read(expected));
}

}  // namespace

TEST_CASE("names the place, the reason and the remedy of every fault in a rule file") {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(fs::path(FIRSTFAULT_ROOT) / "tests/rules_bad"))
    folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  REQUIRE(folders.size() >= 15);
  for (const auto& folder : folders) check_fault(folder);
}
