#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "host/files.h"
#include "host/natural.h"
#include "temp_folder.h"

using namespace firstfault;
using firstfault::test::TempFolder;

namespace {

/// The files found below `folder`, without the folder's own path.
std::vector<std::string> names_below(const TempFolder& folder, const host::FileList& list) {
  std::vector<std::string> names;
  for (const auto& file : list.files) names.push_back(file.substr(folder.path().size() + 1));
  return names;
}

void check_logs(const TempFolder& folder, const std::vector<std::string>& expected) {
  CHECK(names_below(folder, host::find_logs({folder.path()})) == expected);
}

bool has_note(const host::FileList& list, const std::string& piece) {
  return std::any_of(list.notes.begin(), list.notes.end(),
                     [&](const std::string& note) { return note.find(piece) != std::string::npos; });
}

}  // namespace

TEST_CASE("lists the logs of a folder in the order people number them") {
  const TempFolder folder;
  for (const char* name :
       {"rank_10.log", "rank_9.log", "rank_0.log", "attempt_0/1/stderr.log", "attempt_0/0/stderr.log"})
    folder.write(name, "x\n");
  check_logs(folder, {"attempt_0/0/stderr.log", "attempt_0/1/stderr.log", "rank_0.log", "rank_9.log", "rank_10.log"});
}

TEST_CASE("orders names naturally and totally") {
  CHECK(host::natural_less("rank_9", "rank_10"));
  CHECK_FALSE(host::natural_less("rank_10", "rank_9"));
  CHECK(host::natural_less("a/z", "a.log"));
  CHECK(host::natural_less("rank_01", "rank_1") != host::natural_less("rank_1", "rank_01"));
  CHECK_FALSE(host::natural_less("rank_1", "rank_1"));
  CHECK(host::natural_less("99999999999999999999998", "99999999999999999999999"));
}

TEST_CASE("passes over what is no text and names it") {
  const TempFolder folder;
  folder.write("rank_0.log", "hello\n");
  folder.write("model.pt", "PK\x03\x04");
  folder.write("trace", std::string("\x80\x04\x95garbage", 10));
  folder.write("data", std::string("ab\0\1\2\3cd\0\0e", 11));
  folder.write("train.py", "raise RuntimeError('CUDA error')\n");
  folder.write(".git/HEAD", "ref\n");
  folder.write("node_modules/x/README", "x\n");
  const auto list = host::find_logs({folder.path()});
  CHECK(names_below(folder, list) == std::vector<std::string>{"rank_0.log"});
  CHECK(has_note(list, "passed over 3 files that are no text: "));
  CHECK(has_note(list, "model.pt"));
  CHECK(has_note(list, "1 source file: "));
  CHECK(has_note(list, "1 hidden entry: "));
  CHECK(has_note(list, "1 folder of a tool: "));
}

TEST_CASE("passes over what lies beside the logs of a job, in one note a kind") {
  const TempFolder folder;
  folder.write("train.log", "hello\n");
  folder.write("error.json", "{\"message\": \"x\"}\n");
  folder.write("events.out.tfevents.1714550000.node01", "text, as far as one can see\n");
  for (const char* name : {"plot.png", "state.sqlite", "report.nsys-rep", "run-a.wandb", "__0_0.distcp", "m.gguf"})
    folder.write(name, "text, as far as one can see\n");
  for (const char* name : {"metrics.csv", "config.yaml", "README.md"}) folder.write(name, "error: none\n");
  folder.write("train.jsonl", "");
  std::filesystem::resize_file(folder.at("train.jsonl"), 65 * 1024 * 1024);
  const auto list = host::find_logs({folder.path()});
  CHECK(names_below(folder, list) == std::vector<std::string>{"error.json", "train.log"});
  CHECK(has_note(list, "passed over 7 files that are no text: "));
  CHECK(has_note(list, " and 2 more"));
  CHECK(has_note(list, "passed over 4 files of data or settings: "));
  CHECK(list.notes.size() == 2);
}

TEST_CASE("keeps a log that begins with a hole and one in Latin-1") {
  const TempFolder folder;
  folder.write("hole.log", std::string(4000, '\0') + "step 1\n");
  folder.write("latin1.log",
               "Dur\xe9"
               "e \xe9"
               "pouvantable : \xe9"
               "chec\n");
  folder.write("utf16.log", std::string("\xff\xfeh\0i\0", 6));
  check_logs(folder, {"hole.log", "latin1.log", "utf16.log"});
}

TEST_CASE("says where a folder holds no log") {
  const TempFolder folder;
  const auto list = host::find_logs({folder.path() + "/"});
  CHECK(list.files.empty());
  CHECK(list.errors.empty());
  CHECK(list.notes == std::vector<std::string>{folder.path() + ": no log file in this folder"});
}

TEST_CASE("follows links inside the folder only and reads no file twice") {
  const TempFolder outside;
  outside.write("secret.log", "x\n");
  const TempFolder folder;
  folder.write("run_3/rank_0.log", "x\n");
  folder.write(".hidden/rank_1.log", "x\n");
  std::filesystem::create_symlink("run_3", folder.at("latest"));
  std::filesystem::create_symlink("run_3/rank_0.log", folder.at("again.log"));
  std::filesystem::create_symlink("../.hidden", folder.at("run_3/linked"));
  std::filesystem::create_symlink(outside.path(), folder.at("away"));
  std::filesystem::create_symlink("nowhere", folder.at("broken"));
  std::filesystem::create_symlink("loop", folder.at("loop"));
  std::filesystem::create_symlink(".", folder.at("self"));
  const auto list = host::find_logs({folder.path()});
  CHECK(names_below(folder, list) == std::vector<std::string>{"run_3/linked/rank_1.log", "run_3/rank_0.log"});
  CHECK(has_note(list, "1 link that leads out of the folder: "));
  CHECK(has_note(list, "2 broken links: "));
}

TEST_CASE("stops at the eighth level") {
  const TempFolder folder;
  folder.write("1/2/3/4/5/6/7/8/kept.log", "x\n");
  folder.write("1/2/3/4/5/6/7/8/9/lost.log", "x\n");
  const auto list = host::find_logs({folder.path()});
  CHECK(names_below(folder, list) == std::vector<std::string>{"1/2/3/4/5/6/7/8/kept.log"});
  CHECK(has_note(list, "1 folder below the eighth level"));
}

TEST_CASE("does not wait for pipes in a folder") {
  const TempFolder folder;
  REQUIRE(::mkfifo(folder.at("pipe").c_str(), 0600) == 0);
  folder.write("a.log", "x\n");
  const auto list = host::find_logs({folder.path()});
  CHECK(names_below(folder, list) == std::vector<std::string>{"a.log"});
  CHECK(has_note(list, "1 pipe, socket or device"));
}

TEST_CASE("keeps a file that the user names, whatever it holds") {
  const TempFolder folder;
  const std::string path = folder.write("model.pt", "PK\x03\x04");
  CHECK(host::find_logs({path}).files == std::vector<std::string>{path});
}

TEST_CASE("reads a file once that is named twice") {
  const TempFolder folder;
  const std::string path = folder.write("a.log", "x\n");
  const auto list = host::find_logs({path, folder.path(), path, "-", "-"});
  CHECK(list.files == std::vector<std::string>{path, "-"});
  CHECK(has_note(list, "read once"));
}

TEST_CASE("says what is wrong with a path and how to mend it") {
  const TempFolder folder;
  std::filesystem::create_symlink("loop", folder.at("loop"));
  const auto list = host::find_logs({folder.at("missing.log"), "", folder.at("loop")});
  REQUIRE(list.errors.size() == 3);
  CHECK(
      to_line(list.errors[0]) ==
      folder.at("missing.log") +
          ": cannot open: No such file or directory (check the spelling, and that the path is meant from this folder)");
  CHECK(to_line(list.errors[1]) == "an empty path names no file (check the quotes and variables of the command)");
  CHECK(list.errors[2].hint == "the symbolic link points back to itself");
}

TEST_CASE("does not walk the kernel's own files") {
  const auto list = host::find_logs({"/proc"});
  CHECK(list.files.empty());
  REQUIRE(list.errors.size() == 1);
  CHECK(list.errors[0].message == "belongs to the kernel, not to a job");
}

TEST_CASE("text in UTF-16 is a log, with a mark and without") {
  const TempFolder folder;
  std::string text;
  for (const char c : std::string("step 1 of 10, loss 0.25\r\n")) text += {c, '\0'};
  folder.write("job/marked.log", "\xff\xfe" + text);
  folder.write("job/plain.log", text);
  CHECK(host::find_logs({folder.at("job")}).files.size() == 2);
}
