#include "demux/habit.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "demux/prefix.h"
#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::demux {
namespace {

using Kind = HabitToken::Kind;

constexpr std::size_t kLongest = 120;  // bytes of a prefix
constexpr std::size_t kMostTokens = 32;
constexpr std::size_t kFewLines = 4;  // fewer prove no habit

// Strict: words are what they are. Loose: any word may stand there.
enum class Words { Strict, Loose };

struct Piece {
  Kind kind = Kind::Text;
  std::string_view text;
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_letter(char c) { return text::is_alpha(c) || c == '_' || (static_cast<unsigned char>(c) & 0x80U) != 0; }

template <class Predicate>
std::size_t run(std::string_view text, Predicate&& predicate) {
  std::size_t n = 0;
  while (n < text.size() && predicate(text[n])) ++n;
  return n;
}

Piece first_piece(std::string_view text, Words words) {
  if (is_blank(text.front())) return {Kind::Blank, text.substr(0, run(text, is_blank))};
  if (words == Words::Strict) {
    if (text::is_digit(text.front())) return {Kind::Number, text.substr(0, run(text, text::is_digit))};
    if (is_letter(text.front())) return {Kind::Text, text.substr(0, run(text, is_letter))};
    return {Kind::Text, text.substr(0, 1)};
  }
  const std::size_t word = run(text, [](char c) { return is_letter(c) || text::is_digit(c); });
  if (word == 0) return {Kind::Text, text.substr(0, 1)};
  const auto piece = text.substr(0, word);
  return {run(piece, text::is_digit) == word ? Kind::Number : Kind::Word, piece};
}

// A line may begin after a blank, or right behind a closing character.
bool ends_prefix(const Piece& piece) {
  constexpr std::string_view kClosing = "])>|:}";
  return piece.kind == Kind::Blank || (piece.text.size() == 1 && kClosing.find(piece.text.front()) != kClosing.npos);
}

void add_key(std::string& key, const Piece& piece) {
  switch (piece.kind) {
    case Kind::Text:
      key += piece.text;
      break;
    case Kind::Number:
      key += '\x01';
      break;
    case Kind::Word:
      key += '\x02';
      break;
    case Kind::Blank:
      key += ' ';
      break;
  }
}

enum class Proof { None, Weak, Strong };

// "3: Traceback …": srun's label may stand behind the prefix.
std::string_view without_label(std::string_view text) {
  text::Cursor cursor(text);
  cursor.skip_blanks();
  return cursor.take_number() && cursor.take(": ") ? cursor.rest() : text;
}

Proof proof_of(std::string_view rest) {
  const auto line = text::trim(without_label(rest));
  if (line.starts_with("Traceback (most recent call last)") || line.starts_with("File \"")) return Proof::Strong;
  if (line.size() > 2 && line.starts_with("{\"") && line.ends_with('}')) return Proof::Strong;
  if (text::trim(rest).empty()) return Proof::Weak;
  const auto peeled = peel(without_label(rest), {});
  if (peeled.layers.count > 0 && peeled.layers.names[0] == "host before tag") return Proof::None;  // or its own end
  if (peeled.prefix.rank || peeled.prefix.local_rank || peeled.prefix.record) return Proof::Strong;
  return peeled.layers.count > 0 ? Proof::Weak : Proof::None;
}

struct Candidate {
  std::size_t lines = 0;
  std::size_t blanks = kLongest;  // at the prefix's end, at least
  std::size_t strong = 0;
  std::size_t weak = 0;
  std::vector<Piece> pieces;  // of the first line that has it
};
using Candidates = std::map<std::string, Candidate, std::less<>>;

// A number that is padded to a width stands behind blanks or not.
std::size_t begin_of(std::string_view line) {
  const auto blanks = run(line, is_blank);
  return blanks < line.size() && text::is_digit(line[blanks]) ? blanks : 0;
}

void count_prefixes(std::string_view line, Words words, Candidates& candidates) {
  std::string key;
  std::vector<Piece> pieces;
  for (std::size_t at = begin_of(line); at < line.size() && at < kLongest && pieces.size() < kMostTokens;) {
    const Piece piece = first_piece(line.substr(at), words);
    pieces.push_back(piece);
    add_key(key, piece);
    at += piece.text.size();
    if (!ends_prefix(piece)) continue;
    auto& candidate = candidates[key];
    if (candidate.lines++ == 0) candidate.pieces = pieces;
    const bool padded = piece.kind != Kind::Blank && at < line.size() && is_blank(line[at]);
    if (padded) continue;
    // Blanks that not every line has are the line's own indentation.
    if (piece.kind == Kind::Blank) candidate.blanks = std::min(candidate.blanks, piece.text.size());
    const Proof proof = proof_of(line.substr(at));
    candidate.strong += proof == Proof::Strong ? 1 : 0;
    candidate.weak += proof == Proof::Weak ? 1 : 0;
    if (proof != Proof::None) return;  // what begins here is a line, or a prefix whose meaning is known
  }
}

bool only_blanks(const std::vector<Piece>& pieces) {
  return std::all_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.kind == Kind::Blank; });
}

// The longer one, unless it covers fewer lines. A blank more is the indentation of lines where others begin without it.
bool is_better(const Candidate& candidate, const Candidate& best) {
  if (candidate.lines * 10 < best.lines * 9) return false;
  if (best.lines * 10 < candidate.lines * 9) return true;
  const std::size_t more = best.pieces.size() + (candidate.pieces.back().kind == Kind::Blank ? 1 : 0);
  return candidate.pieces.size() > (candidate.lines < best.lines ? more : best.pieces.size());
}

const Candidate* best_of(const Candidates& candidates, std::size_t lines) {
  const Candidate* best = nullptr;
  for (const auto& [key, candidate] : candidates) {
    const bool most = candidate.lines * 10 >= lines * 9;
    const bool proven = candidate.strong >= 1 && candidate.strong + candidate.weak >= 2;
    const bool proven_well = candidate.strong >= 3 && candidate.lines * 2 >= lines;
    if (!(most && proven) && !proven_well) continue;
    if (only_blanks(candidate.pieces) && candidate.lines < lines) continue;  // a block that was indented as a whole
    if (best == nullptr || is_better(candidate, *best)) best = &candidate;
  }
  return best;
}

Habit habit_of(const Candidate& candidate) {
  Habit habit;
  habit.blanks = candidate.blanks;
  for (const Piece& piece : candidate.pieces)
    habit.tokens.push_back({piece.kind, piece.kind == Kind::Text ? std::string(piece.text) : std::string()});
  return habit;
}

Words words_of(const Habit& habit) {
  const bool loose =
      std::any_of(habit.tokens.begin(), habit.tokens.end(), [](const auto& token) { return token.kind == Kind::Word; });
  return loose ? Words::Loose : Words::Strict;
}

// The pieces of the line's prefix; empty where it has none of this form.
std::vector<Piece> pieces_of(const Habit& habit, std::string_view line) {
  std::vector<Piece> pieces;
  const Words words = words_of(habit);
  line.remove_prefix(begin_of(line));
  for (std::size_t i = 0; i < habit.tokens.size(); ++i) {
    const bool last = i + 1 == habit.tokens.size();
    const HabitToken& token = habit.tokens[i];
    if (line.empty()) {
      if (last && token.kind == Kind::Blank) return pieces;  // an empty line behind the prefix
      return {};
    }
    Piece piece = first_piece(line, words);
    const bool fits = piece.kind == token.kind && (token.kind != Kind::Text || piece.text == token.text);
    if (!fits) return {};
    if (last && token.kind == Kind::Blank) piece.text = piece.text.substr(0, habit.blanks);
    pieces.push_back(piece);
    line.remove_prefix(piece.text.size());
  }
  return pieces;
}

struct Column {
  std::set<std::string_view> values;
  bool rising = true;  // a counter or a time never falls
  std::int64_t last = -1;
};

void note_value(Column& column, std::string_view value) {
  column.values.insert(value);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size() || number < column.last) column.rising = false;
  column.last = number;
}

// Which tokens name the speaker: their values come again and again. What counts up, or is new on every line, does not.
void find_label(const std::vector<std::string_view>& lines, Habit& habit) {
  std::vector<Column> columns(habit.tokens.size());
  std::size_t covered = 0;
  for (const auto line : lines) {
    const auto pieces = pieces_of(habit, line);
    if (pieces.size() < habit.tokens.size()) continue;
    ++covered;
    for (std::size_t i = 0; i < pieces.size(); ++i) note_value(columns[i], pieces[i].text);
  }
  std::size_t begin = 0;
  std::size_t widest = 0;
  for (std::size_t i = 0; i <= columns.size(); ++i) {
    const bool counts =
        i < columns.size() && habit.tokens[i].kind == Kind::Number && columns[i].rising && columns[i].values.size() > 1;
    const bool names = i < columns.size() && columns[i].values.size() * 3 <= covered && !counts;
    if (names) continue;
    const bool wider = i - begin > widest;
    if (wider) {
      habit.label_begin = begin;
      habit.label_end = i;
      widest = i - begin;
    }
    begin = i + 1;
  }
}

// Any word may stand there: then few of them must come again and again, else it is the first word of prose.
bool words_repeat(const std::vector<std::string_view>& lines, const Habit& habit) {
  std::size_t covered = 0;
  std::set<std::string> values;
  for (const auto line : lines) {
    const auto pieces = pieces_of(habit, line);
    if (pieces.empty()) continue;
    ++covered;
    std::string words;
    for (const Piece& piece : pieces)
      if (piece.kind == Kind::Word) words.append(piece.text).push_back(' ');
    values.insert(std::move(words));
  }
  return values.size() * 3 <= covered;
}

}  // namespace

std::optional<HabitMatch> match_habit(const Habit& habit, std::string_view line) {
  if (habit.tokens.empty()) return std::nullopt;
  const auto pieces = pieces_of(habit, line);
  if (pieces.empty()) return std::nullopt;
  HabitMatch match;
  match.length = begin_of(line);
  std::size_t label_begin = 0;
  std::size_t label_end = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i == habit.label_begin) label_begin = match.length;
    match.length += pieces[i].text.size();
    if (i < habit.label_end) label_end = match.length;
  }
  if (habit.label_end > habit.label_begin && label_end > label_begin)
    match.label = text::trim(line.substr(label_begin, label_end - label_begin));
  return match;
}

Habit learn_habit(const std::vector<std::string_view>& lines) {
  if (lines.size() < kFewLines) return {};
  Habit habit;
  std::size_t covered = 0;  // words that differ may cover more lines than those of the most talkative speaker
  for (const Words words : {Words::Strict, Words::Loose}) {
    Candidates candidates;
    for (const auto line : lines) count_prefixes(line, words, candidates);
    const Candidate* best = best_of(candidates, lines.size());
    if (best == nullptr || best->lines <= covered) continue;
    Habit learned = habit_of(*best);
    if (words == Words::Loose && !words_repeat(lines, learned)) continue;
    find_label(lines, learned);
    habit = std::move(learned);
    covered = best->lines;
  }
  return habit;
}

}  // namespace firstfault::demux
