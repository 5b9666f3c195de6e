#include "output/json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "output/inputs.h"
#include "sample_reports.h"

using namespace firstfault;

namespace {

Report report_of_many_inputs(std::size_t count) {
  Report report = test::certain_report();
  report.inputs.clear();
  for (std::size_t i = 0; i < count; ++i)
    report.inputs.push_back({"rank_" + std::to_string(i) + ".log", InputKind::Log, 1, 1, "", ""});
  report.incidents[0].evidence[0].span.input = InputId{static_cast<std::uint32_t>(count - 1)};
  return report;
}

}  // namespace

TEST_CASE("gives null where nothing is known") {
  Report report = test::certain_report();
  Incident& incident = report.incidents[0];
  incident.initiators = {Process{}};
  incident.error.reset();
  incident.frame.reset();
  incident.operation.reset();
  incident.evidence[0].rank.reset();
  incident.missing[0].get.clear();
  report.inputs[0].shape.clear();
  const auto json = nlohmann::json::parse(output::to_json(report));
  const auto& first = json["incidents"][0];
  CHECK(first["initiators"][0] ==
        nlohmann::json{{"rank", nullptr}, {"local_rank", nullptr}, {"node", nullptr}, {"pid", nullptr}});
  for (const char* field : {"error", "frame", "operation"}) CHECK(first.at(field).is_null());
  CHECK(first["evidence"][0].at("rank").is_null());
  CHECK(first["missing"][0].at("get").is_null());
  CHECK(json["inputs"][0].at("shape").is_null());
}

TEST_CASE("gives empty lists, not nulls, where there is nothing to list") {
  const auto json = nlohmann::json::parse(output::to_json(Report{}));
  CHECK(json["incidents"] == nlohmann::json::array());
  CHECK(json["inputs"] == nlohmann::json::array());
  CHECK(json["notes"] == nlohmann::json::array());
}

TEST_CASE("stays valid JSON whatever bytes a log holds") {
  Report report = test::certain_report();
  report.inputs[0].path = "a\xff\xfe.log";
  report.incidents[0].evidence[0].text = std::string("\0\x80\xc3(", 4);
  const auto json = nlohmann::json::parse(output::to_json(report), nullptr, false);
  CHECK_FALSE(json.is_discarded());
  CHECK(json["inputs"][0]["path"] == "a\xef\xbf\xbd\xef\xbf\xbd.log");
}

TEST_CASE("never lets shown weights sum to more than one") {
  Report report = test::certain_report();
  report.incidents[0].candidates = {{Rank{0}, 1.0 / 3, ""}, {Rank{1}, 1.0 / 3, ""}, {Rank{2}, 1.0 / 3, ""}};
  report.incidents[0].candidates[0].weight = 0.3336;
  const auto json = nlohmann::json::parse(output::to_json(report));
  CHECK(json["incidents"][0]["candidates"][0]["weight"] == 0.333);
  CHECK(json["incidents"][0]["hypotheses"][0]["weight"] == 0.83);
}

TEST_CASE("lists at most 64 inputs, those with evidence among them") {
  const auto json = nlohmann::json::parse(output::to_json(report_of_many_inputs(300)));
  CHECK(json["inputs"].size() == output::kMaxInputs);
  const std::size_t input = json["incidents"][0]["evidence"][0]["input"];
  CHECK(json["inputs"][input]["path"] == "rank_299.log");
  CHECK(json["notes"].back() == "236 more inputs were read; they are not listed");
}

TEST_CASE("keeps every input that evidence points to, even beyond the limit") {
  Report report = report_of_many_inputs(6);
  for (std::uint32_t i = 0; i < 3; ++i) report.incidents[0].evidence[i].span.input = InputId{i * 2};
  const Report few = output::with_few_inputs(report, 2);
  REQUIRE(few.inputs.size() == 3);
  for (std::uint32_t i = 0; i < 3; ++i) CHECK(few.incidents[0].evidence[i].span.input == InputId{i});
  CHECK(few.inputs[2].path == "rank_4.log");
}

TEST_CASE("prints the advice for a retry") {
  CHECK(output::retry_to_json(RetryAdvice::AfterFix, "it fails again") ==
        "{\n  \"advice\": \"after_fix\",\n  \"why\": \"it fails again\"\n}\n");
}
