#include "host/follow.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <thread>

#include "temp_folder.h"

using namespace firstfault;
using firstfault::test::TempFolder;

namespace {

namespace fs = std::filesystem;

/// What a follower handed on, by file.
struct Heard {
  std::vector<std::string> paths;
  std::vector<std::string> texts;
  std::vector<std::string> notes;
  bool wants_more = true;

  host::FollowSink sink() {
    host::FollowSink sink;
    sink.open = [this](const std::string& path) {
      paths.push_back(path);
      texts.emplace_back();
      return static_cast<std::uint32_t>(paths.size() - 1);
    };
    sink.feed = [this](std::uint32_t file, std::string_view bytes) {
      texts[file] += bytes;
      return wants_more;
    };
    sink.note = [this](std::string note) { notes.push_back(std::move(note)); };
    return sink;
  }

  [[nodiscard]] bool has_note(const std::string& words) const {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const auto& note) { return note.find(words) != std::string::npos; });
  }
};

void append(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::app) << text; }

/// Looks until something was read, at most 0.7 seconds: folders are not looked through every time.
void look_until_grown(host::Follower& follower, Heard& heard) {
  for (int i = 0; i < 70; ++i) {
    if (follower.look(heard.sink()) != host::Follower::Looked::NothingNew) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

TEST_CASE("hands on what was appended, and nothing twice") {
  const TempFolder folder;
  const std::string path = folder.write("train.log", "one\n");
  host::Follower follower({path});
  Heard heard;
  CHECK(follower.look(heard.sink()) == host::Follower::Looked::Grew);
  CHECK(follower.look(heard.sink()) == host::Follower::Looked::NothingNew);
  append(path, "two\nthr");
  append(path, "ee\n");
  CHECK(follower.look(heard.sink()) == host::Follower::Looked::Grew);
  CHECK(heard.paths == std::vector<std::string>{path});
  CHECK(heard.texts == std::vector<std::string>{"one\ntwo\nthree\n"});
  CHECK(heard.notes.empty());
  CHECK_FALSE(follower.ended());
}

TEST_CASE("waits for a file that is not there yet") {
  const TempFolder folder;
  const std::string path = folder.at("later/train.log");
  host::Follower follower({path});
  Heard heard;
  CHECK(follower.look(heard.sink()) == host::Follower::Looked::NothingNew);
  CHECK(follower.awaited() == std::vector<std::string>{path});
  CHECK(follower.errors().empty());
  folder.write("later/train.log", "here\n");
  CHECK(follower.look(heard.sink()) == host::Follower::Looked::Grew);
  CHECK(heard.texts == std::vector<std::string>{"here\n"});
  CHECK(follower.awaited().empty());
}

TEST_CASE("reads a renamed file to its end and then the one in its place") {
  const TempFolder folder;
  const std::string path = folder.write("train.log", "one\n");
  host::Follower follower({path});
  Heard heard;
  (void)follower.look(heard.sink());
  std::ofstream writer(path, std::ios::app);
  fs::rename(path, folder.at("train.log.1"));
  writer << "two, written after the file was renamed" << std::flush;
  (void)follower.look(heard.sink());
  folder.write("train.log", "three\n");
  (void)follower.look(heard.sink());
  CHECK(heard.texts == std::vector<std::string>{"one\ntwo, written after the file was renamed\nthree\n"});
  CHECK(heard.has_note("train.log: a new file took its place after 43 bytes"));
}

TEST_CASE("reads a truncated file from its beginning, and a note says so") {
  const TempFolder folder;
  const std::string path = folder.write("train.log", "a long first line\n");
  host::Follower follower({path});
  Heard heard;
  (void)follower.look(heard.sink());
  folder.write("train.log", "new\n");
  (void)follower.look(heard.sink());
  CHECK(heard.texts == std::vector<std::string>{"a long first line\nnew\n"});
  CHECK(heard.has_note("train.log: was truncated after 18 bytes"));
}

TEST_CASE("follows the logs of a folder, those that come later too, and no rotated copy") {
  const TempFolder folder;
  folder.write("job/rank_0.log", "zero\n");
  folder.write("job/model.pt", "no log");
  host::Follower follower({folder.at("job")});
  Heard heard;
  look_until_grown(follower, heard);
  CHECK(heard.paths == std::vector<std::string>{folder.at("job/rank_0.log")});
  fs::rename(folder.at("job/rank_0.log"), folder.at("job/rank_0.log.1"));
  folder.write("job/rank_0.log", "more\n");
  folder.write("job/rank_0.log-20260102.gz", "a copy");
  folder.write("job/deep/rank_1.log", "one\n");
  for (int i = 0; i < 2; ++i) look_until_grown(follower, heard);
  CHECK(heard.paths == std::vector<std::string>{folder.at("job/rank_0.log"), folder.at("job/deep/rank_1.log")});
  CHECK(heard.texts == std::vector<std::string>{"zero\nmore\n", "one\n"});
}

TEST_CASE("an empty log is one, too") {
  const TempFolder folder;
  host::Follower follower({folder.write("train.log", "")});
  Heard heard;
  (void)follower.look(heard.sink());
  CHECK(heard.paths.size() == 1);
}

TEST_CASE("a pipe is read as it comes, and its end is the end") {
  const TempFolder folder;
  const std::string path = folder.at("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  host::Follower follower({path});
  Heard heard;
  CHECK(follower.look(heard.sink()) == host::Follower::Looked::NothingNew);
  CHECK_FALSE(follower.ended());
  const int writer = ::open(path.c_str(), O_WRONLY);
  REQUIRE(::write(writer, "text", 4) == 4);
  look_until_grown(follower, heard);
  CHECK_FALSE(follower.ended());
  ::close(writer);
  for (int i = 0; i < 100 && !follower.ended(); ++i) (void)follower.look(heard.sink());
  CHECK(follower.ended());
  CHECK(heard.texts == std::vector<std::string>{"text"});
}

TEST_CASE("an archive is expanded once") {
  const TempFolder folder;
  const std::string path = folder.at("train.log.gz");
  const gzFile file = ::gzopen(path.c_str(), "wb");
  REQUIRE(::gzwrite(file, "packed\n", 7) == 7);
  ::gzclose(file);
  host::Follower follower({path});
  Heard heard;
  (void)follower.look(heard.sink());
  (void)follower.look(heard.sink());
  CHECK(heard.texts == std::vector<std::string>{"packed\n"});
}

TEST_CASE("says what cannot be followed") {
  const TempFolder folder;
  host::Follower device({"/dev/zero"});
  REQUIRE(device.errors().size() == 1);
  CHECK(device.errors().front().message == "is a device, not a log");
  CHECK(device.ended());
}

TEST_CASE("stops where no more is wanted") {
  const TempFolder folder;
  host::Follower follower({folder.write("a.log", std::string(3 * 1024 * 1024, 'x'))});
  Heard heard;
  heard.wants_more = false;
  CHECK(follower.look(heard.sink()) == host::Follower::Looked::Stopped);
  CHECK(heard.texts.front().size() < 1024 * 1024);
}

TEST_CASE("a file is followed once, however often it is named") {
  const TempFolder folder;
  const std::string path = folder.write("train.log", "text\n");
  fs::create_symlink("train.log", folder.at("link.log"));
  host::Follower follower({path, path, folder.at("link.log"), folder.path()});
  Heard heard;
  look_until_grown(follower, heard);
  CHECK(heard.texts == std::vector<std::string>{"text\n"});
}
