#include "demux/file_identity.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "text/cursor.h"

namespace firstfault::demux {
namespace {

std::vector<std::string_view> path_parts(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const auto at = path.find_first_of("/\\");
    if (at != 0) parts.push_back(path.substr(0, at));
    if (at == std::string_view::npos) break;
    path.remove_prefix(at + 1);
  }
  return parts;
}

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return text::is_upper(c) ? static_cast<char>(c | 0x20) : c; });
  return out;
}

// "tp_rank_1", "node_rank_0", "lora-rank-16": a rank of something else than the job.
bool is_qualified(std::string_view before) {
  static constexpr std::string_view kQualifiers[] = {"node",  "tp",   "pp",  "dp",     "ep",   "cp",   "sp", "mp",
                                                     "group", "lora", "low", "matrix", "full", "page", "re"};
  while (!before.empty() && (before.back() == '_' || before.back() == '-' || before.back() == '.'))
    before.remove_suffix(1);
  const auto word =
      before.substr(before.find_last_of("_-./") == std::string_view::npos ? 0 : before.find_last_of("_-./") + 1);
  return std::any_of(std::begin(kQualifiers), std::end(kQualifiers), [&](auto qualifier) { return word == qualifier; });
}

// "rank-2025-11-30": a date.
bool is_date_rest(std::string_view rest) {
  return rest.size() >= 3 && rest[0] == '-' && text::is_digit(rest[1]) && text::is_digit(rest[2]);
}

// The number after `word` in `name`, with any of "_-.=" between and no letter before: "rank_3" in "train.rank_3.log".
std::optional<int> number_after(const std::string& name, std::string_view word) {
  for (auto at = name.find(word); at != std::string::npos; at = name.find(word, at + 1)) {
    if (at > 0 && text::is_alpha(name[at - 1])) continue;
    if (is_qualified(std::string_view(name).substr(0, at))) continue;
    text::Cursor c(std::string_view(name).substr(at + word.size()));
    while (c.peek() == '_' || c.peek() == '-' || c.peek() == '.' || c.peek() == '=') c.take(c.peek());
    if (const auto number = c.take_number(); number && !text::is_alpha(c.peek()) && !is_date_rest(c.rest()))
      return static_cast<int>(std::min<std::int64_t>(*number, 1 << 20));
  }
  return std::nullopt;
}

void identify_name(const std::string& name, FileIdentity& id) {
  if (const auto local = number_after(name, "local_rank")) {
    id.local_rank = LocalRank{*local};
    return;
  }
  if (const auto rank = number_after(name, "rank"))
    id.rank = Rank{*rank};
  else if (const auto process = number_after(name, "process"))
    id.rank = Rank{*process};
}

bool names_node(const std::string& name) {
  return number_after(name, "node").has_value() || number_after(name, "host").has_value() ||
         number_after(name, "worker").has_value();
}

}  // namespace

FileIdentity identify_file(std::string_view path) {
  FileIdentity id;
  const auto parts = path_parts(path);
  if (parts.empty()) return id;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::string part = lower(parts[i]);
    if (part.starts_with("attempt_")) {
      id.attempt = whole_number(std::string_view(part).substr(8));
      const auto local = whole_number(parts[i + 1]);
      if (id.attempt && local) {
        id.local_rank = LocalRank{*local};
        id.group = std::string(path.substr(0, static_cast<std::size_t>(parts[i + 1].data() - path.data())));
      }
    } else if (names_node(part)) {
      id.node = std::string(parts[i]);
    } else if (i + 2 >= parts.size()) {
      identify_name(part, id);
    }
  }
  const std::string name = lower(parts.back());
  if (!id.local_rank) identify_name(name, id);
  if (id.node.empty() && !id.rank && !id.local_rank && names_node(name)) id.node = name.substr(0, name.find('.'));
  return id;
}

}  // namespace firstfault::demux
