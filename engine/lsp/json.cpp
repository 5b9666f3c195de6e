#include "lsp/json.h"

namespace firstfault::lsp {
namespace {

/// Copying and destroying deep JSON may recurse, so depth is bounded before anything is built.
bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > kMaxJsonDepth) return true;
  }
  return false;
}

enum class Escape { Other, HighSurrogate, LowSurrogate };

/// What the six bytes "\uXXXX" at `at` stand for.
Escape classify_escape(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u' || (text[at + 2] | 0x20) != 'd')
    return Escape::Other;
  const char c = text[at + 3];
  if (c == '8' || c == '9' || (c | 0x20) == 'a' || (c | 0x20) == 'b') return Escape::HighSurrogate;
  if ((c | 0x20) >= 'c' && (c | 0x20) <= 'f') return Escape::LowSurrogate;
  return Escape::Other;
}

std::string mend_surrogates(std::string_view text) {
  std::string mended(text);
  for (std::size_t at = 0; at < mended.size(); ++at) {
    if (mended[at] != '\\') continue;
    const Escape escape = classify_escape(mended, at);
    if (escape == Escape::HighSurrogate && classify_escape(mended, at + 6) == Escape::LowSurrogate) {
      at += 11;
    } else if (escape != Escape::Other) {
      mended.replace(at, 6, "\\ufffd");
      at += 5;
    } else {
      ++at;  // the escaped character
    }
  }
  return mended;
}

Json parse_quietly(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace

std::optional<Json> parse_json(std::string_view text) {
  if (is_too_deep(text)) return {};
  Json json = parse_quietly(text);
  if (json.is_discarded() && text.find("\\u") != std::string_view::npos) json = parse_quietly(mend_surrogates(text));
  if (json.is_discarded()) return {};
  return json;
}

std::string dump_json(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string dump_pretty_json(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

}  // namespace firstfault::lsp
