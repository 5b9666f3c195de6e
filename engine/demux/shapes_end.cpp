// What stands at the END of a line and is no text of the program, or says who speaks: Ray's merged lines, fields of
// TGI, structlog and RETURNN, rich's right edge. And logfmt, whose whole line is fields.
#include <algorithm>
#include <string_view>

#include "demux/shape_parts.h"
#include "demux/shapes.h"
#include "text/clean.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

constexpr std::size_t kMaxRepeatNotice = 400;  // with Ray's hint how to turn it off
constexpr int kMaxFields = 64;

// One "key=value" that speaks of the speaker.
void note_field(std::string_view key, std::string_view value, Prefix& prefix) {
  Cursor c(value);
  const auto number = take_rank(c);
  const bool is_number = number && c.done();
  if (key == "rank" || key == "global_rank") {
    if (is_number && !prefix.rank) prefix.rank = Rank{*number};
  } else if (key == "local_rank") {
    if (is_number && !prefix.local_rank) prefix.local_rank = LocalRank{*number};
  } else if (key == "host" || key == "hostname" || key == "node" || key == "pod") {
    if (prefix.node.empty()) prefix.node = value;
  }
}

std::string_view without_quotes(std::string_view value) {
  for (const char quote : {'"', '\''})
    if (value.size() >= 2 && value.front() == quote && value.back() == quote) return value.substr(1, value.size() - 2);
  return value;
}

bool is_key(std::string_view word) {
  return !word.empty() && text::is_alpha(word.front()) &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_name(c); });
}

// The unbroken run of "key=value" words that ends the line. Two ranks on one line are two processes that wrote at once.
void note_trailing_fields(std::string_view text, Prefix& prefix) {
  static constexpr std::string_view kRank = " rank=";
  if (text.find(kRank) != text.rfind(kRank)) return;
  for (int fields = 0; fields < kMaxFields; ++fields) {
    text = text::trim(text);
    const auto at = text.rfind(' ');
    const auto word = at == std::string_view::npos ? text : text.substr(at + 1);
    const auto equals = word.find('=');
    if (equals == std::string_view::npos || !is_key(word.substr(0, equals))) return;
    note_field(word.substr(0, equals), without_quotes(word.substr(equals + 1)), prefix);
    if (at == std::string_view::npos) return;
    text = text.substr(0, at);
  }
}

// "…  trainer.py:42" in the last columns of rich's line.
std::string_view without_place(std::string_view text) {
  const auto at = text.rfind(' ');
  if (at == std::string_view::npos) return text;
  const auto place = text.substr(at + 1);
  const auto colon = place.rfind(".py:");
  if (colon == std::string_view::npos || colon == 0) return text;
  Cursor line(place.substr(colon + 4));
  if (line.take_while(text::is_digit).empty() || !line.done()) return text;
  text = text.substr(0, at);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// "… rank=1" that TGI's launcher adds for the shard.
std::string_view without_shard(std::string_view text, Prefix& prefix) {
  const auto at = text.rfind(" rank=");
  if (at == std::string_view::npos) return text;
  Cursor c(text.substr(at + 6));
  const auto rank = take_rank(c);
  if (!rank || !c.done()) return text;
  if (!prefix.rank) prefix.rank = Rank{*rank};
  return text.substr(0, at);
}

// RETURNN: "…, mem_usage:cuda:2 7.5GB": the device of the speaker.
void note_device_at_end(std::string_view text, Prefix& prefix) {
  if (!text.ends_with("GB") && !text.ends_with("MB")) return;
  static constexpr std::string_view kMark = "mem_usage:cuda:";
  const auto at = text.rfind(kMark);
  if (at == std::string_view::npos) return;
  Cursor c(text.substr(at + kMark.size()));
  const auto device = take_rank(c);
  if (device && c.peek() == ' ') prefix.device = device;
}

// key=value or key="va\"lue"; the value without its quotes.
struct Field {
  std::string_view key;
  std::string_view value;
};

std::optional<Field> take_field(Cursor& cursor) {
  Cursor c = cursor;
  const auto key = c.take_while(is_name);
  if (!is_key(key) || !c.take('=')) return std::nullopt;
  if (c.peek() != '"') {
    const auto value = c.take_while([](char x) { return x != ' '; });
    c.skip_blanks();
    cursor = c;
    return Field{key, value};
  }
  const auto rest = c.rest();
  std::size_t end = 1;
  while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
  if (end >= rest.size()) return std::nullopt;
  c = Cursor(rest.substr(end + 1));
  c.skip_blanks();
  cursor = c;
  return Field{key, rest.substr(1, end - 1)};
}

bool note_logfmt_field(const Field& field, Prefix& prefix, std::string_view& message) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), field.key) != names.end();
  };
  if (is_one_of({"time", "ts", "t", "timestamp"})) {
    note_time(prefix, field.value);
  } else if (is_one_of({"level", "lvl", "severity"})) {
    Cursor c(field.value);
    prefix.level = take_level_any_case(c);
    return prefix.level != Level::None;
  } else if (is_one_of({"msg", "message"})) {
    message = field.value;
  } else {
    note_field(field.key, field.value, prefix);
  }
  return true;
}

}  // namespace

bool logfmt_line(Cursor& cursor, Prefix& prefix) {
  static constexpr std::string_view kFirst[] = {"time=", "ts=", "level=", "lvl=", "t=", "timestamp="};
  Cursor c = cursor;
  if (std::none_of(std::begin(kFirst), std::end(kFirst), [&](auto key) { return c.rest().starts_with(key); }))
    return false;
  Prefix said = prefix;
  std::string_view message;
  for (int fields = 0; fields < kMaxFields && !c.done(); ++fields) {
    const auto field = take_field(c);
    if (!field || !note_logfmt_field(*field, said, message)) return false;
  }
  if (!c.done() || message.data() == nullptr || said.level == Level::None) return false;
  prefix = said;
  prefix.record = true;
  cursor = Cursor(message);
  return true;
}

std::string_view without_repeat(std::string_view line, Prefix& prefix) {
  static constexpr std::string_view kMark = " [repeated ";
  auto rest = line;
  while (rest.ends_with("[0m")) rest.remove_suffix(3);  // of a colour that lost its escape
  if (!rest.ends_with(']') && !rest.ends_with(')')) return line;
  const auto at = rest.rfind(kMark);
  if (at == std::string_view::npos || rest.size() - at > kMaxRepeatNotice) return line;
  Cursor c(rest.substr(at + kMark.size()));
  const auto times = take_rank(c);
  if (!times || !c.take("x across cluster]")) return line;
  if (!c.done() && !c.take(" (Ray dedup")) return line;
  prefix.repeated = *times;
  auto text = rest.substr(0, at);
  if (const auto colour = text.rfind('['); colour != std::string_view::npos && colour + 5 >= text.size()) {
    Cursor code(text.substr(colour + 1));
    if (!code.take_while(text::is_digit).empty() && code.take('m') && code.done()) text = text.substr(0, colour);
  }
  return text;
}

std::string_view read_end(std::string_view text, Prefix& prefix) {
  switch (prefix.logger) {
    case Logger::Rich:
      return without_place(text);
    case Logger::Tgi:
      return without_shard(text, prefix);
    case Logger::Structlog:
      note_trailing_fields(text, prefix);
      return text;
    case Logger::Glog:
    case Logger::Other:
      note_device_at_end(text, prefix);
      return text;
  }
  return text;
}

}  // namespace firstfault::demux::shapes
