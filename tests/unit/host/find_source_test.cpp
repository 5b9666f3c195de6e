#include <doctest/doctest.h>

#include "host/files.h"
#include "temp_folder.h"

using namespace firstfault;
using firstfault::test::TempFolder;

namespace {

void check_found(const TempFolder& folder, const std::string& logged, const std::string& expected) {
  const auto match = host::find_source(logged, {folder.path()}, {});
  CHECK(match.path == (expected.empty() ? "" : folder.at(expected)));
  CHECK(match.note.empty());
}

}  // namespace

TEST_CASE("finds a source by its longest suffix") {
  const TempFolder folder;
  folder.write("train.py", "");
  folder.write("src/model/loss.py", "");
  folder.write("src/old/loss.py", "");
  check_found(folder, folder.at("train.py"), "train.py");
  check_found(folder, "train.py", "train.py");
  check_found(folder, "/home/dev/project/train.py", "train.py");
  check_found(folder, "/workspace/src/model/loss.py", "src/model/loss.py");
  check_found(folder, "model/loss.py", "src/model/loss.py");
  check_found(folder, "/x/old/./loss.py", "src/old/loss.py");
  check_found(folder, "/x/old/sub/../loss.py", "src/old/loss.py");
  check_found(folder, "/x/missing.py", "");
}

TEST_CASE("understands Windows paths") {
  const TempFolder folder;
  folder.write("src/train.py", "");
  folder.write("train.py", "");
  check_found(folder, "C:\\Users\\dev\\src\\train.py", "src/train.py");
  check_found(folder, "\\\\server\\share\\src\\train.py", "src/train.py");
  const auto mapped = host::find_source("c:\\code\\train.py", {}, {{"C:\\code", folder.path()}});
  CHECK(mapped.path == folder.at("train.py"));
}

TEST_CASE("counts the names of the root itself") {
  const TempFolder folder;
  folder.write("project/train.py", "");
  folder.write("project/old/train.py", "");
  const auto match = host::find_source("/home/dev/project/train.py", {folder.at("project")}, {});
  CHECK(match.path == folder.at("project/train.py"));
}

TEST_CASE("takes none of several files that fit equally well, and says so") {
  const TempFolder folder;
  folder.write("a/train.py", "");
  folder.write("b/train.py", "");
  const auto match = host::find_source("/x/train.py", {folder.path()}, {});
  CHECK(match.path.empty());
  CHECK(match.note ==
        "train.py: 2 files fit the path in the log equally well; none was taken (say which with --path-map FROM=TO)");
}

TEST_CASE("takes one file that several roots hold") {
  const TempFolder folder;
  folder.write("a/train.py", "");
  const auto match = host::find_source("/x/train.py", {folder.path(), folder.at("a")}, {});
  CHECK(match.path == folder.at("a/train.py"));
  CHECK(match.note.empty());
}

TEST_CASE("follows path maps first, component by component") {
  const TempFolder folder;
  folder.write("host/train.py", "");
  folder.write("train.py", "");
  const std::vector<host::PathMap> maps = {{"/workspace", folder.at("host")}};
  CHECK(host::find_source("/workspace/train.py", {folder.path()}, maps).path == folder.at("host/train.py"));
  CHECK(host::find_source("/workspace2/train.py", {}, maps).path.empty());
  CHECK(host::find_source("/workspace/../../etc/passwd", {}, maps).path.empty());
}

TEST_CASE("opens nothing outside the folders it was given") {
  const TempFolder outside;
  outside.write("secret.py", "");
  const TempFolder folder;
  std::filesystem::create_symlink(outside.at("secret.py"), folder.at("secret.py"));
  std::filesystem::create_directory_symlink(outside.path(), folder.at("away"));
  check_found(folder, outside.at("secret.py"), "");
  check_found(folder, "secret.py", "");
  check_found(folder, "away/secret.py", "");
  CHECK(host::find_source("/m/secret.py", {}, {{"/m", folder.path()}}).path.empty());
}

TEST_CASE("looks for no file behind a name that is none") {
  const TempFolder folder;
  for (const char* name : {"<stdin>", "<frozen importlib._bootstrap>", "", "/", "..", "C:"})
    check_found(folder, name, "");
}

TEST_CASE("ends a search in a folder that is too large") {
  const TempFolder folder;
  for (int i = 0; i < 20'100; ++i) folder.write("f" + std::to_string(i), "");
  const auto match = host::find_source("/x/train.py", {folder.path()}, {});
  CHECK(match.path.empty());
  CHECK(match.note.find("20000 entries only") != std::string::npos);
}
