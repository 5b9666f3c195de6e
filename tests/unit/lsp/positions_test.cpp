#include "lsp/positions.h"

#include <doctest/doctest.h>

#include <string>

using namespace firstfault::lsp;

namespace {

/// The position of `offset` in both encodings, and back.
void check_position(std::string_view text, std::size_t offset, Position utf8, Position utf16) {
  CAPTURE(offset);
  CHECK(position_at(text, offset, Encoding::Utf8) == utf8);
  CHECK(position_at(text, offset, Encoding::Utf16) == utf16);
  CHECK(offset_at(text, utf8, Encoding::Utf8) == offset);
  CHECK(offset_at(text, utf16, Encoding::Utf16) == offset);
}

}  // namespace

TEST_CASE("counts characters of one, two, three and four bytes") {
  const std::string text = "aé€🔥b";  // 1 + 2 + 3 + 4 + 1 bytes
  check_position(text, 0, {0, 0}, {0, 0});
  check_position(text, 1, {0, 1}, {0, 1});
  check_position(text, 3, {0, 3}, {0, 2});
  check_position(text, 6, {0, 6}, {0, 3});
  check_position(text, 10, {0, 10}, {0, 5});
  check_position(text, 11, {0, 11}, {0, 6});
}

TEST_CASE("ends lines at \\n, \\r\\n and a lone \\r") {
  const std::string text = "a\r\nb\rc\n🔥d";
  check_position(text, 3, {1, 0}, {1, 0});
  check_position(text, 5, {2, 0}, {2, 0});
  check_position(text, 7, {3, 0}, {3, 0});
  check_position(text, 11, {3, 4}, {3, 2});
  CHECK(line_at(text, 0)->text == "a");
  CHECK(line_at(text, 3)->text == "🔥d");
  CHECK(!line_at(text, 4));
  CHECK(line_at("a\n", 1)->text.empty());
  CHECK(line_at("", 0)->text.empty());
}

TEST_CASE("takes positions beyond a line or the text for their ends, and the middle of a pair for its start") {
  CHECK(offset_at("ab\ncd", {0, 99}, Encoding::Utf16) == 2);
  CHECK(offset_at("ab\ncd", {9, 0}, Encoding::Utf16) == 5);
  CHECK(offset_at("🔥", {0, 1}, Encoding::Utf16) == 0);
  CHECK(offset_at("🔥", {0, 3}, Encoding::Utf8) == 0);
  CHECK(position_at("ab", 99, Encoding::Utf16) == Position{0, 2});
}

TEST_CASE("counts a byte that is no UTF-8 as the U+FFFD that the editor shows") {
  CHECK(count_units("\xFF", Encoding::Utf16) == 1);
  CHECK(count_units("\xFF", Encoding::Utf8) == 3);
  CHECK(count_units("\xC0\x80", Encoding::Utf16) == 2);      // overlong
  CHECK(count_units("\xED\xA0\x80", Encoding::Utf16) == 3);  // half a surrogate pair
  CHECK(count_units("\xF0\x9F\x94", Encoding::Utf16) == 3);  // cut short
  CHECK(count_units("\xF4\x90\x80\x80", Encoding::Utf16) == 4);
}
