// Patterns in the words of other tools hit what they hit in RE2's.
#include <doctest/doctest.h>
#include <regex.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "rule_texts.h"
#include "rules/loader_files.h"
#include "rules/pattern.h"
#include "rules/regex_tree.h"
#include "rules/regex_words.h"

namespace fs = std::filesystem;
using namespace firstfault::rules;

namespace {

constexpr RegexStyle kModern{Dialect::Modern, ""};
constexpr RegexStyle kExtended{Dialect::Extended, ""};

std::string in_words(std::string_view pattern, const RegexStyle& style = kModern) {
  const auto tree = parse_regex(pattern);
  return tree ? to_pattern(without_loose_ends(on_one_line(*tree)), style) : "?";
}

void check_words(std::string_view pattern, std::string_view modern, std::string_view extended) {
  CAPTURE(pattern);
  CHECK(in_words(pattern) == modern);
  CHECK(in_words(pattern, kExtended) == extended);
}

/// As `grep -E` does it.
class Extended {
 public:
  explicit Extended(const std::string& pattern)
      : ok_(regcomp(&regex_, pattern.c_str(), REG_EXTENDED | REG_NOSUB) == 0) {}
  ~Extended() {
    if (ok_) regfree(&regex_);
  }
  Extended(const Extended&) = delete;
  Extended& operator=(const Extended&) = delete;
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool hits(const std::string& line) const { return regexec(&regex_, line.c_str(), 0, nullptr, 0) == 0; }

 private:
  regex_t regex_{};
  bool ok_;
};

std::vector<std::string> lines_of(const Node& example) {
  std::vector<std::string> lines{""};
  for (const char c : example["text"].joined("\n")) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

/// What the pattern hits on a line of the examples, its translations hit too, behind a prefix as well.
void check_translation(const Pattern& pattern, const std::vector<std::string>& lines) {
  CAPTURE(pattern.regex);
  const auto tree = parse_regex(pattern.regex);
  REQUIRE(tree);
  const Regex line_tree = without_loose_ends(on_one_line(*tree));
  if (line_tree.kind == Regex::Kind::Nothing) return;
  const RE2 original(re2::StringPiece(pattern.regex.data(), pattern.regex.size()), pattern_options());
  const RE2 modern(to_pattern(line_tree, kModern));
  REQUIRE(modern.ok());
  const Extended extended(to_pattern(without_large_counts(line_tree), kExtended));
  REQUIRE(extended.ok());
  for (const std::string& line : lines) {
    CAPTURE(line);
    const bool wanted = RE2::PartialMatch(line, original);
    CHECK(RE2::PartialMatch(line, modern) == wanted);
    if (wanted) CHECK(extended.hits(line));
  }
}

}  // namespace

TEST_CASE("says a pattern in other words") {
  check_words("Target (?P<value>-?\\d+) is out of bounds\\.", "Target -?[0-9]+ is out of bounds\\.",
              "Target -?[0-9]+ is out of bounds\\.");
  check_words("(?:a|b)c\\b", "(?:a|b)c\\b", "(a|b)c\\b");
  check_words("x[^\\n]*?y", "x.*y", "x.*y");
  check_words("(?i)oom: x9", "[Oo][Oo][Mm]: [Xx]9", "[Oo][Oo][Mm]: [Xx]9");
  check_words("a(?i:b)c", "a[Bb]c", "a[Bb]c");
  check_words("[\\]\\[a^-]z", "[\\-\\[\\]\\^a]z", "[]a[-[^-]z");
  check_words("[\\^-]z", "[\\-\\^]z", "[-^]z");
  check_words("[^\\]\\s]z", "[^\\x09\\x0C\\x0D \\]]z", "[^][:space:]]z");
  check_words("\\$\\{x\\}", "\\$\\{x\\}", "\\$\\{x}");
  check_words("xa{2,3}b{4}c{5,}d", "xa{2,3}b{4}c{5,}d", "xa{2,3}b{4}c{5,}d");
  check_words("a{x}b", "a\\{x\\}b", "a\\{x}b");
  check_words("\\x41\\x{42}C", "ABC", "ABC");
  check_words("^a$|\\Ab\\z", "^a$|^b$", "^a$|^b$");
  check_words("[[:digit:]_]x\\W", "[0-9_]x[^0-9A-Z_a-z]", "[0-9_]x[^0-9A-Z_a-z]");
}

TEST_CASE("hides what would end the quotation around a pattern") {
  const auto tree = parse_regex("/dev/[a/]'`");
  REQUIRE(tree);
  CHECK(to_pattern(*tree, {Dialect::Modern, "/"}) == "\\x2Fdev\\x2F[\\x2Fa]'`");
  CHECK(to_pattern(*tree, {Dialect::Modern, "'"}) == "/dev/[/a]\\x27`");
}

TEST_CASE("a tool of single lines gets what a single line can hold") {
  CHECK(in_words("a(?:\\n.*)?b") == "ab");
  CHECK(in_words("a[\\s\\S]b") == "a.b");
  CHECK(in_words("a[ \\n]b") == "a b");
  CHECK(in_words("one|two\\nthree") == "one");
  CHECK(on_one_line(*parse_regex("two\\nthree")).kind == Regex::Kind::Nothing);
  CHECK(on_one_line(*parse_regex("(?:two\\n)+three")).kind == Regex::Kind::Nothing);
}

TEST_CASE("cuts off what is optional at either end") {
  CHECK(in_words(".*abc\\d*") == "abc");
  CHECK(in_words("abc(?: at (?P<x>\\w+))?") == "abc");
  CHECK(in_words("abc\\d+") == "abc[0-9]");
  CHECK(in_words("(?:a+|b)c{2,9}") == "(?:a|b)c{2}");
  CHECK(in_words("^ *abc") == "^ *abc");
}

TEST_CASE("large counts may be opened") {
  CHECK(to_pattern(without_large_counts(*parse_regex("a.{0,80}b\\d{1,3}[^']{1,40}'")), kModern) ==
        "a.*b[0-9]{1,3}[^']+'");
}

TEST_CASE("gives up on syntax that no rule has needed") {
  for (const char* pattern : {"\\pL", "\\Qa\\E", "(?P=x)", "(a", "[a", "a)", "\\C", "[[:nope:]]"})
    CHECK_MESSAGE(!parse_regex(pattern), pattern);
  CHECK_FALSE(parse_regex(std::string(500, '(') + std::string(500, ')')));
}

TEST_CASE("every built-in pattern hits the lines of its examples in all words") {
  std::vector<RuleSource> sources;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(FIRSTFAULT_ROOT) / "rules" / "signatures")) {
    if (entry.path().extension() != ".jsonc") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    sources.push_back({entry.path().generic_string(), {std::istreambuf_iterator<char>(in), {}}});
  }
  const LoadedRules loaded = load_sound(std::move(sources));
  for (const RuleFile& file : loaded.files->files) {
    const Signature* signature = loaded.rules.find_signature(file.id());
    if (signature == nullptr) continue;
    CAPTURE(signature->id);
    for (const Pattern& pattern : signature->match)
      for (const auto* list : {&file.root["examples"]["matches"], &file.root["examples"]["rejects"]})
        for (const Node& example : list->items) check_translation(pattern, lines_of(example));
  }
}
