#include "blame/clocks.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "demux/printed_time.h"
#include "text/cursor.h"

namespace firstfault::blame {
namespace {

using demux::kHour;
using demux::kMillisecond;
using demux::kMinute;
using demux::kSecond;
using demux::Nanoseconds;
using parse::Facts;
using parse::Mark;

constexpr std::size_t kMaxNodes = 256;
constexpr std::size_t kMaxEvents =
    256;                            // as the nodes, the first by name, so that the order of the inputs does not matter
constexpr std::size_t kEnough = 5;  // fewer events may agree by chance
constexpr std::size_t kMaxNotes = 8;
constexpr Nanoseconds kQuarter = 15 * kMinute;         // zones are whole quarters of an hour apart
constexpr Nanoseconds kSmallestZone = 30 * kMinute;    // no two zones in use are closer than that
constexpr Nanoseconds kMaxDriftInZone = 60 * kSecond;  // beyond it, a whole quarter is an accident
constexpr Nanoseconds kMaxDrift = 10 * kMinute;        // beyond it, the events were not the same ones
constexpr Nanoseconds kFine = 500 * kMillisecond;      // differences below are nobody's concern
constexpr Nanoseconds kCoarse = 2 * kSecond;           // the same for times of whole seconds

/// When the ranks of one node printed the event: the earliest of them.
struct Sighting {
  demux::PrintedTime time;
  std::vector<std::pair<parse::StreamIndex, int>> speakers;
};

struct Event {
  std::optional<std::int64_t> step;
  std::map<std::string, Sighting> by_node;
  bool ambiguous = false;  // a speaker printed it twice, or times of one node cannot be compared
};
using Events = std::map<std::string, Event>;

struct Difference {
  Nanoseconds median = 0;
  Nanoseconds spread = 0;
  Nanoseconds slack = 0;  // what a node may lag without its clock being wrong
  std::size_t events = 0;
  bool steps = true;
  bool zones_printed = false;
  bool fine = true;
};

int speaking_rank(const Facts& facts, const Mark& mark) {
  if (mark.rank) return mark.rank->value;
  const auto& rank = facts.streams[mark.stream].rank;
  return rank ? rank->value : -1;
}

// "rank 3 of 8 on node-b"; a rank that was on two nodes (a restart) is on neither.
std::map<int, std::string> hosts_of_ranks(const Facts& facts) {
  std::map<int, std::string> hosts;
  for (const auto& mark : facts.marks) {
    if (mark.match.signature->cls != rules::Class::Identity) continue;
    const auto* host = find_fact(mark.match.facts, Fact::Host);
    const auto* rank = find_fact(mark.match.facts, Fact::Rank);
    if (host == nullptr || rank == nullptr) continue;
    const auto number = text::Cursor(*rank).take_number();
    if (!number || *number > (1 << 20)) continue;
    const auto [known, fresh] = hosts.emplace(static_cast<int>(*number), *host);
    if (!fresh && known->second != *host) known->second.clear();
  }
  return hosts;
}

// What ranks do together: a training step, torch's barrier over its store. Greetings are not held back by anybody.
std::string event_of(const Mark& mark) {
  const auto& signature = *mark.match.signature;
  const auto* name = signature.cls == rules::Class::Progress  ? find_fact(mark.match.facts, Fact::Step)
                     : signature.id == "store-barrier-passed" ? find_fact(mark.match.facts, Fact::Detail)
                                                              : nullptr;
  if (name == nullptr) return {};
  std::string event(signature.id);
  event += '/' + std::to_string(mark.match.pattern) + '/' + std::to_string(mark.attempt) + '/' + *name;
  return event;
}

std::optional<std::int64_t> step_of(const Mark& mark) {
  const auto* step = find_fact(mark.match.facts, Fact::Step);
  if (step == nullptr) return std::nullopt;
  text::Cursor cursor(*step);
  const auto number = cursor.take_number();
  return cursor.done() ? number : std::nullopt;
}

Event* find_event(Events& events, const std::string& name) {
  const auto known = events.find(name);
  if (known != events.end()) return &known->second;
  if (events.size() >= kMaxEvents) {
    if (name > events.rbegin()->first) return nullptr;
    events.erase(std::prev(events.end()));
  }
  return &events[name];
}

void note_sighting(Event& event, const std::string& node, const demux::PrintedTime& time,
                   std::pair<parse::StreamIndex, int> speaker) {
  const auto [known, fresh] = event.by_node.try_emplace(node, Sighting{time, {}});
  auto& sighting = known->second;
  if (!fresh) {
    const auto later = later_by(time, sighting.time);
    const bool twice =
        std::find(sighting.speakers.begin(), sighting.speakers.end(), speaker) != sighting.speakers.end();
    if (twice || !later) event.ambiguous = true;
    if (later && *later < 0) sighting.time = time;
  }
  sighting.speakers.push_back(speaker);
}

Events shared_events(const Facts& facts) {
  const auto hosts = hosts_of_ranks(facts);
  const auto node_of = [&](const Mark& mark) -> const std::string& {
    const auto& stream = facts.streams[mark.stream];
    if (!stream.node.empty()) return stream.node;
    const auto host = hosts.find(speaking_rank(facts, mark));
    if (host != hosts.end() && !host->second.empty()) return host->second;
    return facts.inputs[stream.input.value].info.path;
  };
  std::set<std::string> nodes;
  for (const auto& mark : facts.marks) {
    if (mark.time.empty() || event_of(mark).empty()) continue;
    nodes.insert(node_of(mark));
    if (nodes.size() > kMaxNodes) nodes.erase(std::prev(nodes.end()));
  }
  Events events;
  if (nodes.size() < 2) return events;
  for (const auto& mark : facts.marks) {
    if (mark.time.empty() || !nodes.contains(node_of(mark))) continue;
    const auto name = event_of(mark);
    const auto time = name.empty() ? std::nullopt : demux::parse_time_in(mark.line, mark.time);
    Event* event = time ? find_event(events, name) : nullptr;
    if (event == nullptr) continue;
    event->step = step_of(mark);
    note_sighting(*event, node_of(mark), *time, {mark.stream, speaking_rank(facts, mark)});
  }
  std::erase_if(events, [](const auto& entry) { return entry.second.ambiguous || entry.second.by_node.size() < 2; });
  return events;
}

Nanoseconds median(std::vector<Nanoseconds> values) {
  if (values.empty()) return {};
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Between two collectives a node may run ahead of another by nearly a step.
Nanoseconds step_time(std::vector<std::pair<std::int64_t, demux::PrintedTime>> steps) {
  std::sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Nanoseconds> times;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const auto count = steps[i].first - steps[i - 1].first;
    const auto later = later_by(steps[i].second, steps[i - 1].second);
    if (later && count > 0) times.push_back(std::abs(*later) / count);
  }
  return median(std::move(times));
}

std::optional<Difference> difference(const Events& events, const std::string& node, const std::string& against) {
  Difference result;
  std::vector<Nanoseconds> apart;
  std::vector<std::pair<std::int64_t, demux::PrintedTime>> steps;
  for (const auto& [name, event] : events) {
    const auto a = event.by_node.find(node);
    const auto b = event.by_node.find(against);
    if (a == event.by_node.end() || b == event.by_node.end()) continue;
    const auto later = later_by(a->second.time, b->second.time);
    if (!later) continue;
    apart.push_back(*later);
    if (event.step) steps.emplace_back(*event.step, b->second.time);
    result.steps = result.steps && event.step.has_value();
    result.zones_printed = result.zones_printed || a->second.time.zone.has_value();
    result.fine = result.fine && a->second.time.digits > 0 && b->second.time.digits > 0;
  }
  result.events = apart.size();
  if (apart.size() < kEnough) return std::nullopt;
  result.median = median(apart);
  std::vector<Nanoseconds> distances;
  for (const auto value : apart) distances.push_back(std::abs(value - result.median));
  result.spread = median(distances);
  result.slack = step_time(std::move(steps));
  const auto near = std::max<Nanoseconds>(3 * result.spread, result.fine ? kFine : kCoarse);
  const auto agreeing = static_cast<std::size_t>(
      std::count_if(distances.begin(), distances.end(), [near](auto distance) { return distance <= near; }));
  if (agreeing * 4 < apart.size() * 3) return std::nullopt;
  return result;
}

// The node whose clock is in the middle, so that one wrong clock does not make all others look wrong.
std::string node_in_the_middle(const Events& events) {
  std::map<std::string, std::size_t> counts;
  for (const auto& [name, event] : events)
    for (const auto& [node, sighting] : event.by_node) ++counts[node];
  if (counts.empty()) return {};
  const auto base = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                      return a.second < b.second;
                    })->first;
  std::vector<std::pair<Nanoseconds, std::string>> offsets{{0, base}};
  for (const auto& [node, count] : counts)
    if (node != base)
      if (const auto apart = difference(events, node, base)) offsets.emplace_back(apart->median, node);
  std::sort(offsets.begin(), offsets.end());
  return offsets[(offsets.size() - 1) / 2].second;
}

std::optional<ClockOffset> offset_of(const Difference& apart) {
  ClockOffset offset;
  offset.drift = apart.median;
  const auto quarters = (apart.median + (apart.median < 0 ? -kQuarter : kQuarter) / 2) / kQuarter;
  const Nanoseconds zone = kQuarter * quarters;
  if (!apart.zones_printed && std::abs(zone) >= kSmallestZone && std::abs(apart.median - zone) <= kMaxDriftInZone) {
    offset.zone = zone;
    offset.drift -= zone;
  } else if (std::abs(apart.median) > kMaxDrift) {
    return std::nullopt;
  }
  const auto doubt = std::max({3 * apart.spread, apart.slack, apart.fine ? kFine : kCoarse});
  if (std::abs(offset.drift) <= doubt) offset.drift = 0;
  if (offset.drift == 0 && offset.zone == 0) return std::nullopt;
  offset.spread = apart.spread;
  offset.events = apart.events;
  offset.steps = apart.steps;
  return offset;
}

// 3.2 s, 0.15 s, 94 s
std::string in_seconds(Nanoseconds value) {
  const auto size = std::abs(value);
  if (size < 5 * kMillisecond) return "below 0.01 s";
  const Nanoseconds unit = (size >= 10 * kSecond ? 1000 : size >= kSecond ? 100 : 10) * kMillisecond;
  const Nanoseconds rounded = (size + unit / 2) / unit * unit / kMillisecond;
  std::string text = std::to_string(rounded / 1000);
  std::string rest = std::to_string(rounded % 1000 + 1000).substr(1);
  while (!rest.empty() && rest.back() == '0') rest.pop_back();
  return (rest.empty() ? text : text + "." + rest) + " s";
}

// 8 h, 5 h 30 min
std::string in_hours(Nanoseconds value) {
  const auto size = std::abs(value);
  std::string text = size >= kHour ? std::to_string(size / kHour) + " h" : "";
  if (size % kHour != 0) text += (text.empty() ? "" : " ") + std::to_string(size % kHour / kMinute) + " min";
  return text;
}

std::string in_words(const ClockOffset& offset) {
  const auto side = [](Nanoseconds value) { return value < 0 ? " behind" : " ahead"; };
  std::string text;
  if (offset.zone != 0)
    text = offset.node + " prints its times " + in_hours(offset.zone) + side(offset.zone) + " of " + offset.against +
           ", as in another time zone";
  if (offset.drift != 0)
    text += (text.empty() ? offset.node + "'s clock is " : ", and its clock is ") + in_seconds(offset.drift) +
            side(offset.drift) + (text.empty() ? " of " + offset.against + "'s" : "");
  return text + " (from " + std::to_string(offset.events) + (offset.steps ? " shared steps" : " shared events") +
         ", spread " + in_seconds(offset.spread) + "); times of different nodes are not compared without it";
}

}  // namespace

std::vector<ClockOffset> clock_offsets(const Facts& facts) {
  const auto events = shared_events(facts);
  const auto middle = node_in_the_middle(events);
  std::set<std::string> nodes;
  for (const auto& [name, event] : events)
    for (const auto& [node, sighting] : event.by_node) nodes.insert(node);
  std::vector<ClockOffset> offsets;
  for (const auto& node : nodes) {
    const auto apart = node == middle ? std::nullopt : difference(events, node, middle);
    auto offset = apart ? offset_of(*apart) : std::nullopt;
    if (!offset) continue;
    offset->node = node;
    offset->against = middle;
    offsets.push_back(std::move(*offset));
  }
  return offsets;
}

std::vector<std::string> clock_notes(const Facts& facts) {
  const auto offsets = clock_offsets(facts);
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < offsets.size() && i < kMaxNotes; ++i) notes.push_back(in_words(offsets[i]));
  if (offsets.size() > kMaxNotes)
    notes.push_back("the clocks of " + std::to_string(offsets.size() - kMaxNotes) + " more nodes differ from " +
                    offsets.front().against + "'s");
  return notes;
}

}  // namespace firstfault::blame
