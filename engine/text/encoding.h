// How an input's characters are written: in bytes (UTF-8, Latin-1 and the like) or in UTF-16, as Windows PowerShell
// writes files. Not for guessing 8-bit code pages: their bytes beyond ASCII become U+FFFD where text is shown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace firstfault::text {

enum class Encoding { Bytes, Utf16Little, Utf16Big };

struct Detected {
  Encoding encoding = Encoding::Bytes;
  std::size_t mark = 0;  // bytes of the byte order mark
};

/// So many first bytes settle the question.
inline constexpr std::size_t kEncodingBytes = 4'096;

enum class More { MayCome, Never };

/// By a byte order mark, or because next to every second byte is NUL. Nothing while `head` (the first bytes of the
/// input, at most kEncodingBytes of them) leaves it open.
[[nodiscard]] std::optional<Detected> detect_encoding(std::string_view head, More more);

/// Appends `units` (of UTF-16) to `out` as UTF-8; half a surrogate pair and an odd last byte become U+FFFD.
void append_utf16(std::string_view units, Encoding encoding, std::string& out);

/// Where the character at byte `decoded` of append_utf16 begins in `units`; their size beyond the end.
[[nodiscard]] std::size_t utf16_offset(std::string_view units, Encoding encoding, std::size_t decoded);

}  // namespace firstfault::text
