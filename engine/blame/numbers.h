// Numbers that facts state as text: ranks, sizes. Not for times and steps, which may be larger.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "text/cursor.h"

namespace firstfault::blame {

/// The number at the start of a fact's text; empty where there is none, or one that no rank or size of a job can be.
[[nodiscard]] inline std::optional<int> number_in(const std::string* text) {
  constexpr std::int64_t kMost = 1 << 20;
  if (text == nullptr) return std::nullopt;
  text::Cursor cursor(*text);
  const auto value = cursor.take_number();
  if (!value || *value > kMost) return std::nullopt;
  return static_cast<int>(*value);
}

}  // namespace firstfault::blame
