#include "blame/labels.h"

#include <algorithm>
#include <set>

#include "text/cursor.h"

namespace firstfault::blame {
namespace {

using parse::Facts;
using parse::StreamIndex;

struct LabelNumber {
  int number = 0;
  bool bare = false;  // nothing but punctuation beside it
};

std::optional<LabelNumber> number_in(std::string_view label) {
  const auto first = label.find_first_of("0123456789");
  if (first == std::string_view::npos) return std::nullopt;
  text::Cursor cursor(label.substr(first));
  const auto number = cursor.take_number();
  if (!number || *number > (1 << 20) || cursor.rest().find_first_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return LabelNumber{static_cast<int>(*number), std::none_of(label.begin(), label.end(), text::is_alpha)};
}

struct Labelled {
  LabelNumber number;
  std::vector<StreamIndex> streams;
  std::set<int> says;  // ranks that its lines name as their own
};
using Labels = std::map<std::string, Labelled>;

std::map<std::uint32_t, Labels> labels_of(const Facts& facts, const std::vector<std::optional<Rank>>& of_stream) {
  std::map<std::uint32_t, Labels> inputs;
  std::set<std::uint32_t> unnumbered;
  for (StreamIndex i = 0; i < facts.streams.size(); ++i) {
    const auto& stream = facts.streams[i];
    if (stream.label.empty()) continue;
    const auto number = number_in(stream.label);
    if (!number) {
      unnumbered.insert(stream.input.value);
      continue;
    }
    auto& label = inputs[stream.input.value][stream.label];
    label.number = *number;
    label.streams.push_back(i);
    if (of_stream[i]) label.says.insert(of_stream[i]->value);
    if (const auto trails = facts.trails.find(i); trails != facts.trails.end())
      for (const auto& [rank, trail] : trails->second)
        if (rank >= 0) label.says.insert(rank);
  }
  for (const auto input : unnumbered) inputs.erase(input);
  return inputs;
}

bool launches_itself(const Facts& facts, std::uint32_t input, const std::string& label) {
  return std::any_of(facts.exits.begin(), facts.exits.end(), [&](const auto& exit) {
    const bool elastic =
        exit.source == parse::ExitSource::ElasticFailed || exit.source == parse::ExitSource::ElasticTable;
    return elastic && exit.input.value == input && exit.label == label;
  });
}

// [0] … [n-1] in front of every line, nothing else in the label: n processes, unless the job is said to have another
// size.
bool count_processes(const Labels& labels, std::optional<int> world_size) {
  std::set<int> numbers;
  for (const auto& [text, label] : labels) {
    if (!label.number.bare) return false;
    numbers.insert(label.number.number);
  }
  const auto count = static_cast<int>(numbers.size());
  return count >= 2 && *numbers.begin() == 0 && *numbers.rbegin() == count - 1 && numbers.size() == labels.size() &&
         world_size.value_or(count) == count;
}

bool are_ranks(const Facts& facts, std::uint32_t input, const Labels& labels, std::optional<int> world_size) {
  std::size_t agreeing = 0;
  for (const auto& [text, label] : labels) {
    if (label.says.size() > 1 || launches_itself(facts, input, text)) return false;
    if (label.says.empty()) continue;
    if (*label.says.begin() != label.number.number) return false;
    ++agreeing;
  }
  return agreeing >= 2 || count_processes(labels, world_size);
}

}  // namespace

std::map<StreamIndex, Rank> ranks_by_label(const Facts& facts, const std::vector<std::optional<Rank>>& of_stream,
                                           std::optional<int> world_size) {
  std::map<StreamIndex, Rank> ranks;
  for (const auto& [input, labels] : labels_of(facts, of_stream)) {
    if (!are_ranks(facts, input, labels, world_size)) continue;
    for (const auto& [text, label] : labels)
      for (const auto stream : label.streams)
        if (!of_stream[stream]) ranks.emplace(stream, Rank{label.number.number});
  }
  return ranks;
}

}  // namespace firstfault::blame
