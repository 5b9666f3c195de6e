#include "lsp/documents.h"

#include <doctest/doctest.h>

#include "lsp/findings.h"

using namespace firstfault::lsp;

namespace {

ContentChange change(Position start, Position end, std::string text) { return {Range{start, end}, std::move(text)}; }

void check_change(const std::string& before, const ContentChange& edit, const std::string& after) {
  CHECK(apply_change(before, edit, Encoding::Utf16) == after);
}

/// One line of findings at `range`, shifted by `edit`.
void check_shift(Range range, const ContentChange& edit, Range expected) {
  CHECK(shift_range(range, edit, Encoding::Utf16) == expected);
}

Finding finding(const std::string& uri, std::size_t line, const std::string& message) {
  Finding made;
  made.uri = uri;
  made.diagnostic.range = {{line, 0}, {line, 5}};
  made.diagnostic.message = message;
  return made;
}

}  // namespace

TEST_CASE("applies edits at UTF-16 positions") {
  check_change("x = \"🔥\"\ny", change({0, 5}, {0, 7}, "é"), "x = \"é\"\ny");
  check_change("a\r\nb", change({0, 1}, {1, 0}, ""), "ab");
  check_change("a", change({0, 1}, {0, 1}, "\nb"), "a\nb");
  check_change("abc", change({0, 2}, {0, 1}, "-"), "ab-c");  // turned round: taken as an insertion
  check_change("old", ContentChange{{}, "new"}, "new");
}

TEST_CASE("knows a document by any spelling of its URI") {
  Documents documents;
  documents.open({"file:///a%20b.py", "python", 1, "x"});
  REQUIRE(documents.find("file:///a b.py"));
  DidChangeParams params{"file:///a%20b.py", 2, {change({0, 0}, {0, 0}, "1")}};
  documents.change(params, Encoding::Utf16);
  CHECK(documents.find("file:///a%20b.py")->text == "1x");
  CHECK(documents.find("file:///a%20b.py")->version == 2);
  documents.close("file:///a%20b.py");
  CHECK(!documents.find("file:///a%20b.py"));
  documents.change(params, Encoding::Utf16);  // not open: nothing happens
}

TEST_CASE("moves findings with the text before them") {
  const Range range{{5, 4}, {5, 9}};
  check_shift(range, change({1, 0}, {1, 0}, "a\nb\n"), {{7, 4}, {7, 9}});
  check_shift(range, change({1, 0}, {3, 0}, ""), {{3, 4}, {3, 9}});
  check_shift(range, change({5, 0}, {5, 2}, ""), {{5, 2}, {5, 7}});
  check_shift(range, change({4, 3}, {5, 0}, ""), {{4, 7}, {4, 12}});
  check_shift(range, change({5, 2}, {5, 2}, "🔥"), {{5, 6}, {5, 11}});
  check_shift(range, change({5, 4}, {5, 4}, "x\n "), {{6, 1}, {6, 6}});
  check_shift(range, change({5, 9}, {6, 0}, "x"), range);
  check_shift(range, change({5, 5}, {5, 6}, "x"), range);  // within: stays
  check_shift(range, ContentChange{{}, "new"}, range);
}

TEST_CASE("replaces the findings of one origin and tells which documents changed") {
  Findings findings;
  CHECK(findings.replace("a", {finding("u", 1, "one")}).size() == 1);
  const auto both = findings.replace("b", {finding("u", 2, "two"), finding("v", 1, "three")});
  REQUIRE(both.size() == 2);
  CHECK(both[0].diagnostics.size() == 2);
  const auto gone = findings.replace("a", {});
  REQUIRE(gone.size() == 1);
  CHECK(gone[0].diagnostics.size() == 1);
  CHECK(findings.replace("a", {}).empty());
  CHECK(findings.clear().size() == 2);
  CHECK(findings.clear().empty());
}

TEST_CASE("shows what two origins found alike only once") {
  Findings findings;
  (void)findings.replace("a", {finding("u", 1, "one")});
  const auto changed = findings.replace("b", {finding("u", 1, "one")});
  REQUIRE(changed.size() == 1);
  CHECK(changed[0].diagnostics.size() == 1);
  CHECK(findings.at("u", {1, 5}).size() == 1);
  CHECK(findings.at("u", {1, 6}).empty());
}

TEST_CASE("forgets the oldest origin when there are too many") {
  Findings findings;
  for (std::size_t i = 0; i < kMaxOrigins; ++i) (void)findings.replace(std::to_string(i), {finding("u", i, "m")});
  const auto changed = findings.replace("new", {finding("u", 999, "m")});
  REQUIRE(changed.size() == 1);
  CHECK(changed[0].diagnostics.size() == kMaxOrigins);
  CHECK(findings.on_line("u", 0).empty());
}
