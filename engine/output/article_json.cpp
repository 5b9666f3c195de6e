#include <nlohmann/json.hpp>

#include "output/article.h"

namespace firstfault::output {

std::string entry_to_json(const EntryData& entry) {
  using Json = nlohmann::ordered_json;
  Json related = Json::array();
  for (const auto& [id, title, weight] : entry.related)
    related.push_back({{"id", id}, {"title", title}, {"weight", weight}});
  const bool is_cause = entry.rule.kind == "cause";
  Json json = {{"schema", "firstfault.entry/1"}, {"id", entry.rule.id},       {"kind", entry.rule.kind},
               {"family", entry.rule.family},    {"title", entry.rule.title}, {"file", entry.rule.file}};
  json["rule"] = Json::parse(entry.contents, nullptr, /*allow_exceptions=*/false, /*ignore_comments=*/true);
  json[is_cause ? "signatures" : "causes"] = std::move(related);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstfault::output
