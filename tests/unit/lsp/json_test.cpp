#include "lsp/json.h"

#include <doctest/doctest.h>

#include <string>

#include "lsp/params.h"

using namespace firstfault::lsp;

namespace {

/// What is wrong with `json` as parameters of type T; empty where nothing is.
template <class T>
std::string problem_with(const std::string& json) {
  const Json parsed = *parse_json(json);
  Fields fields(parsed, "params");
  T params;
  read(fields, params);
  return fields.problem();
}

}  // namespace

TEST_CASE("refuses what is not JSON, not UTF-8, or too deep, and throws nothing") {
  CHECK(!parse_json(""));
  CHECK(!parse_json("{\"a\": "));
  CHECK(!parse_json("{} {}"));
  CHECK(!parse_json("\"\xFF\""));
  CHECK(!parse_json(std::string(1'000'000, '[')));
  CHECK(parse_json(std::string(100, '[') + std::string(100, ']')));
  CHECK(parse_json("\"" + std::string(1000, '[') + "\\\"[\""));
}

TEST_CASE("mends half surrogate pairs and leaves whole ones alone") {
  CHECK(parse_json(R"("a\ud83d")")->get<std::string>() == "a\uFFFD");
  CHECK(parse_json(R"("\udd25b")")->get<std::string>() == "\uFFFDb");
  CHECK(parse_json(R"("\ud83d\udd25 \ud83d")")->get<std::string>() == "🔥 \uFFFD");
  CHECK(parse_json(R"("\\ud83d \ud83d\n")")->get<std::string>() == "\\ud83d \uFFFD\n");
}

TEST_CASE("says which parameter is wrong and what is expected") {
  CHECK(problem_with<DiagnoseTextParams>(R"({"text": "", "origin": "selection"})").empty());
  CHECK(problem_with<DiagnoseTextParams>(R"({"origin": "selection"})") == "params.text: a value is expected");
  CHECK(problem_with<DiagnoseTextParams>(R"([])") == "params: an object is expected");
  CHECK(problem_with<DiagnosePathsParams>(R"({"paths": ["a", 1]})") == "params.paths[1]: a string is expected");
  CHECK(problem_with<PositionParams>(R"({"textDocument": {"uri": "u"}, "position": {"line": -1, "character": 0}})") ==
        "params.position.line: a whole number is expected");
  CHECK(problem_with<TerminalChunkParams>(R"({"terminal": "t", "run": 1, "seq": 18446744073709551615, "data": ""})") ==
        "params.seq: a whole number is expected");
  CHECK(problem_with<TerminalChunkParams>(R"({"terminal": {}, "run": 1, "seq": 0, "data": ""})") ==
        "params.terminal: a string is expected");
}

TEST_CASE("reads folders and path mappings in every form that clients use") {
  const auto read_initialize = [](const std::string& json) {
    const Json parsed = *parse_json(json);
    Fields fields(parsed, "params");
    InitializeParams params;
    read(fields, params);
    CHECK(fields.problem().empty());
    return params;
  };
  CHECK(read_initialize(R"({"rootUri": "file:///a"})").folders[0].uri == "file:///a");
  CHECK(read_initialize(R"({"rootPath": "/a", "rootUri": null})").folders[0].uri == "file:///a");
  CHECK(read_initialize(R"({"rootUri": "file:///a", "workspaceFolders": [{"uri": "file:///b", "name": "b"}]})")
            .folders[0]
            .uri == "file:///b");
  CHECK(read_initialize(R"({"initializationOptions": {"pathMappings": {"/job": "/ws"}}})").path_mappings[0].second ==
        "/ws");
  CHECK(read_initialize(R"({"initializationOptions": {"pathMappings": [{"from": "/job", "to": "/ws"}]}})")
            .path_mappings[0]
            .first == "/job");
  CHECK(read_initialize(R"({"capabilities": {"general": {"positionEncodings": ["utf-16", "utf-8"]}}})")
            .capabilities.encoding == Encoding::Utf8);
}
