#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "rules/loader_schema.h"

using namespace firstfault::rules;

namespace {

void check_schema(RuleKind kind, const std::string& name) {
  const auto path = std::string(FIRSTFAULT_ROOT) + "/rules/schema/" + name;
  const auto schema = write_schema(kind);
  if (std::getenv("UPDATE_EXPECT") != nullptr) std::ofstream(path, std::ios::binary) << schema;
  std::ifstream in(path, std::ios::binary);
  CHECK(schema == std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace

TEST_CASE("the schemas for editors are those of the loader's table of keys") {
  check_schema(RuleKind::Signature, "signature-1.json");
  check_schema(RuleKind::Cause, "cause-1.json");
}
