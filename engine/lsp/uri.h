// file: URIs ↔ absolute paths of this machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace firstfault::lsp {

/// "/a b/c.py" → "file:///a%20b/c.py".
[[nodiscard]] std::string uri_from_path(std::string_view path);

/// Empty for anything but a file: URI without a foreign host.
[[nodiscard]] std::optional<std::string> path_from_uri(std::string_view uri);

}  // namespace firstfault::lsp
