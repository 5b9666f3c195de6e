// firstfault-rulec: checks rule files and turns them into the tables of the built-in rules, while the engine is built.
//   firstfault-rulec --check PATH…         every check; prints problems as file:line:col
//   firstfault-rulec --table OUT PATH…     the same checks; writes OUT where the files are sound
//   firstfault-rulec --docs DOCS CORPUS PATH…        writes the documents made from the rules; CORPUS: recorded jobs
//   firstfault-rulec --docs-check DOCS CORPUS PATH…  says which of them are stale (UPDATE_EXPECT=1 writes them)
//   firstfault-rulec --origins CORPUS PATH…          lists signatures none of whose examples has a known origin
//   firstfault-rulec --schema signature|cause   prints the JSON Schema for editors
// A PATH is a rule file or a folder of them.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "rules/checker.h"
#include "rules/loader.h"
#include "rules/loader_schema.h"
#include "rules/tool/docs_files.h"
#include "rules/tool/table_writer.h"
#include "syntax/python.h"

namespace {

namespace fs = std::filesystem;
using namespace firstfault::rules;

constexpr int kUsage = 2;

int usage() {
  std::cerr
      << "usage: firstfault-rulec --check PATH… | --table OUT PATH… | --docs DOCS CORPUS PATH… | --docs-check DOCS "
         "CORPUS PATH… | --origins CORPUS PATH… | --schema signature|cause\n";
  return kUsage;
}

bool add_file(const fs::path& path, std::vector<RuleSource>& out) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::cerr << path.generic_string() << ": cannot be read\n";
    return false;
  }
  out.push_back({path.lexically_normal().generic_string(), {std::istreambuf_iterator<char>(in), {}}});
  return true;
}

bool add_path(const fs::path& path, std::vector<RuleSource>& out) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return add_file(path, out);
  bool all = true;
  for (auto it = fs::recursive_directory_iterator(path, error); !error && it != fs::recursive_directory_iterator();
       it.increment(error))
    if (it->is_regular_file(error) && it->path().extension() == ".jsonc") all = add_file(it->path(), out) && all;
  if (error) std::cerr << path.generic_string() << ": " << error.message() << "\n";
  return all && !error;
}

int report(const std::vector<Problem>& problems) {
  for (const auto& problem : problems) std::cerr << format(problem);
  if (problems.empty()) return 0;
  std::cerr << problems.size() << (problems.size() == 1 ? " problem\n" : " problems\n");
  return 1;
}

/// Loads the files below `paths`; the exit status where one cannot be read.
int load(std::span<char*> paths, LoadedRules& loaded) {
  std::vector<RuleSource> sources;
  for (const auto* path : paths)
    if (!add_path(path, sources)) return kUsage;
  loaded = load_rules(std::move(sources));
  return 0;
}

int check(std::span<char*> paths) {
  LoadedRules loaded;
  if (const auto status = load(paths, loaded); status != 0) return status;
  const auto status = report(check_rules(loaded, {}, firstfault::syntax::first_error));
  if (status == 0)
    std::cout << loaded.rules.signatures.size() << " signatures and " << loaded.rules.causes.size()
              << " causes are sound\n";
  return status;
}

int docs(Docs wish, const char* folder, const char* corpus, std::span<char*> paths) {
  LoadedRules loaded;
  if (const auto status = load(paths, loaded); status != 0) return status;
  if (const auto status = report(loaded.problems); status != 0) return status;
  return make_docs(loaded.rules, wish, folder, corpus);
}

int origins(const char* corpus, std::span<char*> paths) {
  LoadedRules loaded;
  if (const auto status = load(paths, loaded); status != 0) return status;
  if (const auto status = report(loaded.problems); status != 0) return status;
  return list_unknown_origins(loaded.rules, corpus);
}

int write(const char* out_path, std::span<char*> paths) {
  LoadedRules loaded;
  if (const auto status = load(paths, loaded); status != 0) return status;
  if (const auto status = report(check_rules(loaded, {}, firstfault::syntax::first_error)); status != 0) return status;
  std::ofstream out(out_path, std::ios::binary);
  out << write_table(loaded);
  out.flush();
  if (!out) std::cerr << out_path << ": cannot be written\n";
  return out ? 0 : kUsage;
}

int schema(std::string_view kind) {
  if (kind != "signature" && kind != "cause") return usage();
  std::cout << write_schema(kind == "signature" ? RuleKind::Signature : RuleKind::Cause);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> args(argv + 1, argv + argc);
  const std::string_view command = args.empty() ? "" : args[0];
  if (command == "--check" && args.size() >= 2) return check(args.subspan(1));
  if (command == "--table" && args.size() >= 3) return write(args[1], args.subspan(2));
  if (command == "--docs" && args.size() >= 4) return docs(Docs::Write, args[1], args[2], args.subspan(3));
  if (command == "--docs-check" && args.size() >= 4) return docs(Docs::Check, args[1], args[2], args.subspan(3));
  if (command == "--origins" && args.size() >= 3) return origins(args[1], args.subspan(2));
  if (command == "--schema" && args.size() == 2) return schema(args[1]);
  return usage();
}
