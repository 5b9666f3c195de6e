#include "lsp/markdown.h"

#include <algorithm>

namespace firstfault::lsp {
namespace {

/// Whether Markdown could act on the character at `at`: anywhere, in a bare link (http://, www.), or at the start.
bool acts(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (std::string_view("\\`*_[]!|~$@").find(c) != std::string_view::npos) return true;
  if (c == ':') return text.substr(at + 1, 1) == "/";
  if (c != '.') return at == 0 && std::string_view("#+-=").find(c) != std::string_view::npos;
  const std::string_view before = text.substr(0, at);
  return before.ends_with("www") || before.ends_with("WWW") ||
         std::all_of(before.begin(), before.end(), [](char digit) { return digit >= '0' && digit <= '9'; });
}

}  // namespace

std::string escape_markdown(std::string_view text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n' || c == '\r') {
      escaped.push_back(' ');
    } else if (c == '<' || c == '>' || c == '&') {
      escaped.append(c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;");
    } else {
      if (acts(text, at)) escaped.push_back('\\');
      escaped.push_back(c);
    }
  }
  return escaped;
}

std::string code_block(std::string_view text, std::string_view language) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  std::string block = fence + std::string(language) + "\n" + std::string(text);
  if (block.back() != '\n') block.push_back('\n');
  return block + fence + "\n";
}

}  // namespace firstfault::lsp
