#include "demux/prefix.h"

#include <span>

#include "demux/shapes.h"

namespace firstfault::demux {
namespace {

using text::Cursor;

constexpr shapes::Shape kTransport[] = {
    {"role tag", shapes::role_tag}, {"rank tag", shapes::rank_tag},       {"mpi tag", shapes::mpi_tag},
    {"pod tag", shapes::pod_tag},   {"actor tag", shapes::actor_tag},     {"cri stream", shapes::cri_tag},
    {"time", shapes::time_stamp},   {"compose bar", shapes::compose_bar}, {"host before tag", shapes::host_before_tag},
    {"syslog", shapes::syslog_tag}};
constexpr shapes::Shape kHeaders[] = {{"glog", shapes::glog_header},         {"nccl", shapes::nccl_header},
                                      {"composer", shapes::composer_header}, {"time", shapes::time_stamp},
                                      {"vllm", shapes::vllm_header},         {"level", shapes::level_word},
                                      {"rank tag", shapes::rank_tag},        {"logger fields", shapes::logger_fields}};

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

bool learned_prefix(Cursor& cursor, Prefix& prefix, const Habit& habit) {
  const auto match = match_habit(habit, cursor.rest());
  if (!match) return false;
  if (prefix.label.empty()) prefix.label = match->label;
  cursor = Cursor(cursor.rest().substr(match->length));
  return true;
}

void note_layer(Layers& layers, std::string_view name) { layers.names[layers.count++] = name; }

bool take_one(Cursor& cursor, PeeledLine& peeled, std::span<const shapes::Shape> known) {
  for (const auto& [name, take] : known) {
    if (!take(cursor, peeled.prefix)) continue;
    note_layer(peeled.layers, name);
    return true;
  }
  return false;
}

}  // namespace

PeeledLine peel(std::string_view line, const Dialect& dialect) {
  PeeledLine peeled;
  Cursor cursor(line);
  bool labelled = false;
  bool tasked = false;
  bool learned = false;
  while (peeled.layers.count < kMaxLayers / 2 && !cursor.done()) {
    if (!labelled && known_label(cursor, peeled.prefix, dialect)) {
      labelled = true;
      note_layer(peeled.layers, dialect.host_labels ? "host label" : "pod label");
    } else if (dialect.task_labels && !tasked && shapes::task_label(cursor, peeled.prefix)) {
      tasked = true;
      note_layer(peeled.layers, "task label");
    } else if (take_one(cursor, peeled, kTransport)) {
      continue;
    } else if (!learned && learned_prefix(cursor, peeled.prefix, dialect.habit)) {
      learned = true;
      note_layer(peeled.layers, "learned prefix");
    } else {
      break;
    }
  }
  peeled.layers.transport = peeled.layers.count;
  peeled.body = cursor.rest();
  while (peeled.layers.count < kMaxLayers && !cursor.done())
    if (!take_one(cursor, peeled, kHeaders)) break;
  peeled.text = cursor.rest();
  return peeled;
}

}  // namespace firstfault::demux
