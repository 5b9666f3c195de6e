#include "rules/listing.h"

#include <doctest/doctest.h>

#include "rule_texts.h"

using namespace firstfault::rules;

TEST_CASE("lists signatures with the causes they speak for, then causes") {
  auto signature = signature_file("disk-full", "no room on", "no room on sda");
  signature.text = replaced(
      signature.text, R"("match": [{)",
      R"("evidence": [{ "cause": "test.slow", "weight": 1 }, { "cause": "test.full", "weight": 2 }], "match": [{)");
  const auto loaded = load_sound({cause_file("slow"), cause_file("full"), signature});
  std::string listed;
  for (const auto& row : list_rules(loaded.rules)) {
    listed += std::string(row.id) + "|" + std::string(row.kind) + "|" + std::string(row.family) + "|" +
              std::string(row.role) + "|" + std::string(row.file);
    for (const auto cause : row.causes) listed += " " + std::string(cause);
    listed += "\n";
  }
  CHECK(listed ==
        "disk-full|signature|test|initiator|rules/signatures/test/disk-full.jsonc test.full test.slow\n"
        "test.full|cause|test||rules/causes/test/full.jsonc test.full\n"
        "test.slow|cause|test||rules/causes/test/slow.jsonc test.slow\n");
}
