// Tells by the first bytes of a file whether it is text, an archive that can be expanded here, or neither.
// Not for guessing what a text is about.
#pragma once

#include <cstddef>
#include <string_view>

namespace firstfault::host {

/// So many bytes decide.
inline constexpr std::size_t kSniffBytes = 8 * 1024;

enum class Content { Text, Gzip, Zstd, Binary };

struct Sniffed {
  Content content = Content::Text;
  std::string_view what;  // of binaries that are known: "an ELF program", "a Python pickle"; else empty
  std::string_view hint;  // how its text can be had; may be empty
};

/// `head` holds the first bytes of a file. An empty file is text.
[[nodiscard]] Sniffed sniff(std::string_view head);

}  // namespace firstfault::host
