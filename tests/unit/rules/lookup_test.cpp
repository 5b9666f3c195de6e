// What a user may type behind `firstfault explain`.
#include "rules/lookup.h"

#include <doctest/doctest.h>

#include "rule_texts.h"

using namespace firstfault::rules;

namespace {

RuleSource xid_file(const std::string& id, const std::string& code) {
  auto file = signature_file(id, "NVRM: Xid (?P<xid>" + code + ")", "NVRM: Xid " + code);
  file.text = replaced(file.text, R"("match": [{)", R"("says": { "xid": "{xid}" }, "match": [{)");
  file.text = replaced(file.text, R"("expect": {)", R"("expect": { "xid": ")" + code + R"(",)");
  return file;
}

std::string found(std::string_view words) {
  static const auto loaded =
      load_sound({cause_file("slow"), cause_file("full_disk"), xid_file("xid-79", "79"), xid_file("gpu-hung", "8"),
                  signature_file("disk-full", "no room on", "no room on sda"),
                  signature_file("disk-slow", "waits for", "waits for sda")});
  const auto all = look_up(words, loaded.rules);
  std::string out;
  for (const auto* cause : all.causes) out += std::string(cause->id) + " ";
  for (const auto* signature : all.signatures) out += std::string(signature->id) + " ";
  for (const auto near : all.near) out += "?" + std::string(near) + " ";
  return out;
}

}  // namespace

TEST_CASE("an id names one rule, in any case and without its family") {
  CHECK(found("test.slow") == "test.slow ");
  CHECK(found(" Test.Slow ") == "test.slow ");
  CHECK(found("full_disk") == "test.full_disk ");
  CHECK(found("disk-full") == "disk-full ");
}

TEST_CASE("an Xid may be spelt in many ways") {
  for (const auto* words : {"79", "xid 79", "Xid-79", "XID79", "xid: 79", "Xid (79)"}) CHECK(found(words) == "xid-79 ");
  CHECK(found("xid 8") == "gpu-hung ");
  CHECK(found("9999").empty());
}

TEST_CASE("a family and the beginning of an id name several; nothing names all causes") {
  CHECK(found("test") == "test.full_disk test.slow disk-full disk-slow gpu-hung xid-79 ");
  CHECK(found("test.") == found("test"));
  CHECK(found("disk-") == "disk-full disk-slow ");
  CHECK(found("disk-f") == "disk-full ");
  CHECK(found("") == "test.full_disk test.slow ");
}

TEST_CASE("a word that names nothing is answered with what is near") {
  CHECK(found("disk-fall") == "?disk-full ");
  CHECK(found("qqqqqqqqqq").empty());
}
