#include "text/encoding.h"

#include <doctest/doctest.h>

#include <string>

using namespace firstfault::text;
using namespace std::string_literals;

namespace {

std::string named(const std::optional<Detected>& detected) {
  if (!detected) return "open";
  const std::string mark = detected->mark == 0 ? "" : " after " + std::to_string(detected->mark);
  switch (detected->encoding) {
    case Encoding::Bytes:
      return "bytes" + mark;
    case Encoding::Utf16Little:
      return "little" + mark;
    case Encoding::Utf16Big:
      return "big" + mark;
  }
  return "";
}

std::string at_end(const std::string& head) { return named(detect_encoding(head, More::Never)); }
std::string so_far(const std::string& head) { return named(detect_encoding(head, More::MayCome)); }

std::string little(const std::u16string& text) {
  std::string bytes;
  for (const char16_t unit : text) {
    bytes += static_cast<char>(unit & 0xff);
    bytes += static_cast<char>(unit >> 8);
  }
  return bytes;
}

std::string big(const std::u16string& text) {
  std::string bytes;
  for (const char16_t unit : text) {
    bytes += static_cast<char>(unit >> 8);
    bytes += static_cast<char>(unit & 0xff);
  }
  return bytes;
}

std::string decoded(const std::string& units, Encoding encoding) {
  std::string out;
  append_utf16(units, encoding, out);
  return out;
}

}  // namespace

TEST_CASE("a byte order mark says how the text is written") {
  CHECK(at_end("\xef\xbb\xbftext") == "bytes after 3");
  CHECK(at_end("\xff\xfet\0e\0"s) == "little after 2");
  CHECK(at_end("\xfe\xff\0t\0e"s) == "big after 2");
  CHECK(at_end("\xff\xfe"s) == "little after 2");
}

TEST_CASE("a mark that comes in pieces is waited for, and no mark is not") {
  CHECK(so_far("") == "open");
  CHECK(so_far("\xef") == "open");
  CHECK(so_far("\xef\xbb") == "open");
  CHECK(so_far("\xff") == "open");
  CHECK(so_far("\xfe") == "open");
  CHECK(so_far("\xef\xbb\xbf") == "bytes after 3");
  CHECK(so_far("\xef\xbb.") == "bytes");
  CHECK(so_far("st") == "bytes");
  CHECK(at_end("\xef\xbb") == "bytes");
  CHECK(at_end("") == "bytes");
}

TEST_CASE("without a mark, text with NUL as next to every second byte is UTF-16") {
  std::u16string text = u"Traceback (most recent call last):\r\n";
  CHECK(at_end(little(text)) == "little");
  CHECK(at_end(big(text)) == "big");
  CHECK(so_far(little(text)) == "open");
  while (text.size() < kEncodingBytes / 2) text += u"step 12 loss 0.5 日本\n";
  CHECK(so_far(little(text).substr(0, kEncodingBytes)) == "little");
  CHECK(so_far(big(text).substr(0, kEncodingBytes)) == "big");
}

TEST_CASE("where there is doubt the text is taken byte by byte") {
  CHECK(at_end("a\0b"s) == "bytes");
  CHECK(at_end("\0\0\0\0\0\0\0\0"s) == "bytes");                // a hole in a file
  CHECK(at_end("\x01\0\x02\0\x03\0\x04\0\x05\0"s) == "bytes");  // numbers
  CHECK(at_end(little(u"abcd日本語日本語日本語")) == "bytes");  // may be anything
  CHECK(so_far("a\0\0\0"s) == "bytes");
  CHECK(so_far("step 1\nstep 2") == "bytes");
}

TEST_CASE("UTF-16 becomes UTF-8, and what is broken a replacement character") {
  CHECK(decoded(little(u"é 上 🙂"), Encoding::Utf16Little) == "é 上 🙂");
  CHECK(decoded(big(u"é 上 🙂"), Encoding::Utf16Big) == "é 上 🙂");
  CHECK(decoded("a\0b"s, Encoding::Utf16Little) == "a\xef\xbf\xbd");
  CHECK(decoded("\x3d\xd8"s, Encoding::Utf16Little) == "\xef\xbf\xbd");
  CHECK(decoded("\x3d\xd8x\0"s, Encoding::Utf16Little) == "\xef\xbf\xbdx");
  CHECK(decoded("\x42\xde\x3d\xd8"s, Encoding::Utf16Little) == "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_CASE("a place in the decoded text is found again in the units") {
  const std::string units = little(u"é🙂x");
  CHECK(utf16_offset(units, Encoding::Utf16Little, 0) == 0);
  CHECK(utf16_offset(units, Encoding::Utf16Little, 1) == 0);  // inside of é
  CHECK(utf16_offset(units, Encoding::Utf16Little, 2) == 2);
  CHECK(utf16_offset(units, Encoding::Utf16Little, 6) == 6);
  CHECK(utf16_offset(units, Encoding::Utf16Little, 7) == 8);
  CHECK(utf16_offset(units, Encoding::Utf16Little, 700) == 8);
}
