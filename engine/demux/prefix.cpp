#include "demux/prefix.h"

#include <span>

#include "demux/shapes.h"

namespace firstfault::demux {
namespace {

using text::Cursor;

constexpr int kMaxLayers = 16;  // no real line has more; a hostile one must not keep us busy

constexpr shapes::Take kTransport[] = {
    shapes::role_tag, shapes::rank_tag,   shapes::mpi_tag,     shapes::pod_tag,         shapes::actor_tag,
    shapes::cri_tag,  shapes::time_stamp, shapes::compose_bar, shapes::host_before_tag, shapes::syslog_tag};
constexpr shapes::Take kHeaders[] = {shapes::glog_header, shapes::nccl_header,  shapes::composer_header,
                                     shapes::time_stamp,  shapes::vllm_header,  shapes::level_word,
                                     shapes::rank_tag,    shapes::logger_fields};

// "node-1: text" and "trainer-0 text", where the input does so on every line.
bool known_label(Cursor& cursor, Prefix& prefix, const Dialect& dialect) {
  if (!dialect.host_labels && !dialect.pod_labels) return false;
  const auto line = cursor.rest();
  const auto end = line.find(' ');
  auto label = line.substr(0, end);
  const bool colon = dialect.host_labels && label.ends_with(':');
  if (dialect.host_labels && !colon) return false;
  if (colon) label.remove_suffix(1);
  if (!dialect.hosts.contains(label)) return false;
  prefix.node = prefix.label = label;
  cursor = Cursor(end == std::string_view::npos ? std::string_view{} : line.substr(end + 1));
  return true;
}

bool take_one(Cursor& cursor, Prefix& prefix, std::span<const shapes::Take> takes) {
  for (const auto take : takes)
    if (take(cursor, prefix)) return true;
  return false;
}

}  // namespace

PeeledLine peel(std::string_view line, const Dialect& dialect) {
  PeeledLine peeled;
  Cursor cursor(line);
  bool labelled = false;
  bool tasked = false;
  for (int layer = 0; layer < kMaxLayers && !cursor.done(); ++layer) {
    if (!labelled && known_label(cursor, peeled.prefix, dialect)) {
      labelled = true;
      continue;
    }
    if (dialect.task_labels && !tasked && shapes::task_label(cursor, peeled.prefix)) {
      tasked = true;
      continue;
    }
    if (!take_one(cursor, peeled.prefix, kTransport)) break;
  }
  peeled.body = cursor.rest();
  for (int layer = 0; layer < kMaxLayers && !cursor.done(); ++layer)
    if (!take_one(cursor, peeled.prefix, kHeaders)) break;
  peeled.text = cursor.rest();
  return peeled;
}

}  // namespace firstfault::demux
