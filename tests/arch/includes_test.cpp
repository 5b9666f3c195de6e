// The engine keeps to its map, and the check finds what breaks it.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "rules.h"

using firstfault::arch::SourceFile;
using firstfault::arch::violations;

namespace {

std::vector<SourceFile> engine_sources() {
  namespace fs = std::filesystem;
  const fs::path root = FIRSTFAULT_ROOT "/engine";
  std::vector<SourceFile> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    files.push_back({fs::relative(entry.path(), root).generic_string(), text.str()});
  }
  return files;
}

void check_found(const std::string& path, const std::string& text, const std::string& words) {
  const auto found = violations({path, text});
  REQUIRE_MESSAGE(found.size() == 1, path << ": " << text);
  CHECK(found.front().find(words) != std::string::npos);
  CHECK(found.front().starts_with("engine/" + path + ":"));
}

void check_allowed(const std::string& path, const std::string& text) {
  const auto found = violations({path, text});
  CHECK_MESSAGE(found.empty(), found.front());
}

}  // namespace

TEST_CASE("no file of the engine breaks the map") {
  const auto files = engine_sources();
  CHECK(files.size() > 150);
  for (const auto& file : files)
    for (const auto& violation : violations(file)) FAIL_CHECK(std::string(violation));
}

TEST_CASE("an upward include is found, with its line") {
  check_found("text/clean.cpp", "#include \"text/clean.h\"\n#include \"parse/facts.h\"\n", "above or beside");
  check_found("rules/matcher.cpp", "#  include \"parse/facts.h\"", "above or beside");
  check_found("blame/blame.cpp", "#include \"causes/weigh.h\"", "above or beside");
  check_found("advice/verdict.cpp", "#include \"analysis/session.h\"", "above or beside");
  check_found("analysis/session.cpp", "#include \"lsp/json.h\"", "above or beside");
  CHECK(violations({"text/clean.cpp", "\n\n#include \"parse/facts.h\"\n"})
            .front()
            .starts_with("engine/text/clean.cpp:3 "));
}

TEST_CASE("folders of one row do not include each other") {
  check_found("demux/prefix.cpp", "#include \"scan/literal_filter.h\"", "above or beside");
  check_found("cli/run.cpp", "#include \"lsp/json.h\"", "above or beside");
  check_found("output/json.cpp", "#include \"analysis/session.h\"", "above or beside");
}

TEST_CASE("output knows reports only") {
  check_found("output/json.cpp", "#include \"blame/blame.h\"", "above or beside");
  check_allowed("output/json.cpp", "#include \"model/report.h\"\n#include <nlohmann/json.hpp>");
}

TEST_CASE("host is for the top rows and knows support only") {
  check_found("parse/reader.cpp", "#include \"host/files.h\"", "above or beside");
  check_found("analysis/session.cpp", "#include \"host/files.h\"", "above or beside");
  check_found("host/read.cpp", "#include \"model/ids.h\"", "above or beside");
  check_allowed("cli/job.cpp", "#include \"host/files.h\"\n#include <filesystem>");
  check_allowed("host/read.cpp", "#include \"support/result.h\"\n#include <fcntl.h>");
}

TEST_CASE("a folder that the map does not know is found") {
  CHECK(violations({"utils/misc.cpp", ""}).size() == 1);
  check_found("parse/reader.cpp", "#include \"utils/misc.h\"", "no folder of the map");
}

TEST_CASE("JSON outside its places is found") {
  check_found("parse/reader.cpp", "#include <nlohmann/json.hpp>", "JSON");
  check_found("rules/matcher.cpp", "#include <nlohmann/json.hpp>", "JSON");
  check_found("support/result.h", "#include <nlohmann/json.hpp>", "JSON");
  check_allowed("rules/loader_json.cpp", "#include <nlohmann/json.hpp>");
  check_allowed("support/flat_json.cpp", "#include <nlohmann/json.hpp>");
}

TEST_CASE("sockets and child processes are found anywhere") {
  check_found("app/main.cpp", "#include <sys/socket.h>", "network");
  check_found("host/read.cpp", "#include <boost/asio.hpp>", "network");
  check_found("cli/run.cpp", "#include <boost/process.hpp>", "process");
  check_found("lsp/server.cpp", "  const int fd = socket(AF_INET, SOCK_STREAM, 0);", "socket");
  check_found("host/read.cpp", "  return std::system(command.c_str());", "process");
  check_allowed("host/read.cpp",
                "  // a socket( in a comment, \n  message = \"system(3) failed\";\n  info.is_socket();");
}

TEST_CASE("I/O, clocks and the environment below the top rows are found") {
  for (const char* folder :
       {"support", "text", "demux", "scan", "rules", "parse", "blame", "causes", "advice", "analysis", "output"}) {
    const std::string file = std::string(folder) + "/x.cpp";
    check_found(file, "#include <fstream>", "I/O");
    check_found(file, "#include <iostream>", "I/O");
    check_found(file, "#include <filesystem>", "I/O");
    check_found(file, "#include <chrono>", "clock");
    check_found(file, "  const char* home = std::getenv(\"HOME\");", "environment");
    check_found(file, "  const auto now = clock::steady_clock::now();", "clock");
  }
  check_allowed("rules/tool/main.cpp", "#include <fstream>\n#include <iostream>");
  check_allowed("lsp/server.cpp", "#include <chrono>");
}
