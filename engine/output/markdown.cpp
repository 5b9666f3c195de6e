#include "output/markdown.h"

#include <algorithm>

#include "output/columns.h"

namespace firstfault::output {
namespace {

/// "12." at the start would begin a list.
bool ends_number(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, at);
  return !before.empty() && std::all_of(before.begin(), before.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Whether Markdown could act on the character at `at`: anywhere, in a bare link (http://, www.), or at the start.
bool acts(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (std::string_view("\\`*_[]!|~$@").find(c) != std::string_view::npos) return true;
  if (c == ':') return text.substr(at + 1, 1) == "/";
  if (c != '.') return at == 0 && std::string_view("#+-=").find(c) != std::string_view::npos;
  const std::string_view before = text.substr(0, at);
  return before.ends_with("www") || before.ends_with("WWW") || ends_number(text, at);
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
}

/// Of prose: underscores within a word, brackets that no address follows and "<" before a blank do nothing.
bool acts_in_prose(std::string_view text, std::size_t at) {
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  switch (text[at]) {
    case '`':
    case '$':
      return true;
    case '_':
      return !is_word(before) || !is_word(after);
    case '*':
      return before != ' ' || after != ' ';
    case '~':
      return before == '~' || after == '~';
    case '<':
      return is_word(after) || std::string_view("/!?").find(after) != std::string_view::npos;
    case '[':
    case ']':
      return text.find("](") != std::string_view::npos || text.find("][") != std::string_view::npos;
    case '\\':
      return !is_word(after) && after != ' ';
    case '&':
      return is_word(after) || after == '#';
    case '.':
      return ends_number(text, at);
    default:
      return at == 0 && std::string_view("#+-=>").find(text[at]) != std::string_view::npos;
  }
}

}  // namespace

std::string prose_markdown(std::string_view text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at] == '\n' || text[at] == '\r' ? ' ' : text[at];
    if (c != ' ' && acts_in_prose(text, at)) escaped.push_back('\\');
    escaped.push_back(c);
  }
  return escaped;
}

std::string cell_markdown(std::string_view text) {
  std::string cell;
  for (const char c : prose_markdown(text)) {
    if (c == '|') cell.push_back('\\');
    cell.push_back(c);
  }
  return cell;
}

std::string link_markdown(std::string_view title, std::string_view address) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out = "[" + prose_markdown(title) + "](";
  for (const char c : address) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && std::string_view("()<>\\|").find(c) == std::string_view::npos)
      out += c;
    else
      (out += '%').append({kDigits[byte >> 4], kDigits[byte & 15]});
  }
  return out + ")";
}

std::string entry_markdown(std::string_view id, const EntryLink& link) {
  const auto name = "`" + printable(id) + "`";
  const auto address = link ? link(id) : std::string();
  return address.empty() ? name : "[" + name + "](" + address + ")";
}

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

}  // namespace firstfault::output
