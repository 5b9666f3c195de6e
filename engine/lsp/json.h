// The JSON type of the protocol, and reading it from bytes that anybody may have written. Not for reports
// (output/json.h).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace firstfault::lsp {

using Json = nlohmann::ordered_json;

inline constexpr int kMaxJsonDepth = 128;

/// Empty where `text` is not JSON, not UTF-8, or nested deeper than kMaxJsonDepth. Escapes of half a surrogate pair,
/// which JavaScript writes for strings that were cut within a character, are read as U+FFFD.
[[nodiscard]] std::optional<Json> parse_json(std::string_view text);

/// Never throws: bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string dump_json(const Json& json);
[[nodiscard]] std::string dump_pretty_json(const Json& json);

}  // namespace firstfault::lsp
