#include "lsp/uri.h"

namespace firstfault::lsp {
namespace {

constexpr std::string_view kScheme = "file://";
constexpr std::string_view kHex = "0123456789ABCDEF";

bool stays(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool digit = c >= '0' && c <= '9';
  return letter || digit || std::string_view("/-._~").find(c) != std::string_view::npos;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char folded = static_cast<char>(c | 0x20);
  return folded >= 'a' && folded <= 'f' ? folded - 'a' + 10 : -1;
}

}  // namespace

std::string uri_from_path(std::string_view path) {
  std::string uri(kScheme);
  for (const char c : path) {
    if (stays(c)) {
      uri.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri.push_back('%');
    uri.push_back(kHex[byte >> 4U]);
    uri.push_back(kHex[byte & 15U]);
  }
  return uri;
}

std::optional<std::string> path_from_uri(std::string_view uri) {
  if (uri.substr(0, kScheme.size()) != kScheme) return {};
  uri.remove_prefix(kScheme.size());
  if (uri.substr(0, 10) == "localhost/") uri.remove_prefix(9);
  if (uri.empty() || uri.front() != '/') return {};
  uri = uri.substr(0, uri.find_first_of("?#"));
  std::string path;
  for (std::size_t at = 0; at < uri.size(); ++at) {
    const bool escaped =
        uri[at] == '%' && at + 2 < uri.size() && hex_value(uri[at + 1]) >= 0 && hex_value(uri[at + 2]) >= 0;
    path.push_back(escaped ? static_cast<char>(hex_value(uri[at + 1]) * 16 + hex_value(uri[at + 2])) : uri[at]);
    if (escaped) at += 2;
  }
  if (path.find('\0') != std::string::npos) return {};
  return path;
}

}  // namespace firstfault::lsp
