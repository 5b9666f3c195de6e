// A tiny reader over a string_view for hand-written parsers of fixed shapes: every take_* either consumes or leaves all
// as it was. Faster than a regex where a shape is tried on every line.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace firstfault::text {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_alpha(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }
[[nodiscard]] constexpr bool is_word(char c) { return is_alpha(c) || is_digit(c) || c == '_'; }

class Cursor {
 public:
  explicit constexpr Cursor(std::string_view text) : rest_(text) {}

  [[nodiscard]] constexpr std::string_view rest() const { return rest_; }
  [[nodiscard]] constexpr bool done() const { return rest_.empty(); }
  [[nodiscard]] constexpr char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  constexpr bool take(std::string_view literal) {
    if (!rest_.starts_with(literal)) return false;
    rest_.remove_prefix(literal.size());
    return true;
  }

  constexpr bool take(char c) {
    if (peek() != c || rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Exactly `count` digits.
  constexpr std::optional<int> take_digits(std::size_t count) {
    if (rest_.size() < count) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_digit(rest_[i])) return std::nullopt;
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }

  /// One or more digits that fit; no sign.
  std::optional<std::int64_t> take_number() {
    std::int64_t value = 0;
    if (!is_digit(peek())) return std::nullopt;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{}) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  template <class Predicate>
  constexpr std::string_view take_while(Predicate&& predicate) {
    std::size_t n = 0;
    while (n < rest_.size() && predicate(rest_[n])) ++n;
    const auto taken = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return taken;
  }

  constexpr void skip_blanks() {
    while (peek() == ' ' && !rest_.empty()) rest_.remove_prefix(1);
  }

  /// Text up to `stop` (which is consumed); nothing if `stop` is not within `limit` bytes.
  constexpr std::optional<std::string_view> take_until(std::string_view stop, std::size_t limit) {
    const std::size_t at = rest_.substr(0, limit + stop.size()).find(stop);
    if (at == std::string_view::npos) return std::nullopt;
    const auto taken = rest_.substr(0, at);
    rest_.remove_prefix(at + stop.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

}  // namespace firstfault::text
