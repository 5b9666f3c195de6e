#include "advice/headline.h"

#include <optional>

#include "text/clean.h"

namespace firstfault::advice {
namespace {

constexpr std::size_t kMaxValue = 70;  // characters of one filled-in fact

std::string one_line(std::string_view text) {
  std::string scratch;
  std::string out(text::trim(text::strip_controls(text.substr(0, text.find('\n')), scratch)));
  return shorten(out, kMaxValue);
}

// Fills the placeholders of a piece; empty if one has no value.
std::optional<std::string> fill(std::string_view piece, const std::vector<FactValue>& facts) {
  std::string out;
  while (!piece.empty()) {
    const auto open = piece.find('{');
    const auto close = piece.find('}', open == std::string_view::npos ? 0 : open);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    out += piece.substr(0, open);
    const auto fact = fact_from_name(piece.substr(open + 1, close - open - 1));
    const auto* value = fact ? find_fact(facts, *fact) : nullptr;
    if (value == nullptr || value->empty()) return std::nullopt;
    out += one_line(*value);
    piece.remove_prefix(close + 1);
  }
  return out += piece;
}

std::size_t characters_of(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U ? 1 : 0;
  return count;
}

}  // namespace

std::string shorten(std::string_view text, std::size_t characters) {
  if (characters_of(text) <= characters) return std::string(text);
  std::size_t bytes = 0;
  for (std::size_t count = 0; bytes < text.size(); ++bytes) {
    const bool starts = (static_cast<unsigned char>(text[bytes]) & 0xc0U) != 0x80U;
    if (starts && ++count >= characters) break;
  }
  auto kept = text.substr(0, bytes);
  const auto blank = kept.rfind(' ');
  if (blank != std::string_view::npos && blank * 4 > kept.size() * 3) kept = kept.substr(0, blank);
  return std::string(kept) + "…";
}

std::string fill_headline(std::string_view headline, const std::vector<FactValue>& facts) {
  std::string out;
  while (!headline.empty()) {
    const auto open = headline.find('[');
    const auto close = headline.find(']', open == std::string_view::npos ? 0 : open);
    const bool optional_part = open != std::string_view::npos && close != std::string_view::npos;
    out += fill(headline.substr(0, optional_part ? open : headline.size()), facts).value_or("");
    if (!optional_part) break;
    out += fill(headline.substr(open + 1, close - open - 1), facts).value_or("");
    headline.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace firstfault::advice
