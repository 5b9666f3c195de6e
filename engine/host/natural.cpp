#include "host/natural.h"

#include <algorithm>

namespace firstfault::host {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A separator sorts before all else, so that "a/z" stands before "a.log".
int weight(char c) { return c == '/' ? -1 : static_cast<unsigned char>(c); }

std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

}  // namespace

bool natural_less(std::string_view left, std::string_view right) {
  const std::string_view whole_left = left;
  const std::string_view whole_right = right;
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const auto a = take_digits(left);
      const auto b = take_digits(right);
      if (a.size() != b.size()) return a.size() < b.size();
      if (a != b) return a < b;
      continue;
    }
    if (left.front() != right.front()) return weight(left.front()) < weight(right.front());
    left.remove_prefix(1);
    right.remove_prefix(1);
  }
  if (left.empty() != right.empty()) return left.empty();
  return whole_left < whole_right;
}

}  // namespace firstfault::host
