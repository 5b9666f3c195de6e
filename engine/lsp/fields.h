// Reads the members of a JSON object into plain structs and remembers the first thing that does not fit, in words:
// "params.text: a string is expected". Unknown members are ignored, as LSP asks.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lsp/json.h"

namespace firstfault::lsp {

class Fields {
 public:
  /// `json` must outlive the reader. `path` is how messages call it.
  Fields(const Json& json, std::string path) : json_(json), path_(std::move(path)) {
    if (!json.is_object()) fail({}, "an object");
  }

  /// Fails where the member is missing or of another type.
  template <class T>
  void required(const char* name, T& out) {
    if (const Json* member = find(name))
      take(*member, name, out);
    else
      fail(name, "a value");
  }

  /// A missing or null member leaves `out` as it is.
  template <class T>
  void optional(const char* name, T& out) {
    if (const Json* member = find(name)) take(*member, name, out);
  }

  [[nodiscard]] const Json& json() const { return json_; }
  [[nodiscard]] bool ok() const { return problem_.empty(); }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  [[nodiscard]] const Json* find(const char* name) const {
    if (!json_.is_object()) return nullptr;
    const auto member = json_.find(name);
    return member == json_.end() || member->is_null() ? nullptr : &*member;
  }

  void fail(const std::string& name, const char* expected) {
    if (ok()) problem_ = (name.empty() ? path_ : path_ + "." + name) + ": " + expected + " is expected";
  }

  void take(const Json& json, const std::string& name, std::string& out) {
    if (const auto* text = json.get_ptr<const Json::string_t*>())
      out = *text;
    else
      fail(name, "a string");
  }

  void take(const Json& json, const std::string& name, bool& out) {
    if (json.is_boolean())
      out = json.get<bool>();
    else
      fail(name, "true or false");
  }

  template <class Integer>
  requires std::is_integral_v<Integer>
  void take(const Json& json, const std::string& name, Integer& out) {
    const bool whole = json.is_number_integer() && !(json.is_number_unsigned() && json.get<std::uint64_t>() > kLargest);
    const std::int64_t value = whole ? json.get<std::int64_t>() : 0;
    if (!whole || !std::in_range<Integer>(value)) return fail(name, "a whole number");
    out = static_cast<Integer>(value);
  }

  void take(const Json& json, const std::string&, Json& out) { out = json; }

  template <class T>
  void take(const Json& json, const std::string& name, std::optional<T>& out) {
    T value{};
    take(json, name, value);
    out = std::move(value);
  }

  template <class T>
  void take(const Json& json, const std::string& name, std::vector<T>& out) {
    if (!json.is_array()) return fail(name, "an array");
    out.clear();
    for (std::size_t i = 0; i < json.size() && ok(); ++i) {
      T value{};
      take(json[i], name + "[" + std::to_string(i) + "]", value);
      out.push_back(std::move(value));
    }
  }

  /// Any struct with a function `void read(Fields&, T&)` beside it.
  template <class T>
  requires std::is_class_v<T>
  void take(const Json& json, const std::string& name, T& out) {
    Fields inner(json, path_ + "." + name);
    read(inner, out);
    if (ok() && !inner.ok()) problem_ = inner.problem();
  }

  static constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();

  const Json& json_;
  std::string path_;
  std::string problem_;
};

}  // namespace firstfault::lsp
