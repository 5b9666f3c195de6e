#include "rules/regex_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace firstfault::rules {
namespace {

using Kind = Regex::Kind;

constexpr char32_t kFirstBeyondAscii = 0x80;
constexpr std::size_t kMostAlternatives = 256;

void add_utf8(std::string& out, char32_t c) {
  const auto byte = [&](char32_t value) { out += static_cast<char>(value); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | (c >> 6U));
  } else if (c < 0x10000) {
    byte(0xE0 | (c >> 12U));
    byte(0x80 | ((c >> 6U) & 0x3F));
  } else {
    byte(0xF0 | (c >> 18U));
    byte(0x80 | ((c >> 12U) & 0x3F));
    byte(0x80 | ((c >> 6U) & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

bool contains(std::string_view text, char32_t c) {
  return c < kFirstBeyondAscii && text.find(static_cast<char>(c)) != std::string_view::npos;
}

std::string hexadecimal(char32_t c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {'\\', 'x', kDigits[(c >> 4U) & 0xF], kDigits[c & 0xF]};
}

bool reaches_end(const CharacterSet& set) { return !set.empty() && set.back().last == kLastCharacter; }

/// What a negated set must leave out: a line holds no line break, so that need not be said.
CharacterSet left_out_of(const CharacterSet& set) {
  CharacterSet out;
  for (const auto& [first, last] : others(set)) {
    if (first > U'\n' || last < U'\n') out.push_back({first, last});
    if (first < U'\n' && last >= U'\n') out.push_back({first, U'\n' - 1});
    if (last > U'\n' && first <= U'\n') out.push_back({U'\n' + 1, last});
  }
  return out;
}

using AsciiSet = std::array<bool, kFirstBeyondAscii>;

AsciiSet ascii_of(const CharacterSet& set) {
  AsciiSet ascii{};
  for (const auto& [first, last] : set)
    for (char32_t c = first; c <= last && c < kFirstBeyondAscii; ++c) ascii.at(c) = true;
  return ascii;
}

/// "0-9A-Z_"
std::string runs_of(const AsciiSet& ascii) {
  std::string out;
  for (std::size_t c = 1; c < ascii.size(); ++c) {
    if (!ascii.at(c)) continue;
    std::size_t last = c;
    while (last + 1 < ascii.size() && ascii.at(last + 1)) ++last;
    out += static_cast<char>(c);
    if (last > c + 1) out += '-';
    if (last > c) out += static_cast<char>(last);
    c = last;
  }
  return out;
}

class Writer {
 public:
  explicit Writer(const RegexStyle& style) : style_(style) {}

  void add(const Regex& regex);
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] bool extended() const { return style_.dialect == Dialect::Extended; }
  void open() { out_ += extended() ? "(" : "(?:"; }
  void add_grouped(const Regex& regex);
  void add_repeat(const Regex& regex);
  void add_choice(const Regex& regex);
  void add_set(const CharacterSet& set);
  void add_character(char32_t c);
  void add_bracket(const CharacterSet& set, std::string_view negation);
  void add_extended_set(const CharacterSet& set);
  void add_extended_bracket(const CharacterSet& set, std::string_view negation);
  void add_in_bracket(char32_t c);

  RegexStyle style_;
  std::string out_;
};

void Writer::add(const Regex& regex) {
  switch (regex.kind) {
    case Kind::Nothing:
      return;
    case Kind::Set:
      return add_set(regex.set);
    case Kind::Join:
      for (const Regex& part : regex.parts) part.kind == Kind::Choice ? add_grouped(part) : add(part);
      return;
    case Kind::Choice:
      return add_choice(regex);
    case Kind::Repeat:
      return add_repeat(regex);
    case Kind::Start:
      out_ += '^';
      return;
    case Kind::End:
      out_ += '$';
      return;
    case Kind::Boundary:
      out_ += "\\b";
      return;
    case Kind::NoBoundary:
      out_ += "\\B";
      return;
  }
}

void Writer::add_grouped(const Regex& regex) {
  open();
  add(regex);
  out_ += ')';
}

void Writer::add_choice(const Regex& regex) {
  for (std::size_t i = 0; i < regex.parts.size(); ++i) {
    if (i > 0) out_ += '|';
    add(regex.parts[i]);
  }
}

void Writer::add_repeat(const Regex& regex) {
  const Regex& part = regex.parts.front();
  part.kind == Kind::Set ? add(part) : add_grouped(part);
  if (regex.most == kNoLimit && regex.least <= 1) {
    out_ += regex.least == 0 ? '*' : '+';
  } else if (regex.least == 0 && regex.most == 1) {
    out_ += '?';
  } else {
    out_ += '{' + std::to_string(regex.least);
    if (regex.most != regex.least) out_ += regex.most == kNoLimit ? "," : "," + std::to_string(regex.most);
    out_ += '}';
  }
}

void Writer::add_set(const CharacterSet& set) {
  if (reaches_end(set)) {
    const CharacterSet out = left_out_of(set);
    if (out.empty())
      out_ += '.';
    else
      add_bracket(out, "^");
  } else if (set.size() == 1 && set.front().first == set.front().last) {
    add_character(set.front().first);
  } else {
    add_bracket(set, "");
  }
}

void Writer::add_character(char32_t c) {
  const bool control = c < ' ' || c == 0x7F;
  if (!extended() && (control || contains(style_.hidden, c))) {
    out_ += hexadecimal(c);
    return;
  }
  if (contains(R"(\.[](){}*+?|^$)", c) && !(extended() && (c == ']' || c == '}'))) out_ += '\\';
  add_utf8(out_, c);
}

void Writer::add_bracket(const CharacterSet& set, std::string_view negation) {
  if (extended()) return negation.empty() ? add_extended_set(set) : add_extended_bracket(set, negation);
  out_ += '[';
  out_ += negation;
  for (const auto& [first, last] : set) {
    add_in_bracket(first);
    if (last > first + 1) out_ += '-';
    if (last > first) add_in_bracket(last);
  }
  out_ += ']';
}

void Writer::add_in_bracket(char32_t c) {
  const bool control = c < ' ' || c == 0x7F;
  if (control || contains(style_.hidden, c)) {
    out_ += hexadecimal(c);
    return;
  }
  if (contains(R"([]\^-&~)", c)) out_ += '\\';
  add_utf8(out_, c);
}

/// In a POSIX bracket nothing can be escaped: `]` stands first, `-` last, `^` not first, and no `[` before `:`, `.` or
/// `=`. A set of blanks has a name; other control characters have none and stand as they are.
void Writer::add_extended_bracket(const CharacterSet& set, std::string_view negation) {
  AsciiSet ascii = ascii_of(set);
  const auto take = [&](char c) { return std::exchange(ascii.at(static_cast<std::size_t>(c)), false); };
  const bool blanks = ascii['\t'] && ascii['\f'] && ascii['\r'] && ascii[' '];
  for (const char c : {'\t', '\v', '\f', '\r', ' '}) (void)(blanks && take(c));
  const bool closing = take(']');
  const bool opening = take('[');
  const bool dash = take('-');
  const bool hat = take('^');
  const std::string middle = runs_of(ascii);
  out_ += '[';
  out_ += negation;
  if (closing) out_ += ']';
  out_ += middle;
  if (blanks) out_ += "[:space:]";
  if (opening) out_ += "[-[";  // a run of one, so that nothing behind it can be taken for [: or [-
  const bool alone = !closing && middle.empty() && !blanks && !opening;
  out_ += hat && dash ? (alone ? "-^" : "^-") : hat ? "^" : dash ? "-" : "";
  out_ += ']';
}

/// Beyond ASCII one character is several bytes to a tool that counts bytes: a few become alternatives, many become
/// whatever is not ASCII.
void Writer::add_extended_set(const CharacterSet& set) {
  CharacterSet beyond;
  std::size_t count = 0;
  for (const auto& [first, last] : set) {
    if (last < kFirstBeyondAscii) continue;
    beyond.push_back({std::max(first, kFirstBeyondAscii), last});
    count += last - beyond.back().first + 1;
  }
  if (beyond.empty()) return add_extended_bracket(set, "");
  if (count > kMostAlternatives) return add_extended_bracket(others(set), "^");
  out_ += '(';
  add_extended_bracket(set, "");
  for (const auto& [first, last] : beyond)
    for (char32_t c = first; c <= last; ++c) {
      out_ += '|';
      add_utf8(out_, c);
    }
  out_ += ')';
}

}  // namespace

std::string to_pattern(const Regex& regex, const RegexStyle& style) {
  Writer writer(style);
  writer.add(regex);
  return writer.take();
}

}  // namespace firstfault::rules
