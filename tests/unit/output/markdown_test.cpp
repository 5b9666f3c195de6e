// Text that becomes Markdown and still means itself.
#include "output/markdown.h"

#include <doctest/doctest.h>

using namespace firstfault::output;

TEST_CASE("lets nothing of a log become markup") {
  CHECK(escape_markdown("[a](http://b) <img> **x** `y` www.z") ==
        "\\[a\\](http\\://b) &lt;img&gt; \\*\\*x\\*\\* \\`y\\` www\\.z");
  CHECK(escape_markdown("1. one") == "1\\. one");
  CHECK(escape_markdown("# one\ntwo.") == "\\# one two.");
  CHECK(code_block("a ``` b", "text") == "````text\na ``` b\n````\n");
}

TEST_CASE("prose keeps its looks where nothing in it acts") {
  for (const char* text :
       {"labels[bad] and data.cuda_oom, a * b, n < 5, 50 % (see 3.2)", "C:\\temp, a|b!", "2 x 80 GB"})
    CHECK(prose_markdown(text) == text);
}

TEST_CASE("prose cannot become a link, HTML, code, emphasis, mathematics or a list") {
  CHECK(prose_markdown("[a](http://b) <img> **x** `y` _z_ $w$") ==
        "\\[a\\](http://b) \\<img> \\*\\*x\\*\\* \\`y\\` \\_z\\_ \\$w\\$");
  CHECK(prose_markdown("1. one") == "1\\. one");
  CHECK(prose_markdown("- one\ntwo") == "\\- one two");
  CHECK(prose_markdown("&amp; R&D &") == "\\&amp; R\\&D &");
}

TEST_CASE("nothing of an address ends a link") {
  CHECK(link_markdown("a_b", "https://x.org/a(b) <c>|d") == "[a_b](https://x.org/a%28b%29%20%3Cc%3E%7Cd)");
}
