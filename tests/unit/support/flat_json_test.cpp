#include "support/flat_json.h"

#include <doctest/doctest.h>

#include <string>

using firstfault::find_member;
using firstfault::parse_flat_object;

namespace {

std::string shown(const std::string& text) {
  const auto object = parse_flat_object(text);
  if (!object) return "none";
  std::string out;
  for (const auto& [name, value] : *object) out += name + "=" + value + ";";
  return out;
}

}  // namespace

TEST_CASE("members come in order, numbers and words as written") {
  CHECK(shown(R"({"rank": 3, "msg": "loss 0.5", "ok": true, "none": null})") ==
        "rank=3;msg=loss 0.5;ok=true;none=null;");
  CHECK(shown("{}").empty());
}

TEST_CASE("escapes in strings are undone") {
  CHECK(shown(R"({"exc": "Traceback\n  File \"a.py\" \u00e9"})") == "exc=Traceback\n  File \"a.py\" é;");
}

TEST_CASE("members of nested objects stand under both names, arrays are left out") {
  CHECK(shown(R"({"a": {"b": 1}, "c": [1, 2], "d": 4})") == "a.b=1;d=4;");
  CHECK(shown(R"({"a": {"b": {"c": {"d": {"e": 1}}}}, "f": 2})") == "f=2;");
}

TEST_CASE("a member is found at any level, the names in their order") {
  const auto object = parse_flat_object(R"({"kubernetes": {"pod_name": "worker-1"}, "host": "node01"})");
  REQUIRE(object);
  const auto* found = find_member(*object, {"pod_name", "host"});
  REQUIRE(found != nullptr);
  CHECK(*found == "worker-1");
  CHECK(find_member(*object, {"name"}) == nullptr);
}

TEST_CASE("text that nests deeper than any record is none") {
  CHECK(shown("{\"a\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}") == "none");
}

TEST_CASE("what is not one whole object is none") {
  CHECK(shown("") == "none");
  CHECK(shown("[1, 2]") == "none");
  CHECK(shown("{\"a\": 1") == "none");
  CHECK(shown("{\"a\": 1} trailing") == "none");
  CHECK(shown("{'a': 1}") == "none");
  CHECK(shown("{\"a\": \"\xff\"}") == "none");
}

TEST_CASE("depth does not break the reader") {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  CHECK(shown(deep) == "none");
}

TEST_CASE("a member is found under the first of its names that is there") {
  const auto object = parse_flat_object(R"({"message": "a", "msg": "b"})");
  REQUIRE(object.has_value());
  REQUIRE(find_member(*object, {"msg", "message"}) != nullptr);
  CHECK(find_member(*object, {"text"}) == nullptr);
}
