#include "parse/pytest_report.h"

#include <algorithm>

#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr std::size_t kMaxFrames = 200;
constexpr int kMaxErrorLines = 24;
constexpr std::size_t kMaxText = 1000;

bool is_rule(std::string_view text) { return text.starts_with("____") || text.starts_with("===="); }

std::string_view defined_function(std::string_view text) {
  text::Cursor cursor(text::trim(text));
  (void)cursor.take("async ");
  if (!cursor.take("def ")) return {};
  const auto name = cursor.take_while(text::is_word);
  return cursor.peek() == '(' ? name : std::string_view{};
}

}  // namespace

void PytestReport::error_line(std::string_view text, const LineContext& context) {
  const auto error = text::trim(text.substr(1)).substr(0, kMaxText);
  if (++error_lines_ > kMaxErrorLines) return;
  if (error_lines_ == 1) {
    where_.order = where_.begin = context.order;
    where_.span = context.span;
    where_.line = std::string(context.line.substr(0, 4 * kMaxText));
    where_.time = std::string(context.time);
    where_.rank = context.rank;
  } else {
    error_ += '\n';
  }
  error_ += error;
}

// "test_crop.py:14: ", "transforms.py:3: ValueError"; "transforms.py:3: in crop" above the code (--tb=short)
bool PytestReport::place(std::string_view text) {
  const auto at = text.find(".py:");
  if (at == std::string_view::npos || text.front() == ' ' || at > kMaxText) return false;
  text::Cursor cursor(text.substr(at + 4));
  const auto line = cursor.take_number();
  if (!line || *line > 10'000'000 || !cursor.take(':')) return false;
  cursor.skip_blanks();
  const bool above = cursor.take("in ");
  const auto word = cursor.take_while([](char c) { return text::is_word(c) || c == '.' || c == '<' || c == '>'; });
  if (!text::trim(cursor.rest()).empty() || (above && word.empty())) return false;
  if (!above && source_.empty()) return false;
  if (frames_.size() < kMaxFrames) {
    TracebackFrame frame;
    frame.file = std::string(text.substr(0, at + 3));
    frame.line = static_cast<int>(*line);
    frame.function = above ? std::string(word) : std::move(function_);
    if (!above) frame.source = std::move(source_);
    frames_.push_back(std::move(frame));
  }
  function_.clear();
  source_.clear();
  if (!above) type_ = std::string(word);
  return true;
}

std::optional<FinishedTraceback> PytestReport::finish() {
  auto frames = std::move(frames_);
  auto error = std::move(error_);
  auto place_type = std::move(type_);
  FinishedTraceback done = std::move(where_);
  const bool said = said_;
  *this = {};
  said_ = said;
  if (error.empty() || frames.empty() || said) return std::nullopt;
  const auto named = exception_type(error, NameCheck::Strict);
  Traceback traceback;
  traceback.type = named.empty() ? place_type : std::string(named);
  if (traceback.type.empty()) return std::nullopt;
  traceback.full = named.empty() ? place_type + ": " + error : error;
  const auto first = std::string_view(traceback.full).substr(0, traceback.full.find('\n'));
  traceback.message = std::string(text::trim(first.substr(std::min(first.size(), traceback.type.size() + 1))));
  traceback.frames = std::move(frames);
  done.chain.push_back(std::move(traceback));
  said_ = true;
  return done;
}

std::optional<FinishedTraceback> PytestReport::line(std::string_view text, const LineContext& context) {
  if (text.starts_with("E   ")) {
    error_line(text, context);
    return std::nullopt;
  }
  if (text.empty()) return std::nullopt;
  const bool above = !frames_.empty() && type_.empty() && frames_.back().source.empty();
  const bool ends = is_rule(text) || (error_lines_ > 0 && above);
  if (ends) return finish();
  if (text.starts_with(">  ")) {
    source_ = std::string(text::trim(text.substr(1)).substr(0, kMaxText));
  } else if (const auto name = defined_function(text); !name.empty()) {
    if (function_.empty() && source_.empty()) function_ = std::string(name.substr(0, 200));
  } else if (place(text) && error_lines_ > 0) {
    return finish();
  }
  return std::nullopt;
}

}  // namespace firstfault::parse
