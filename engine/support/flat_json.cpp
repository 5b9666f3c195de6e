#include "support/flat_json.h"

#include <nlohmann/json.hpp>

namespace firstfault {
namespace {

std::string as_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::optional<FlatObject> parse_flat_object(std::string_view text) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  FlatObject object;
  for (const auto& [name, value] : json.items())
    if (value.is_primitive()) object.emplace_back(name, as_text(value));
  return object;
}

const std::string* find_member(const FlatObject& object, std::initializer_list<std::string_view> names) {
  for (const auto name : names)
    for (const auto& [key, value] : object)
      if (key == name) return &value;
  return nullptr;
}

}  // namespace firstfault
