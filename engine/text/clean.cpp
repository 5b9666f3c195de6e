#include "text/clean.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "text/escapes.h"

namespace firstfault::text {
namespace {

constexpr std::size_t kMostBlanks = 4'096;  // that cursor movements may put into one line

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// The line as a person sees it, while it is written from left to right.
class ShownLine {
 public:
  /// `origins`, where it is wanted, gets the place in the raw line of every byte of `out`.
  ShownLine(std::string& out, std::vector<std::size_t>* origins) : out_(out), origins_(origins) { out_.clear(); }

  void text(std::string_view raw, std::size_t at, std::size_t end) {
    const auto piece = raw.substr(at, end - at);
    out_ += piece;
    column_ += static_cast<std::size_t>(std::count_if(piece.begin(), piece.end(), std::not_fn(continues_character)));
    if (origins_ != nullptr)
      for (; at < end; ++at) origins_->push_back(at);
  }

  void apply(const Sequence& sequence, std::size_t at) {
    switch (sequence.effect) {
      case Effect::Text:
      case Effect::Nothing:
        return;
      case Effect::Forward:
        return blanks(sequence.amount, at);
      case Effect::Back:
        return sequence.amount == 1 || sequence.amount < column_ ? back(sequence.amount) : part(at, 0);
      case Effect::Column:
        if (sequence.amount > column_) return blanks(sequence.amount - 1 - column_, at);
        return part(at, sequence.amount - 1);
      case Effect::Position:
        if (sequence.amount != column_ + 1) part(at, sequence.amount - 1);
        return;
      case Effect::Elsewhere:
        return part(at, column_);
    }
  }

 private:
  void blanks(std::size_t count, std::size_t at) {
    count = std::min(count, kMostBlanks - blanks_);
    blanks_ += count;
    column_ += count;
    out_.append(count, ' ');
    if (origins_ != nullptr) origins_->insert(origins_->end(), count, at);
  }

  void back(std::size_t count) {
    for (; count > 0 && column_ > 0 && !out_.empty(); --count, --column_) {
      while (out_.size() > 1 && continues_character(out_.back())) out_.pop_back();
      out_.pop_back();
    }
    if (origins_ != nullptr) origins_->resize(out_.size());
  }

  /// What was written stays, although the terminal may write over it: better twice than lost. A blank keeps it from
  /// growing together with what follows.
  void part(std::size_t at, std::size_t column) {
    if (!out_.empty() && out_.back() != ' ') blanks(1, at);
    column_ = column;
  }

  std::string& out_;
  std::vector<std::size_t>* origins_;
  std::size_t column_ = 0;
  std::size_t blanks_ = 0;
};

std::size_t find_sequence(std::string_view raw, std::size_t at) {
  for (; at < raw.size(); ++at)
    if (may_begin_sequence(raw[at]) && read_sequence(raw.substr(at)).effect != Effect::Text) break;
  return at;
}

void write(std::string_view raw, std::size_t first, ShownLine& line) {
  line.text(raw, 0, first);
  for (std::size_t at = first; at < raw.size();) {
    const Sequence sequence = read_sequence(raw.substr(at));
    line.apply(sequence, at);
    const std::size_t begin = at + sequence.size;
    at = find_sequence(raw, begin);
    line.text(raw, begin, at);
  }
}

// Length of the UTF-8 character at the start of `text`, 0 if it is no valid one.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  const unsigned second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool beyond = first == 0xf4 && second >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

}  // namespace

std::string_view strip_controls(std::string_view raw, std::string& scratch) {
  const std::size_t first = find_sequence(raw, 0);
  if (first == raw.size()) return raw;
  ShownLine line(scratch, nullptr);
  write(raw, first, line);
  return scratch;
}

std::size_t offset_in_raw(std::string_view raw, std::size_t offset) {
  std::string shown;
  std::vector<std::size_t> origins;
  ShownLine line(shown, &origins);
  write(raw, find_sequence(raw, 0), line);
  return offset < origins.size() ? origins[offset] : raw.size();
}

std::string to_valid_utf8(std::string_view text, std::size_t max_characters) {
  std::string out;
  out.reserve(text.size());
  std::size_t characters = 0;
  while (!text.empty()) {
    if (characters++ == max_characters) return out += "…";
    const std::size_t length = utf8_length(text);
    if (length == 0)
      out += "\xef\xbf\xbd";
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::size_t byte_of_character(std::string_view text, std::size_t character) {
  std::size_t byte = 0;
  for (; character > 0 && byte < text.size(); --character)
    byte += std::max<std::size_t>(1, utf8_length(text.substr(byte)));
  return std::min(byte, text.size());
}

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace firstfault::text
