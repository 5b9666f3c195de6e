#include "scan/literal_filter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace firstfault::scan {
namespace {

constexpr unsigned kBitsLog = 18;  // 32 kB: stays in the first-level cache, 1 % false hits for 2,600 grams

/// Bytes of training logs, most frequent first; bytes that are not listed are rare.
constexpr std::string_view kCommonBytes = " ertinaols01dc/,2:-pu.3fm6_4h75=b8gk9][y\"*(v)wx<|>'zq+%#\\j;{}";

constexpr std::array<std::uint8_t, 256> make_commonness() {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t i = 0; i < kCommonBytes.size(); ++i)
    table[static_cast<unsigned char>(kCommonBytes[i])] = static_cast<std::uint8_t>(kCommonBytes.size() - i);
  return table;
}
constexpr auto kCommonness = make_commonness();

constexpr char fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

/// Four bytes with bit 5 set: folds letters, and confuses a few other bytes, which confirm() sorts out.
std::uint32_t load_gram(const char* at) {
  std::uint32_t gram = 0;
  std::memcpy(&gram, at, sizeof gram);
  return gram | 0x20202020U;
}

constexpr std::uint32_t hash(std::uint32_t gram) { return gram * 0x9E3779B1U; }
constexpr std::size_t home(std::uint32_t gram) { return hash(gram) >> 12; }  // the low bits of a product mix badly

/// Where the five bytes begin that are least common in logs.
std::uint32_t rarest_window(std::string_view literal) {
  const auto weight = [&](std::size_t at) { return int{kCommonness[static_cast<unsigned char>(literal[at])]}; };
  int score = 0;
  for (std::size_t at = 0; at < LiteralFilter::kShortest; ++at) score += weight(at);
  std::size_t best = 0;
  int best_score = score;
  for (std::size_t end = LiteralFilter::kShortest; end < literal.size(); ++end) {
    score += weight(end) - weight(end - LiteralFilter::kShortest);
    if (score >= best_score) continue;
    best_score = score;
    best = end + 1 - LiteralFilter::kShortest;
  }
  return static_cast<std::uint32_t>(best);
}

bool same_folded(const char* text, const char* folded, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i)
    if (fold(text[i]) != folded[i]) return false;
  return true;
}

void make_unique(std::vector<std::uint32_t>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

LiteralFilter::LiteralFilter(std::span<const Literal> literals) {
  // Many patterns share a literal: it is looked for once.
  std::size_t bytes = 0;
  for (const auto& literal : literals) bytes += literal.text.size();
  std::string texts;
  texts.reserve(bytes);  // never moved: views point into it
  std::vector<std::pair<std::string_view, std::uint32_t>> folded;
  folded.reserve(literals.size());
  for (const auto& literal : literals) {
    if (literal.text.size() < kShortest) {
      always_.push_back(literal.id);
      continue;
    }
    const auto begin = texts.size();
    for (const char c : literal.text) texts += fold(c);
    folded.emplace_back(std::string_view(texts).substr(begin), literal.id);
  }
  pool_.reserve(bytes);
  std::sort(folded.begin(), folded.end());
  slots_.resize(std::bit_ceil(std::max<std::size_t>(16, folded.size() * 4)));
  bits_.resize((std::size_t{1} << kBitsLog) / 64);
  for (std::size_t i = 0; i < folded.size(); ++i) {
    if (i == 0 || folded[i].first != folded[i - 1].first) add_entry(folded[i].first);
    ids_.push_back(folded[i].second);
    ++entries_.back().id_count;
  }
  make_unique(always_);
}

void LiteralFilter::add_entry(std::string_view folded) {
  const auto entry = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(folded.size()),
                      static_cast<std::uint32_t>(ids_.size()), 0});
  pool_ += folded;
  // Two neighbouring grams: one of them stands at an even offset of the text, so every second byte is probed.
  const auto window = rarest_window(folded);
  add_gram(entry, window);
  add_gram(entry, window + 1);
}

void LiteralFilter::add_gram(std::uint32_t entry, std::uint32_t offset) {
  const auto gram = load_gram(pool_.data() + entries_[entry].begin + offset);
  const auto bit = hash(gram) >> (32 - kBitsLog);
  bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  auto at = home(gram) & (slots_.size() - 1);
  while (slots_[at].entry != kEmpty) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = {gram, offset, entry};
}

void LiteralFilter::confirm(std::string_view text, std::size_t at, std::uint32_t gram,
                            std::vector<std::uint32_t>& ids) const {
  const auto mask = slots_.size() - 1;
  for (auto i = home(gram) & mask; slots_[i].entry != kEmpty; i = (i + 1) & mask) {
    const auto& slot = slots_[i];
    if (slot.gram != gram || slot.offset > at) continue;
    const auto& entry = entries_[slot.entry];
    const auto begin = at - slot.offset;
    if (entry.length <= text.size() - begin &&
        same_folded(text.data() + begin, pool_.data() + entry.begin, entry.length))
      ids.insert(ids.end(), ids_.begin() + entry.first_id, ids_.begin() + entry.first_id + entry.id_count);
  }
}

/// Two probes every four bytes: load, fold, hash, test a bit. Nothing else is touched on a line without a hit.
void LiteralFilter::find(std::string_view text, std::vector<std::uint32_t>& ids) const {
  ids.assign(always_.begin(), always_.end());
  const char* data = text.data();
  for (std::size_t at = 0; at + 4 <= text.size(); at += 2) {
    const auto gram = load_gram(data + at);
    const auto bit = hash(gram) >> (32 - kBitsLog);
    if ((bits_[bit / 64] >> (bit % 64)) & 1U) confirm(text, at, gram, ids);
  }
  if (ids.size() > always_.size()) make_unique(ids);
}

}  // namespace firstfault::scan
