#include "parse/journal.h"

#include <utility>

#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr std::size_t kMaxField = 4096;
constexpr std::size_t kMaxMessage = 64 * 1024;
constexpr std::string_view kIndent = "    ";  // of the fields of a verbose record

bool is_key(std::string_view word) {
  if (word.empty() || word.size() > 64) return false;
  for (const char c : word)
    if (!text::is_upper(c) && !text::is_digit(c) && c != '_') return false;
  return true;
}

}  // namespace

// "__CURSOR=s=…;i=1;b=…", "Mon 2026-11-30 23:42:40.000000 UTC [s=…;i=1;b=…]"
Journal::Form Journal::begins(std::string_view text) const {
  if (text.find(";i=") == std::string_view::npos || text.find(";b=") == std::string_view::npos) return Form::None;
  if (text.starts_with("__CURSOR=s=")) return Form::Export;
  const auto bracket = text.find(" [s=");
  return bracket != std::string_view::npos && bracket < 60 && text.ends_with(']') ? Form::Verbose : Form::None;
}

bool Journal::field(std::string_view text, const SourceSpan& span) {
  const auto whole = text;
  if (form_ == Form::Verbose) {
    if (!text.starts_with(kIndent)) return false;
    text.remove_prefix(kIndent.size());
  }
  const auto equals = text.find('=');
  const auto key = text.substr(0, equals == std::string_view::npos ? 0 : equals);
  if (!is_key(key)) {  // in a verbose record a message goes on below itself
    const bool goes_on = form_ == Form::Verbose && !record_.line.empty() && text.starts_with(kIndent);
    if (goes_on && record_.message.size() < kMaxMessage) record_.message.append("\n").append(text::trim(text));
    return goes_on;
  }
  const auto value = text.substr(equals + 1);
  if (key == "MESSAGE") {
    record_.message = std::string(value.substr(0, kMaxMessage));
    record_.line = std::string(whole.substr(0, kMaxField));
    record_.span = span;
  }
  if (key == "_HOSTNAME") record_.host = std::string(value.substr(0, kMaxField));
  if (key == "SYSLOG_IDENTIFIER") record_.program = std::string(value.substr(0, kMaxField));
  if (key == "_PID") record_.pid = std::string(value.substr(0, kMaxField));
  return true;
}

std::optional<JournalRecord> Journal::finish() {
  form_ = Form::None;
  auto record = std::exchange(record_, {});
  if (record.line.empty()) return std::nullopt;
  return record;
}

bool Journal::line(std::string_view text, const SourceSpan& span, std::optional<JournalRecord>& done) {
  if (const auto form = begins(text); form != Form::None) {
    done = finish();
    form_ = form;
    if (form == Form::Verbose) record_.time = std::string(text.substr(0, text.find(" [s=")));
    return true;
  }
  if (form_ == Form::None) return false;
  if (field(text, span)) return true;
  done = finish();
  return text.empty();
}

}  // namespace firstfault::parse
