#include <algorithm>
#include <vector>

#include "split.h"
#include "targets.h"
#include "text/characters.h"
#include "text/clean.h"
#include "text/encoding.h"

namespace firstfault::fuzz {
namespace {

void check_spans(std::string_view data, const Split& split) {
  constexpr std::uint64_t kLongestEnding = 4;  // "\r\n" of UTF-16; a byte order mark is shorter
  std::uint64_t end = 0;
  for (const auto& line : split.lines) {
    const auto& raw = line.raw;
    require(raw.begin >= end && raw.begin <= end + kLongestEnding && raw.end >= raw.begin && raw.end <= data.size(),
            "spans follow each other within the input");
    require(line.bytes.size() <= 2 * text::kMaxLineBytes, "a line is bounded");
    end = raw.end;
    if (raw.cut) continue;
    const auto bytes = data.substr(raw.begin, raw.end - raw.begin);
    std::string decoded;
    if (split.encoding != text::Encoding::Bytes) text::append_utf16(bytes, split.encoding, decoded);
    require(line.bytes == (split.encoding == text::Encoding::Bytes ? bytes : std::string_view(decoded)),
            "a span holds the bytes of its line");
  }
}

// Every byte of what is shown came from somewhere, in order. Looked up for some bytes: each look-up reads the line.
void check_origins(std::string_view raw, std::string_view shown) {
  constexpr std::size_t kLookups = 16;
  const std::size_t step = shown.size() / kLookups + 1;
  std::size_t last = 0;
  for (std::size_t at = 0; at < shown.size(); at += step) {
    const std::size_t origin = text::offset_in_raw(raw, at);
    require(origin < raw.size(), "a byte that is shown came from the line");
    require(origin >= last, "what is shown came from the line in order");
    require(shown[at] == ' ' || raw[origin] == shown[at], "a byte that is shown stands in the line");
    last = origin;
  }
  require(text::offset_in_raw(raw, shown.size()) == raw.size(), "the end of what is shown is that of the line");
}

void check_clean(std::string_view raw) {
  constexpr std::size_t kMostBlanks = 4'096;  // that cursor movements may stand for
  std::string scratch;
  const auto shown = text::strip_controls(raw, scratch);
  require(shown.size() <= raw.size() + kMostBlanks, "cleaning adds blanks only, and few");
  for (const char c : shown)
    require(c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f), "no control character is left");
  check_origins(raw, shown);
  require(text::columns(shown) <= 2 * shown.size(), "no byte takes more than two columns");
  const std::string utf8 = text::to_valid_utf8(shown, 100);
  require(text::to_valid_utf8(utf8, utf8.size() + 1) == utf8, "valid UTF-8 stays as it is");
}

std::string as_utf16(std::string_view ascii, text::Encoding encoding) {
  const bool little = encoding == text::Encoding::Utf16Little;
  std::string wide = little ? "\xff\xfe" : "\xfe\xff";
  for (const char c : ascii) {
    if (!little) wide += '\0';
    wide += c;
    if (little) wide += '\0';
  }
  return wide;
}

// The same text in UTF-16 has the same lines, at twice the offsets.
void check_encodings(std::string_view data) {
  constexpr std::size_t kMost = 8 * 1024;
  std::string ascii(data.substr(0, kMost));
  for (char& c : ascii)
    if (static_cast<unsigned char>(c) >= 0x80 || c == '\0') c = '?';
  const Split narrow = split(ascii, std::max<std::size_t>(ascii.size(), 1));
  for (const auto encoding : {text::Encoding::Utf16Little, text::Encoding::Utf16Big}) {
    const Split wide = split(as_utf16(ascii, encoding), 13);
    require(wide.encoding == encoding, "a byte order mark tells the encoding");
    require(wide.lines.size() == narrow.lines.size(), "UTF-16 has the same lines");
    for (std::size_t i = 0; i < wide.lines.size(); ++i) {
      const auto& a = narrow.lines[i];
      const auto& b = wide.lines[i];
      require(a.bytes == b.bytes && a.raw.line == b.raw.line && a.raw.editor_line == b.raw.editor_line &&
                  2 + 2 * a.raw.begin == b.raw.begin && 2 + 2 * a.raw.end == b.raw.end,
              "UTF-16 has the same lines at twice the offsets");
    }
  }
}

}  // namespace

void text(std::string_view data) {
  const Split whole = split(data, std::max<std::size_t>(data.size(), 1));
  for (const std::size_t piece : {1U, 7U}) require(whole == split(data, piece), "pieces do not change the lines");
  check_spans(data, whole);
  check_encodings(data);
  for (const auto& line : whole.lines) check_clean(line.bytes);
}

}  // namespace firstfault::fuzz
