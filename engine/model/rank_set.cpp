#include "model/rank_set.h"

#include <charconv>

namespace firstfault {
namespace {

constexpr int kMaxRanks = 65'536;

std::string_view skip_separators(std::string_view text) {
  const auto at = text.find_first_not_of(" ,\t");
  return at == std::string_view::npos ? std::string_view{} : text.substr(at);
}

bool take_number(std::string_view& text, int& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || out < 0) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

}  // namespace

std::string format_ranks(const RankSet& ranks) {
  std::string text;
  for (auto it = ranks.begin(); it != ranks.end();) {
    const int first = it->value;
    int last = first;
    while (++it != ranks.end() && it->value == last + 1) last = it->value;
    if (!text.empty()) text += ',';
    text += std::to_string(first);
    if (last > first) text += (last == first + 1 ? ',' : '-') + std::to_string(last);
  }
  return text;
}

RankSet parse_ranks(std::string_view text) {
  RankSet ranks;
  for (text = skip_separators(text); !text.empty(); text = skip_separators(text)) {
    int first = 0;
    if (!take_number(text, first)) break;
    int last = first;
    if (text.starts_with('-')) {
      text.remove_prefix(1);
      if (!take_number(text, last)) break;
    }
    if (last < first || last - first >= kMaxRanks || ranks.size() >= kMaxRanks) break;
    for (int rank = first; rank <= last; ++rank) ranks.insert(Rank{rank});
  }
  return ranks;
}

}  // namespace firstfault
