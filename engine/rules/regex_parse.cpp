// The parser of regex_tree.h: RE2's syntax, by recursive descent.
#include <algorithm>
#include <string>
#include <utility>

#include "rules/regex_tree.h"

namespace firstfault::rules {
namespace {

using Kind = Regex::Kind;

constexpr int kDeepest = 100;

struct Flags {
  bool any_case = false;
  bool dot_is_all = false;
};

const CharacterSet& digits() {
  static const CharacterSet set{{'0', '9'}};
  return set;
}

const CharacterSet& word_characters() {
  static const CharacterSet set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
  return set;
}

const CharacterSet& blanks() {
  static const CharacterSet set{{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}};
  return set;
}

std::optional<CharacterSet> class_of(char32_t letter) {
  switch (letter) {
    case 'd':
      return digits();
    case 'D':
      return others(digits());
    case 'w':
      return word_characters();
    case 'W':
      return others(word_characters());
    case 's':
      return blanks();
    case 'S':
      return others(blanks());
    default:
      return {};
  }
}

std::optional<CharacterSet> named_class(std::u32string_view name) {
  if (name == U"digit") return digits();
  if (name == U"space") return blanks();
  if (name == U"word") return word_characters();
  if (name == U"alpha") return CharacterSet{{'A', 'Z'}, {'a', 'z'}};
  if (name == U"alnum") return CharacterSet{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}};
  if (name == U"upper") return CharacterSet{{'A', 'Z'}};
  if (name == U"lower") return CharacterSet{{'a', 'z'}};
  if (name == U"xdigit") return CharacterSet{{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
  return {};
}

CharacterSet in_any_case(CharacterSet set) {
  const CharacterSet given = set;
  for (const auto& [first, last] : given) {
    const auto add = [&](char32_t low, char32_t high, int shift) {
      const char32_t begin = std::max(first, low);
      const char32_t end = std::min(last, high);
      if (begin <= end)
        set.push_back({static_cast<char32_t>(static_cast<int>(begin) + shift),
                       static_cast<char32_t>(static_cast<int>(end) + shift)});
    };
    add('a', 'z', 'A' - 'a');
    add('A', 'Z', 'a' - 'A');
  }
  return normal(std::move(set));
}

/// Bytes that are no UTF-8 stand for themselves.
std::u32string decoded(std::string_view text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    char32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
      code = (code << 6U) | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
    out += code;
    i += length;
  }
  return out;
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : text_(decoded(pattern)) {}

  std::optional<Regex> parse() {
    Regex regex = choice();
    if (failed_ || at_ < text_.size()) return {};
    return regex;
  }

 private:
  [[nodiscard]] bool more() const { return !failed_ && at_ < text_.size(); }
  [[nodiscard]] char32_t peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : 0;
  }
  bool take(char32_t c) {
    if (!more() || peek() != c) return false;
    ++at_;
    return true;
  }
  Regex fail() {
    failed_ = true;
    return {};
  }
  [[nodiscard]] Regex one_of(CharacterSet set) const {
    set = normal(std::move(set));
    return {Kind::Set, flags_.any_case ? in_any_case(std::move(set)) : std::move(set), {}, 0, 0};
  }

  Regex choice();
  Regex join();
  Regex piece();
  Regex repeated(Regex part);
  Regex atom();
  Regex group();
  bool read_flags();
  Regex escape();
  std::optional<char32_t> escaped_character(char32_t letter);
  std::optional<char32_t> hexadecimal();
  std::optional<int> number();
  Regex bracket();
  void bracket_item(CharacterSet& set);
  std::optional<char32_t> bracket_character(CharacterSet& set);

  std::u32string text_;
  std::size_t at_ = 0;
  Flags flags_;
  int depth_ = 0;
  bool failed_ = false;
};

Regex Parser::choice() {
  if (++depth_ > kDeepest) return fail();
  const Flags outside = flags_;
  std::vector<Regex> parts;
  do parts.push_back(join());
  while (take('|'));
  flags_ = outside;
  --depth_;
  if (parts.size() == 1) return std::move(parts.front());
  return {Kind::Choice, {}, std::move(parts), 0, 0};
}

Regex Parser::join() {
  std::vector<Regex> parts;
  while (more() && peek() != '|' && peek() != ')') parts.push_back(piece());
  if (parts.size() == 1) return std::move(parts.front());
  return {Kind::Join, {}, std::move(parts), 0, 0};
}

Regex Parser::piece() {
  Regex part = atom();
  while (more()) {
    const auto before = at_;
    part = repeated(std::move(part));
    if (at_ == before) break;
  }
  return part;
}

/// `part` with the repetition that follows it, if one does.
Regex Parser::repeated(Regex part) {
  int least = 0;
  int most = kNoLimit;
  if (take('*')) {
  } else if (take('+')) {
    least = 1;
  } else if (take('?')) {
    most = 1;
  } else if (peek() == '{') {
    const auto before = at_++;
    const auto first = number();
    const bool comma = first && take(',');
    const auto last = comma ? number() : first;
    if (!first || !take('}')) {  // just a brace
      at_ = before;
      return part;
    }
    least = *first;
    most = last.value_or(kNoLimit);
  } else {
    return part;
  }
  (void)take('?');  // lazy or not is no question here
  std::vector<Regex> parts;
  parts.push_back(std::move(part));
  return {Kind::Repeat, {}, std::move(parts), least, most};
}

Regex Parser::atom() {
  const char32_t c = peek();
  ++at_;
  switch (c) {
    case '(':
      return group();
    case '[':
      return bracket();
    case '\\':
      return escape();
    case '^':
      return {Kind::Start, {}, {}, 0, 0};
    case '$':
      return {Kind::End, {}, {}, 0, 0};
    case '.':
      return {Kind::Set, flags_.dot_is_all ? CharacterSet{{0, kLastCharacter}} : others({{'\n', '\n'}}), {}, 0, 0};
    default:
      return one_of({{c, c}});
  }
}

Regex Parser::group() {
  const Flags outside = flags_;
  if (take('?')) {
    const bool named = peek() == '<' || (peek() == 'P' && peek(1) == '<');
    if (named) {
      while (more() && !take('>')) ++at_;
    } else if (!read_flags()) {
      return fail();
    } else if (take(')')) {
      return {};  // the flags hold for what follows in this group
    } else if (!take(':')) {
      return fail();
    }
  }
  Regex inner = choice();
  flags_ = outside;
  return take(')') ? inner : fail();
}

bool Parser::read_flags() {
  bool on = true;
  for (; more() && peek() != ')' && peek() != ':'; ++at_) {
    const char32_t c = peek();
    if (c == '-') on = false;
    if (c == 'i') flags_.any_case = on;
    if (c == 's') flags_.dot_is_all = on;
    if (std::u32string_view(U"-imsU").find(c) == std::u32string_view::npos) return false;
  }
  return more();
}

Regex Parser::escape() {
  const char32_t c = peek();
  ++at_;
  if (const auto set = class_of(c)) return one_of(*set);
  if (c == 'b') return {Kind::Boundary, {}, {}, 0, 0};
  if (c == 'B') return {Kind::NoBoundary, {}, {}, 0, 0};
  if (c == 'A') return {Kind::Start, {}, {}, 0, 0};
  if (c == 'z') return {Kind::End, {}, {}, 0, 0};
  const auto character = escaped_character(c);
  return character ? one_of({{*character, *character}}) : fail();
}

std::optional<char32_t> Parser::escaped_character(char32_t letter) {
  switch (letter) {
    case 'n':
      return U'\n';
    case 't':
      return U'\t';
    case 'r':
      return U'\r';
    case 'f':
      return U'\f';
    case 'v':
      return U'\v';
    case 'a':
      return U'\a';
    case 'x':
      return hexadecimal();
    default:
      break;
  }
  const bool plain = letter > ' ' && letter < 0x7F && !(letter >= '0' && letter <= '9') &&
                     !(letter >= 'A' && letter <= 'Z') && !(letter >= 'a' && letter <= 'z');
  return plain ? std::optional(letter) : std::nullopt;
}

std::optional<char32_t> Parser::hexadecimal() {
  const bool braces = take('{');
  std::string word;
  while (more() && peek() < 0x7F && word.size() < (braces ? 6U : 2U) &&
         std::string_view("0123456789abcdefABCDEF").find(static_cast<char>(peek())) != std::string_view::npos) {
    word += static_cast<char>(peek());
    ++at_;
  }
  if (word.empty() || (braces && !take('}'))) return {};
  return static_cast<char32_t>(std::stoul(word, nullptr, 16));
}

std::optional<int> Parser::number() {
  int value = 0;
  const auto before = at_;
  for (; more() && peek() >= '0' && peek() <= '9' && value < 10'000; ++at_)
    value = 10 * value + static_cast<int>(peek() - '0');
  return at_ > before ? std::optional(value) : std::nullopt;
}

Regex Parser::bracket() {
  const bool negated = take('^');
  CharacterSet set;
  if (take(']')) set.push_back({']', ']'});
  while (more() && peek() != ']') bracket_item(set);
  if (!take(']')) return fail();
  Regex regex = one_of(std::move(set));
  if (negated) regex.set = others(regex.set);
  return regex;
}

/// One character, range or class.
void Parser::bracket_item(CharacterSet& set) {
  const auto first = bracket_character(set);
  if (!first) return;
  char32_t last = *first;
  if (peek() == '-' && peek(1) != ']' && peek(1) != 0) {
    ++at_;
    const auto second = bracket_character(set);
    if (!second || *second < *first) failed_ = true;
    last = second.value_or(last);
  }
  set.push_back({*first, last});
}

/// Empty for a class, which goes into `set`.
std::optional<char32_t> Parser::bracket_character(CharacterSet& set) {
  const auto add = [&](const std::optional<CharacterSet>& known) {
    if (known)
      set.insert(set.end(), known->begin(), known->end());
    else
      failed_ = true;
  };
  const char32_t c = peek();
  if (c == '[' && peek(1) == ':') {
    const auto end = text_.find(U":]", at_ + 2);
    add(end == std::u32string::npos ? std::nullopt
                                    : named_class(std::u32string_view(text_).substr(at_ + 2, end - at_ - 2)));
    at_ = end == std::u32string::npos ? text_.size() : end + 2;
    return {};
  }
  ++at_;
  if (c != '\\') return c;
  const char32_t letter = peek();
  ++at_;
  if (const auto known = class_of(letter)) {
    add(known);
    return {};
  }
  const auto character = escaped_character(letter);
  if (!character) failed_ = true;
  return character;
}

}  // namespace

std::optional<Regex> parse_regex(std::string_view pattern) { return Parser(pattern).parse(); }

}  // namespace firstfault::rules
