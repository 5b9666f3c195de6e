#include "support/flat_json.h"

#include <nlohmann/json.hpp>

namespace firstfault {
namespace {

constexpr int kMaxDepth = 4;
constexpr std::size_t kMaxMembers = 256;

// The parser recurses: text that nests deeper than any record does not reach it.
bool nests_deeper(std::string_view text, int limit) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (depth > limit) return true;
  }
  return false;
}

std::string as_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void flatten(const nlohmann::ordered_json& json, const std::string& path, int depth, FlatObject& object) {
  for (const auto& [name, value] : json.items()) {
    if (object.size() >= kMaxMembers) return;
    const std::string full = path.empty() ? name : path + "." + name;
    if (value.is_primitive())
      object.emplace_back(full, as_text(value));
    else if (value.is_object() && depth > 1)
      flatten(value, full, depth - 1, object);
  }
}

}  // namespace

std::optional<FlatObject> parse_flat_object(std::string_view text) {
  constexpr int kDeepestText = 128;  // brackets within strings count too
  if (nests_deeper(text, kDeepestText)) return std::nullopt;
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  FlatObject object;
  flatten(json, "", kMaxDepth, object);
  return object;
}

const std::string* find_member(const FlatObject& object, std::initializer_list<std::string_view> names) {
  return find_member(object, std::span(names.begin(), names.size()));
}

const std::string* find_member(const FlatObject& object, std::span<const std::string_view> names) {
  for (const auto name : names)
    for (const auto& [key, value] : object)
      if (key == name || (key.ends_with(name) && key[key.size() - name.size() - 1] == '.')) return &value;
  return nullptr;
}

}  // namespace firstfault
