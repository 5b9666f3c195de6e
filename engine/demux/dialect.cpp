#include "demux/dialect.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "demux/shapes.h"
#include "support/flat_json.h"
#include "text/clean.h"

namespace firstfault::demux {
namespace {

constexpr std::size_t kMaxMpiTag = 300;  // with host, pid and time
constexpr std::size_t kMaxLabels = 256;  // more different first words than hosts in a job's excerpt: no label

bool is_label(std::string_view word) {
  if (word.size() < 2 || word.size() > 120) return false;
  bool marked = false;  // a plain word in front of every line is prose, not a host or pod
  for (const char c : word) {
    if (!text::is_word(c) && c != '-' && c != '.') return false;
    marked = marked || c == '-' || text::is_digit(c);
  }
  const bool address = std::count(word.begin(), word.end(), '.') == 3;
  const bool lettered = std::any_of(word.begin(), word.end(), text::is_alpha);  // "6f9619ff-8b86"; a date has none
  return marked && (address || (lettered && (text::is_alpha(word.front()) || word.find('-') != word.npos)));
}

struct FirstWords {
  std::map<std::string, std::size_t, std::less<>> counts;
  std::size_t lines = 0;
  std::size_t colon = 0;
  std::size_t labels = 0;
};

// "node01: [rank3]: text" is taken apart without having been learned; the other lines of that host are not.
std::string_view from_host_on(std::string_view line, const PeeledLine& peeled) {
  const bool host = peeled.layers.count > 0 && peeled.layers.names[0] == "host before tag";
  return host ? line : peeled.body;
}

void count_first_word(std::string_view body, FirstWords& words) {
  ++words.lines;
  auto word = body.substr(0, body.find(' '));
  const bool colon = word.ends_with(':');
  if (colon) word.remove_suffix(1);
  if (!is_label(word)) return;
  ++words.labels;
  words.colon += colon ? 1 : 0;
  ++words.counts[std::string(word)];
}

FirstWords first_words_of(const std::vector<std::string>& lines, const Dialect& dialect) {
  FirstWords words;
  for (const auto& line : lines)
    if (const auto peeled = peel(line, dialect); !text::trim(line).empty() && !peeled.prefix.record)
      count_first_word(from_host_on(line, peeled), words);
  return words;
}

bool learn_labels(const FirstWords& words, Dialect& dialect) {
  constexpr std::size_t kFew = 4;  // fewer lines prove no habit
  if (words.lines < kFew || words.labels * 10 < words.lines * 9 || words.counts.size() > kMaxLabels) return false;
  if (words.counts.size() * 2 > words.labels) return false;  // labels repeat, text does not
  if (words.colon * 10 >= words.labels * 9)
    dialect.host_labels = true;
  else if (words.colon * 10 <= words.labels)
    dialect.pod_labels = true;
  else
    return false;
  for (const auto& [label, count] : words.counts) dialect.hosts.insert(label);
  return true;
}

// srun's labels repeat and come in no order; a viewer's line numbers never repeat. Progress bars have no label of their
// own.
// "srun: error: node7: task 1: Exited …": srun's notices name tasks whose own lines may not be here.
void note_named_task(std::string_view line, Dialect& dialect) {
  const auto at = line.find("srun: error: ");
  const auto task = at == std::string_view::npos ? at : line.find(": task", at);
  if (task == std::string_view::npos) return;
  text::Cursor cursor(line.substr(task + 6));
  cursor.take('s');
  cursor.take(' ');
  if (const auto number = cursor.take_number()) dialect.tasks.insert(std::to_string(*number) + ":");
}

bool has_task_labels(const std::vector<std::string>& lines, Dialect& dialect) {
  std::map<std::string, std::size_t, std::less<>> tasks;
  std::size_t asked = 0;
  std::size_t labelled = 0;
  for (const auto& line : lines) {
    if (text::trim(line).empty()) continue;
    note_named_task(line, dialect);
    Prefix prefix;
    text::Cursor cursor(peel(line, dialect).body);
    ++asked;
    if (!shapes::task_label(cursor, prefix)) continue;
    ++labelled;
    ++tasks[std::string(prefix.tag)];
  }
  for (const auto& [task, count] : tasks) dialect.tasks.insert(task);
  return labelled * 3 > asked && (tasks.size() * 2 <= labelled || (labelled == asked && labelled < 6));
}

// The text of a line that mpirun tagged.
std::optional<std::string_view> behind_mpi_tag(std::string_view line) {
  if (line.substr(0, kMaxMpiTag).find("<std") == std::string_view::npos) return std::nullopt;
  Prefix prefix;
  text::Cursor cursor(line);
  while (!cursor.done()) {
    const auto shape = shapes::take_transport(cursor, prefix);
    if (shape == shapes::kMpiTag) return cursor.rest();
    if (shape.empty()) break;
  }
  return std::nullopt;
}

// A blank on every line, also where Python's indents, which are even, make it an odd number.
std::optional<bool> has_blank_behind_mpi_tag(const std::vector<std::string>& lines) {
  bool odd = false;
  for (const auto& line : lines) {
    const auto text = behind_mpi_tag(line);
    if (!text || text->empty()) continue;
    const auto blanks = text->find_first_not_of(' ');
    if (blanks == 0) return false;
    odd = odd || (blanks != std::string_view::npos && blanks % 2 == 1 && (*text)[blanks] != '^');
  }
  return odd ? std::optional<bool>(true) : std::nullopt;
}

// "[INFO] [launch.py:256:main] " in front of what other programs print, their tracebacks and own records too: whoever
// passes lines on logs each of them, and its header is a prefix like any other.
bool is_relay(const std::vector<PeeledLine>& lines) {
  std::size_t records = 0;
  std::size_t nested = 0;
  for (const auto& line : lines) {
    if (!line.prefix.record || line.prefix.level > Level::Info) continue;
    ++records;
    const auto inner = peel(line.text, {}).prefix;
    const auto text = text::trim(line.text);
    const bool traceback = text.starts_with("Traceback (most recent call last)") || text.starts_with("File \"");
    nested += inner.record || inner.rank || inner.local_rank || traceback ? 1 : 0;
  }
  constexpr std::size_t kFewNested = 3;
  return records * 10 >= lines.size() * 9 && nested >= kFewNested;
}

// What is left of the lines once the known prefixes are off; logger records have none of unknown make.
Habit habit_of(const std::vector<std::string>& lines, const Dialect& dialect) {
  std::vector<PeeledLine> peeled;
  for (const auto& line : lines)
    if (!text::trim(line).empty()) peeled.push_back(peel(line, dialect));
  const bool relay = is_relay(peeled);
  std::vector<std::string_view> bodies;
  for (const auto& line : peeled) {
    const bool known = line.prefix.record || line.prefix.rank || line.prefix.local_rank;
    bodies.push_back(known && !relay ? std::string_view{} : line.body);
  }
  return learn_habit(bodies);
}

// Progress bars are drawn between the lines, with or without what stands in front of those; where there is little else,
// they are what is left to learn from.
std::vector<std::string> without_bars(const std::vector<std::string>& lines) {
  constexpr std::size_t kLittle = 8;
  std::vector<std::string> rest;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(rest), [](const auto& line) { return !is_bar(line); });
  return rest.size() < kLittle ? lines : rest;
}

// Records that carry single lines are read as those lines; what a logger says in one record is no line.
std::vector<std::string> unwrapped(std::vector<std::string> lines, Dialect& dialect) {
  std::vector<std::string> inner = lines;
  std::size_t records = 0;
  bool pieces = false;  // of a traceback: a logger would have put it into one record
  for (auto& line : inner) {
    const auto body = peel(line, {}).text;
    if (!body.starts_with('{') || !body.ends_with('}')) continue;
    const auto object = parse_flat_object(body);
    const auto* message = object ? find_member(*object, kRecordMessage) : nullptr;
    if (message == nullptr) continue;
    ++records;
    std::string text = message->substr(0, message->find('\n'));
    pieces = pieces || text.find("  File \"") < 80 || text.ends_with("Traceback (most recent call last):");
    line = std::move(text);
  }
  dialect.lines_in_records = pieces;
  return records * 2 > lines.size() ? inner : lines;
}

}  // namespace

Dialect sniff(const std::vector<std::string>& all) {
  Dialect dialect;
  const std::vector<std::string> lines = unwrapped(without_bars(all), dialect);
  dialect.layout = learn_layout(lines);
  dialect.blank_behind_mpi_tag = has_blank_behind_mpi_tag(lines);
  // A label may carry labelled lines: "trainer-0 node02: text".
  for (int label = 0; label < 2 && !has_task_labels(lines, dialect); ++label)
    if (!learn_labels(first_words_of(lines, dialect), dialect)) break;
  dialect.task_labels = has_task_labels(lines, dialect);
  dialect.habit = habit_of(lines, dialect);
  if (!dialect.habit.tokens.empty() && !dialect.task_labels)
    dialect.labels_behind_habit = dialect.task_labels = has_task_labels(lines, dialect);
  return dialect;
}

}  // namespace firstfault::demux
