#include "rules/tool/docs_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "rules/tool/docs_writer.h"

namespace firstfault::rules {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool write(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

/// The inputs of all cases, in no order.
std::vector<std::string> recorded_jobs(const fs::path& corpus) {
  std::vector<std::string> out;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(corpus, error); !error && it != fs::recursive_directory_iterator();
       it.increment(error)) {
    const auto& path = it->path();
    const bool input = std::find(path.begin(), path.end(), fs::path("input")) != path.end();
    if (input && it->is_regular_file(error)) out.push_back(read(path));
  }
  return out;
}

/// Pages of causes that are gone.
std::vector<fs::path> left_over(const fs::path& folder, const std::map<std::string, std::string>& docs) {
  std::vector<fs::path> out;
  std::error_code error;
  for (auto it = fs::directory_iterator(folder / "causes", error); !error && it != fs::directory_iterator();
       it.increment(error))
    if (it->path().extension() == ".md" && !docs.contains("causes/" + it->path().filename().generic_string()))
      out.push_back(it->path());
  return out;
}

int write_all(const fs::path& folder, const std::map<std::string, std::string>& docs) {
  for (const auto& path : left_over(folder, docs)) fs::remove(path);
  for (const auto& [name, text] : docs) {
    if (read(folder / name) == text || write(folder / name, text)) continue;
    std::cerr << (folder / name).generic_string() << ": cannot be written\n";
    return 2;
  }
  return 0;
}

int say_stale(const fs::path& folder, const std::map<std::string, std::string>& docs) {
  auto stale = left_over(folder, docs);
  for (const auto& [name, text] : docs)
    if (read(folder / name) != text) stale.push_back(folder / name);
  for (const auto& path : stale) std::cerr << path.generic_string() << ": is not what the rules say\n";
  if (!stale.empty()) std::cerr << "hint: UPDATE_EXPECT=1 ctest -R rules.docs writes them anew\n";
  return stale.empty() ? 0 : 1;
}

}  // namespace

int make_docs(const RuleSet& rules, Docs wish, const std::string& folder, const std::string& corpus) {
  const auto docs = write_docs(rules, origins_of(rules, recorded_jobs(corpus)));
  const bool writes = wish == Docs::Write || std::getenv("UPDATE_EXPECT") != nullptr;
  return writes ? write_all(folder, docs) : say_stale(folder, docs);
}

int list_unknown_origins(const RuleSet& rules, const std::string& corpus) {
  std::size_t count = 0;
  for (const auto& [id, origin] : origins_of(rules, recorded_jobs(corpus))) {
    if (origin.known()) continue;
    ++count;
    std::cout << rules.find_signature(id)->file << ": no example stands in tests/corpus or has a \"source\"\n";
  }
  std::cout << count << " signatures without an origin\n";
  return count == 0 ? 0 : 1;
}

}  // namespace firstfault::rules
