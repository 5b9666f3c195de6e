#include "output/columns.h"

#include <doctest/doctest.h>

using namespace firstfault::output;

TEST_CASE("counts the columns that a terminal uses") {
  CHECK(columns("abc") == 3);
  CHECK(columns("") == 0);
  CHECK(columns("é…") == 2);
  CHECK(columns("日本") == 4);
  CHECK(columns("e\xcc\x81") == 1);
  CHECK(columns("\xff\xfe") == 2);
}

TEST_CASE("turns what is no text into a blank or a replacement character") {
  CHECK(printable("a\tb\r\n") == "a b  ");
  CHECK(printable("\x1b[31mred") == " [31mred");
  CHECK(printable("a\xffz") == "a\xef\xbf\xbdz");
  CHECK(printable("\xe2\x82") == "\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(printable("\xed\xa0\x80") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(printable("\xe2\x80\xae"
                  "abc") == "abc");
  CHECK(printable("héllo 日本 🙂") == "héllo 日本 🙂");
}

TEST_CASE("shortens in the middle or at the start, by columns and whole characters") {
  CHECK(elide_middle("abcdefghij", 10) == "abcdefghij");
  CHECK(elide_middle("abcdefghijk", 6) == "abc…jk");
  CHECK(elide_middle("日本語日本語", 5) == "日…");
  CHECK(elide_middle("abc", 1) == "…");
  CHECK(elide_middle("abc", 0).empty());
  CHECK(elide_start("/home/dev/train.py", 10) == "…/train.py");
  CHECK(elide_start("train.py", 10) == "train.py");
}

TEST_CASE("wraps at blanks and keeps long words whole") {
  CHECK(wrap("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(wrap("a verylongword b", 4) == std::vector<std::string>{"a", "verylongword", "b"});
  CHECK(wrap("", 10) == std::vector<std::string>{""});
  CHECK(wrap("   ", 10) == std::vector<std::string>{""});
}

TEST_CASE("pads to a width") {
  CHECK(padded("日", 4) == "日  ");
  CHECK(padded("abcde", 4) == "abcde");
}
