// The part of the reader that unwraps log records which are JSON: of structured loggers, container runtimes,
// collectors.
#include <algorithm>

#include "demux/dialect.h"
#include "parse/reader.h"
#include "support/flat_json.h"
#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

std::optional<int> whole_number(const std::string* text, std::int64_t largest) {
  if (text == nullptr) return std::nullopt;
  text::Cursor cursor(*text);
  const auto number = cursor.take_number();
  if (!number || !cursor.done() || *number > largest) return std::nullopt;
  return static_cast<int>(*number);
}

demux::Level level_of(const std::string* text) {
  if (text == nullptr || text->empty()) return demux::Level::None;
  switch (static_cast<char>(text->front() | 0x20)) {
    case 'e':
      return demux::Level::Error;
    case 'w':
      return demux::Level::Warning;
    case 'c':
    case 'f':
    case 'a':  // alert
      return demux::Level::Fatal;
    case 'd':
    case 't':
      return demux::Level::Debug;
    default:
      return demux::Level::Info;
  }
}

// What the record says of its speaker, beside what stood in front of it. The views live as long as `object`.
demux::Prefix prefix_of(const FlatObject& object, demux::Prefix prefix) {
  constexpr std::int64_t kMaxRank = 1 << 20;
  constexpr std::int64_t kMaxPid = 1 << 30;
  const auto find = [&](std::initializer_list<std::string_view> names) { return find_member(object, names); };
  if (const auto rank = whole_number(find({"rank", "RANK", "global_rank", "process_index"}), kMaxRank);
      rank && (!prefix.rank || prefix.task))  // a task in front may be a launcher's
    prefix.rank = Rank{*rank};
  if (const auto local = whole_number(find({"local_rank", "LOCAL_RANK"}), kMaxRank); local && !prefix.local_rank)
    prefix.local_rank = LocalRank{*local};
  if (const auto pid = whole_number(find({"pid", "_PID", "process_id"}), kMaxPid); pid && !prefix.pid)
    prefix.pid = *pid;
  // The journal's records are lines of processes: of one each, or of a launcher that passes on what others say.
  if (const auto* pid = find_member(object, {"_PID"}); pid != nullptr && prefix.tag.empty()) {
    prefix.tag = *pid;
    prefix.shared_tag = true;
  }
  const auto* pod = find({"pod_name", "podName", "pod", "task_name", "container_name", "containerName"});
  const auto* host = find({"_HOSTNAME", "hostname", "host", "nodeName", "node"});
  if (prefix.label.empty() && pod != nullptr) prefix.label = *pod;
  if (prefix.label.empty() && host != nullptr) prefix.label = *host;
  if (prefix.node.empty()) prefix.node = pod != nullptr ? *pod : host != nullptr ? *host : std::string_view{};
  if (const auto* time = find({"timestamp", "@timestamp", "time", "ts", "asctime"}); time && prefix.time.empty())
    prefix.time = *time;
  return prefix;
}

}  // namespace

namespace {

// {"text": "Segmentation fault", "label": 3} is a sample of a data set: whoever logs says when, how loud or who, too.
bool is_sample(const FlatObject& object, const std::string* message) {
  return message != nullptr && message == find_member(object, {"text"}) &&
         find_member(object, {"level", "levelname", "severity", "lvl", "timestamp", "@timestamp", "time", "ts",
                              "asctime", "logger", "name", "rank", "pid", "host", "hostname", "stream", "record"}) ==
             nullptr;
}

}  // namespace

void Reader::record(const demux::PeeledLine& peeled, StreamIndex stream, const SourceSpan& span) {
  auto object = parse_flat_object(peeled.text);
  if (!object) object = parse_flat_object(text::to_valid_utf8(peeled.text, peeled.text.size()));
  const auto* message = object ? find_member(*object, demux::kRecordMessage) : nullptr;
  const auto* error =
      object ? find_member(*object, {"exc", "exc_info", "exception", "traceback", "stack_trace", "stack"}) : nullptr;
  if (message == nullptr && error == nullptr) {
    leave_trail(peeled.prefix, stream, span);
    return said(peeled.text, peeled.body, peeled.prefix, stream, span);
  }
  if (!restorer_.dialect().lines_in_records && is_sample(*object, message))
    return leave_trail(peeled.prefix, stream, span);
  demux::Prefix outer = prefix_of(*object, peeled.prefix);
  // What a container runtime or a collector carries is a line as it was printed; what a logger writes is a record.
  if (!restorer_.dialect().lines_in_records)
    outer.level = level_of(find_member(*object, {"level", "levelname", "severity", "lvl"}));
  outer.record = outer.level != demux::Level::None;
  for (const auto* text : {message, error}) {
    if (text == nullptr) continue;
    for (std::string_view rest = *text; !rest.empty();) {
      const auto end = rest.find('\n');
      record_line(rest.substr(0, end), outer, span);
      outer.record = false;  // the record begins once, its further lines belong to it
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
  }
}

// A line within a record has prefixes of its own.
void Reader::record_line(std::string_view line, const demux::Prefix& outer, const SourceSpan& span) {
  const demux::Dialect plain;
  auto peeled = demux::peel(line, restorer_.dialect().lines_in_records ? restorer_.dialect() : plain);
  demux::Prefix& prefix = peeled.prefix;
  if (!prefix.rank) prefix.rank = outer.rank;
  if (!prefix.local_rank) prefix.local_rank = outer.local_rank;
  if (!prefix.pid) prefix.pid = outer.pid;
  if (prefix.label.empty()) prefix.label = outer.label;
  if (prefix.node.empty()) prefix.node = outer.node;
  if (prefix.tag.empty()) {
    prefix.tag = outer.tag;
    prefix.shared_tag = outer.shared_tag;
    prefix.task = outer.task;
  }
  if (prefix.time.empty()) prefix.time = outer.time;
  if (prefix.level == demux::Level::None) prefix.level = outer.level;
  prefix.record = prefix.record || outer.record;
  const StreamIndex stream = stream_of(prefix);
  leave_trail(prefix, stream, span);
  said(peeled.text, peeled.body, prefix, stream, span);
}

}  // namespace firstfault::parse
