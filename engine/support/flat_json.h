// One JSON object on one line, as structured loggers print it → its members as text. Nothing else of JSON.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firstfault {

/// Members in order; strings unescaped, numbers and true/false as written. Those of nested objects stand under
/// "outer.inner", a few levels deep; arrays are left out.
using FlatObject = std::vector<std::pair<std::string, std::string>>;

/// Empty if `text` is not one whole JSON object.
[[nodiscard]] std::optional<FlatObject> parse_flat_object(std::string_view text);

/// The first member of one of these names, at any level, or nullptr. The names are tried in their order.
[[nodiscard]] const std::string* find_member(const FlatObject& object, std::span<const std::string_view> names);
[[nodiscard]] const std::string* find_member(const FlatObject& object, std::initializer_list<std::string_view> names);

}  // namespace firstfault
