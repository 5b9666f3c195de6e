#include "demux/prefix.h"

#include <algorithm>
#include <iterator>

#include "demux/shapes.h"

namespace firstfault::demux {
namespace {

using text::Cursor;

// "stderr | text", "ERROR text": says by which way or how loud, not who.
bool names_nobody(std::string_view label) {
  constexpr std::string_view kWords[] = {"stdout", "stderr",  "out",  "err",   "o",     "e",       "debug",
                                         "info",   "warning", "warn", "error", "fatal", "critical"};
  while (!label.empty() && !text::is_alpha(label.front())) label.remove_prefix(1);
  while (!label.empty() && !text::is_alpha(label.back())) label.remove_suffix(1);
  const auto same = [](char a, char b) { return a == b || (text::is_upper(a) && a - 'A' + 'a' == b); };
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
    return std::equal(label.begin(), label.end(), word.begin(), word.end(), same);
  });
}

// The label nearest to the text tells speakers apart; one in front of it that never changes says nothing more.
void add_label(Prefix& prefix, std::string_view label, const Dialect& dialect) {
  if (label.empty() || names_nobody(label)) return;
  if (prefix.label.empty() || dialect.hosts.size() <= 1) {
    prefix.label = label;
  } else if (label.data() > prefix.label.data()) {
    const auto length = label.data() + label.size() - prefix.label.data();
    prefix.label = std::string_view(prefix.label.data(), static_cast<std::size_t>(length));
  }
}

// "node-1: text" and "trainer-0 text", where the input does so on every line.
bool known_label(Cursor& cursor, Prefix& prefix, const Dialect& dialect) {
  if (!dialect.host_labels && !dialect.pod_labels) return false;
  const auto line = cursor.rest();
  const auto end = line.find(' ');
  auto label = line.substr(0, end);
  const bool colon = dialect.host_labels && label.ends_with(':');
  if (!colon && !dialect.pod_labels) return false;
  if (colon) label.remove_suffix(1);
  if (!dialect.hosts.contains(label)) return false;
  add_label(prefix, label, dialect);
  if (!names_nobody(label)) prefix.node = label;
  cursor = Cursor(end == std::string_view::npos ? std::string_view{} : line.substr(end + 1));
  return true;
}

bool learned_prefix(Cursor& cursor, Prefix& prefix, const Dialect& dialect) {
  const auto match = match_habit(dialect.habit, cursor.rest());
  if (!match) return false;
  add_label(prefix, match->label, dialect);
  cursor = Cursor(cursor.rest().substr(match->length));
  return true;
}

void note_layer(Layers& layers, std::string_view name) { layers.names[layers.count++] = name; }

bool note_taken(Layers& layers, std::string_view name) {
  if (!name.empty()) note_layer(layers, name);
  return !name.empty();
}

// Where the input has not shown whether mpirun puts a blank behind its tag, an odd indent does: Python's are even.
void skip_mpi_blank(Cursor& cursor, const Dialect& dialect) {
  const auto blanks = Cursor(cursor.rest()).take_while([](char c) { return c == ' '; }).size();
  if (dialect.blank_behind_mpi_tag.value_or(blanks % 2 == 1)) cursor.take(' ');
}

// "0: " on every line is what srun puts in front of a lone task, which may be a launcher of all ranks.
void note_lone_task(Prefix& prefix, const Dialect& dialect) {
  if (dialect.tasks.size() != 1 || !prefix.task || !dialect.tasks.contains(prefix.tag)) return;
  add_label(prefix, prefix.tag, dialect);
  prefix.task.reset();
  prefix.tag = {};
  prefix.shared_tag = false;
}

// A task is a rank unless the line names its speaker better: then the task may be a node.
void settle_task(Prefix& prefix) {
  if (prefix.task && !prefix.rank && !prefix.local_rank) prefix.rank = Rank{*prefix.task};
}

}  // namespace

PeeledLine peel(std::string_view line, const Dialect& dialect) {
  PeeledLine peeled;
  if (dialect.layout.times_at_end)
    if (const auto end = shapes::time_at_end(line)) {
      line = end->text;
      peeled.prefix.time = end->time;
      note_layer(peeled.layers, "time at the end");
    }
  Cursor cursor(shapes::without_repeat(line, peeled.prefix));
  if (peeled.prefix.repeated > 0) note_layer(peeled.layers, "repeated");
  constexpr int kMostLabels = 2;
  int labelled = 0;
  bool tasked = false;
  bool learned = false;
  while (peeled.layers.count < kMaxLayers / 2 && !cursor.done()) {
    if (labelled < kMostLabels && known_label(cursor, peeled.prefix, dialect)) {
      ++labelled;
      note_layer(peeled.layers, dialect.host_labels ? "host label" : "pod label");
    } else if (!learned && learned_prefix(cursor, peeled.prefix, dialect)) {
      learned = true;
      note_layer(peeled.layers, "learned prefix");
    } else if (dialect.task_labels && !tasked && (learned || !dialect.labels_behind_habit) &&
               shapes::task_label(cursor, peeled.prefix)) {
      tasked = true;
      note_lone_task(peeled.prefix, dialect);
      note_layer(peeled.layers, "task label");
    } else if (const auto shape = shapes::take_transport(cursor, peeled.prefix); note_taken(peeled.layers, shape)) {
      if (shape == shapes::kMpiTag) skip_mpi_blank(cursor, dialect);
    } else {
      break;
    }
  }
  peeled.layers.transport = peeled.layers.count;
  peeled.body = cursor.rest();
  while (peeled.layers.count < kMaxLayers && !cursor.done())
    if (!note_taken(peeled.layers, shapes::take_header(cursor, peeled.prefix))) break;
  peeled.text = shapes::read_end(cursor.rest(), peeled.prefix);
  shapes::note_group(peeled.text, peeled.prefix);
  settle_task(peeled.prefix);
  return peeled;
}

}  // namespace firstfault::demux
