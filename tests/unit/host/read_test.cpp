#include <doctest/doctest.h>
#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

#include <thread>

#include "host/expand.h"
#include "host/files.h"
#include "temp_folder.h"

using namespace firstfault;
using firstfault::test::TempFolder;

namespace {

std::string gzip(const std::string& text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  std::string copy = text;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

/// Text that does not shrink to nothing, so that cutting an archive in half leaves something.
std::string many_lines() {
  std::string text;
  unsigned value = 1;
  for (int i = 0; i < 60'000; ++i) {
    value = value * 1'103'515'245u + 12'345u;
    text += "step " + std::to_string(i) + " loss " + std::to_string(value) + "\n";
  }
  return text;
}

struct ReadBack {
  std::string text;
  host::ReadSummary summary;
};

ReadBack read_back(const std::string& path) {
  ReadBack back;
  auto result = host::read_blocks(path, [&](std::string_view block) {
    back.text += block;
    return true;
  });
  REQUIRE(result.ok());
  back.summary = result.value();
  CHECK(back.summary.bytes == back.text.size());
  return back;
}

void check_reads(const std::string& content, const std::string& text, const std::string& note) {
  const TempFolder folder;
  const std::string path = folder.write("train.log", content);
  const ReadBack back = read_back(path);
  CHECK(back.text == text);
  CHECK(back.summary.note == (note.empty() ? "" : path + ": " + note));
}

void check_refused(const std::string& path, const std::string& message) {
  const auto result = host::read_blocks(path, [](std::string_view) { return true; });
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().message == message);
  CHECK(result.error().where == path);
  CHECK_FALSE(result.error().hint.empty());
}

}  // namespace

TEST_CASE("reads a file of several blocks as it is") { check_reads(many_lines(), many_lines(), ""); }

TEST_CASE("reads an empty file") { check_reads("", "", ""); }

TEST_CASE("expands gzip, all members, and ignores padding after the last") {
  const std::string text = many_lines();
  check_reads(gzip(text), text, "");
  check_reads(gzip("one\n") + gzip("two\n"), "one\ntwo\n", "");
  check_reads(gzip("one\n") + std::string(512, '\0'), "one\n", "");
  check_reads(gzip(""), "", "");
}

TEST_CASE("expands zstd, all frames") {
  const std::string text = many_lines();
  check_reads(zstd(text), text, "");
  check_reads(zstd("one\n") + zstd("two\n"), "one\ntwo\n", "");
}

TEST_CASE("keeps what a cut archive still gives") {
  const std::string text = many_lines();
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    const TempFolder folder;
    const ReadBack back = read_back(folder.write("train.log", packed.substr(0, packed.size() / 2)));
    CHECK(back.text.size() > text.size() / 4);
    CHECK(back.text == text.substr(0, back.text.size()));
    CHECK(back.summary.note.ends_with(host::kEndsEarly));
  }
}

TEST_CASE("keeps what a damaged archive still gives") {
  const std::string text = many_lines();
  for (std::string packed : {gzip(text), zstd(text)}) {
    for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 64; ++i) packed[i] = '\xff';
    const TempFolder folder;
    const ReadBack back = read_back(folder.write("train.log", packed));
    CHECK(back.text.size() > text.size() / 8);
    CHECK(back.summary.note.find("the archive is damaged (") != std::string::npos);
  }
}

TEST_CASE("stops an archive that blows up") {
  const std::string zeros(1 << 20, '\0');
  std::string bomb;
  for (int i = 0; i < 300; ++i) bomb += zstd(zeros);
  const TempFolder folder;
  std::uint64_t bytes = 0;
  const auto result = host::read_blocks(folder.write("bomb.zst", bomb), [&](std::string_view block) {
    bytes += block.size();
    return true;
  });
  REQUIRE(result.ok());
  CHECK(bytes < 300u << 20);
  CHECK(result.value().note.ends_with(host::kBlowsUp));
}

TEST_CASE("says that a named file holds no text, and what it is") {
  check_reads(std::string("\x7f"
                          "ELF\2\1\1\0",
                          8),
              std::string("\x7f"
                          "ELF\2\1\1\0",
                          8),
              "is an ELF program or core dump, not text");
  check_reads(std::string("\0\1\2\3\4", 5), std::string("\0\1\2\3\4", 5), "");
  std::string tar(512, '\0');
  tar.replace(257, 5, "ustar");
  check_reads(gzip(tar), tar, "is a tar archive, not text (unpack it first, then name the folder)");
}

TEST_CASE("reads a pipe to its end") {
  const TempFolder folder;
  REQUIRE(::mkfifo(folder.at("pipe").c_str(), 0600) == 0);
  std::thread writer([&] { folder.write("pipe", many_lines()); });
  const ReadBack back = read_back(folder.at("pipe"));
  writer.join();
  CHECK(back.text == many_lines());
}

TEST_CASE("refuses folders, endless devices and files that are not there") {
  check_refused("/tmp", "is a folder, not a file");
  check_refused("/dev/zero", "is a device, not a log");
  check_refused("/nonexistent/a.log", "cannot open: No such file or directory");
}

TEST_CASE("takes /dev/null for an empty file") { CHECK(read_back("/dev/null").text.empty()); }

TEST_CASE("stops when the sink has enough") {
  const TempFolder folder;
  int blocks = 0;
  const auto result =
      host::read_blocks(folder.write("a.log", many_lines()), [&](std::string_view) { return ++blocks < 2; });
  CHECK(result.ok());
  CHECK(blocks == 2);
}

TEST_CASE("reads a small file whole and refuses a larger one") {
  const TempFolder folder;
  const std::string path = folder.write("a.py", "x = 1\n");
  CHECK(host::read_whole(path, 6).value() == "x = 1\n");
  CHECK_FALSE(host::read_whole(path, 5).ok());
}

TEST_CASE("a server does not wait for a pipe that nobody wants to be read any more") {
  const TempFolder folder;
  const std::string path = folder.at("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  int asked = 0;
  const auto give_up = [&](std::string_view block) { return block.empty() && ++asked < 3; };
  const auto summary = host::read_blocks(path, give_up, host::Patience::Limited);
  REQUIRE(summary.ok());
  CHECK(summary.value().bytes == 0);
  CHECK(asked == 3);
}

TEST_CASE("a server reads a pipe that somebody writes to") {
  const TempFolder folder;
  const std::string path = folder.at("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::thread writer([&] {
    std::ofstream pipe(path);
    pipe << "one\n" << std::flush;
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
    pipe << "two\n";
  });
  std::string text;
  const auto take = [&](std::string_view block) {
    text += block;
    return true;
  };
  const auto summary = host::read_blocks(path, take, host::Patience::Limited);
  writer.join();
  REQUIRE(summary.ok());
  CHECK(text == "one\ntwo\n");
  CHECK(summary.value().note.empty());
}
