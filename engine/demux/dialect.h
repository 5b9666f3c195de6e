// What an input's first lines say about who speaks in it. Not for single lines (prefix.h), nor for file names
// (file_identity.h).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "demux/prefix.h"

namespace firstfault::demux {

/// Lines looked at before an input's dialect is settled.
inline constexpr std::size_t kSniffLines = 200;

/// Under these names a JSON record has its message, the likelier first.
inline constexpr std::array<std::string_view, 6> kRecordMessage = {"msg", "message", "MESSAGE", "event", "log", "text"};

[[nodiscard]] Dialect sniff(const std::vector<std::string>& lines);

}  // namespace firstfault::demux
