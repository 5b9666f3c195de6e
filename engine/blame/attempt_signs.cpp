#include "blame/attempt_signs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "parse/classify.h"
#include "text/cursor.h"

namespace firstfault::blame {
namespace {

using parse::Facts;
using parse::Failure;
using parse::Mark;
using rules::Class;

constexpr std::string_view kAgentRestarts = "elastic-restart";
constexpr std::string_view kJobRestarts = "job-restarts";
constexpr std::string_view kJobStarts = "job-starts";

std::optional<std::int64_t> number(const std::string* text) {
  if (text == nullptr) return std::nullopt;
  text::Cursor cursor(*text);
  const auto value = cursor.take_number();
  return cursor.done() ? value : std::nullopt;
}

// Tags and files that several processes share: the same local rank of two nodes.
std::set<parse::StreamIndex> shared_streams(const Facts& facts) {
  std::map<parse::StreamIndex, std::set<std::int64_t>> said;
  for (const auto& mark : facts.marks)
    if (mark.match.signature->cls == Class::Identity)
      if (const auto rank = number(find_fact(mark.match.facts, Fact::Rank))) said[mark.stream].insert(*rank);
  std::set<parse::StreamIndex> shared;
  for (parse::StreamIndex i = 0; i < facts.streams.size(); ++i) {
    const auto& stream = facts.streams[i];
    const bool by_local_rank = !stream.rank && stream.local_rank && facts.several_nodes;
    const bool own = !stream.tag.empty() || stream.file.rank || stream.file.local_rank;
    const auto ranks = said.find(i);
    if (!own || by_local_rank || (ranks != said.end() && ranks->second.size() > 1)) shared.insert(i);
  }
  return shared;
}

/// Who speaks in which stream.
struct Voices {
  const Identity& identity;
  std::set<parse::StreamIndex> shared;
};

Speaker speaker_of(const Voices& voices, parse::StreamIndex stream, std::optional<Rank> rank) {
  if (!rank) rank = voices.identity.of_stream[stream];
  return rank ? Speaker{rank->value, 0} : Speaker{-1, stream};
}

SignOf sign_of(const Mark& mark, Sign sign, const Voices& voices) {
  SignOf found;
  found.sign = sign;
  found.order = mark.order;
  found.mark = &mark;
  found.speaker = speaker_of(voices, mark.stream, mark.rank);
  found.alone = found.speaker.rank >= 0 || !voices.shared.contains(mark.stream);
  return found;
}

// "rank 3 of 8": the same again only from the same rank, in a world of any size, on any host.
SignOf world_sign(const Mark& mark, const Voices& voices) {
  auto found = sign_of(mark, Sign::World, voices);
  found.text = std::string(mark.match.signature->id) + '/' + std::to_string(mark.match.pattern);
  if (const auto* detail = find_fact(mark.match.facts, Fact::Detail)) found.text += '/' + *detail;
  if (const auto rank = number(find_fact(mark.match.facts, Fact::Rank)); rank && *rank < (1 << 20)) {
    found.speaker = {static_cast<int>(*rank), 0};
    found.alone = true;
  }
  return found;
}

std::optional<SignOf> sign_in(const Mark& mark, const Voices& voices) {
  const auto& signature = *mark.match.signature;
  const auto step = number(find_fact(mark.match.facts, Fact::Step));
  if (signature.cls == Class::Identity) return world_sign(mark, voices);
  if (signature.cls == Class::Success) return sign_of(mark, Sign::EndedWell, voices);
  if (signature.cls == Class::Progress && step) {
    auto found = sign_of(mark, Sign::Count, voices);
    found.text = std::string(signature.id) + '/' + std::to_string(mark.match.pattern);
    found.step = *step;
    return found;
  }
  const bool starts = signature.id == kJobStarts;
  if (!starts && signature.id != kAgentRestarts && signature.id != kJobRestarts) return std::nullopt;
  auto found = sign_of(mark, starts ? Sign::Banner : Sign::Restart, voices);
  found.text = std::string(signature.id) + '/' + std::to_string(mark.match.pattern);
  if (const auto* detail = find_fact(mark.match.facts, Fact::Detail)) found.text += '/' + *detail;
  return found;
}

// An exception that nobody caught, seen from the outermost frame of a program: its process ended.
bool ended_its_process(const Failure& failure) {
  if (failure.chain.empty() || failure.logged || failure.ignored || failure.quoted) return false;
  const auto& last = failure.chain.back();
  return !last.headless && !last.frames.empty() && last.frames.front().function == "<module>";
}

std::optional<SignOf> sign_in(const Failure& failure, const Voices& voices) {
  SignOf found;
  found.order = failure.order;
  found.speaker = speaker_of(voices, failure.stream, failure.rank);
  found.alone = found.speaker.rank >= 0 || !voices.shared.contains(failure.stream);
  found.sign = Sign::EndOfJob;
  if (failure.cls == Class::Outside || failure.cls == Class::Launcher) return found;
  found.sign = Sign::EndOfSpeaker;
  return ended_its_process(failure) ? std::optional(found) : std::nullopt;
}

// "W1106 04:43:02.065000 26021 torch/distributed/elastic/…": the number is the agent's process or thread. In
// containers the agents of all nodes may have the same small number.
std::string agent_of(const parse::ProcessExit& exit) {
  constexpr std::int64_t kFewProcesses = 100;
  std::string_view line = exit.line;
  line = line.substr(0, line.find("torch/distributed/elastic/"));
  if (line.ends_with("site-packages/")) line.remove_suffix(std::string_view("site-packages/").size());
  if (line.size() == exit.line.size() || !line.ends_with(' ')) return {};
  line.remove_suffix(1);
  const auto digits = line.substr(line.find_last_of(' ') + 1);
  text::Cursor cursor(digits);
  const auto number = cursor.take_number();
  return number && cursor.done() && *number >= kFewProcesses ? exit.label + ' ' + std::string(digits) : std::string{};
}

enum class Agents { One, Any };

SignOf end_in(const parse::ProcessExit& exit, Agents agents) {
  SignOf end;
  end.order = exit.order;
  end.sign = Sign::EndOfJob;
  if (exit.source != parse::ExitSource::ElasticFailed) return end;
  end.sign = Sign::EndByAgent;
  end.text = agents == Agents::One ? exit.label + " the only one" : agent_of(exit);
  return end;
}

}  // namespace

std::vector<std::vector<SignOf>> signs_by_input(const Facts& facts, const Identity& identity) {
  const Voices voices{identity, shared_streams(facts)};
  std::vector<std::vector<SignOf>> signs(facts.inputs.size());
  for (const auto& mark : facts.marks)
    if (auto sign = sign_in(mark, voices)) signs[mark.span.input.value].push_back(std::move(*sign));
  for (const auto& failure : facts.failures)
    if (auto sign = sign_in(failure, voices)) signs[failure.span.input.value].push_back(std::move(*sign));
  const auto agents = identity.single_node && identity.world_stated ? Agents::One : Agents::Any;
  for (const auto& exit : facts.exits)
    if (exit.exit_code.value_or(0) != 0 || exit.signal) signs[exit.input.value].push_back(end_in(exit, agents));
  for (auto& of_input : signs)
    std::stable_sort(of_input.begin(), of_input.end(), [](const auto& a, const auto& b) { return a.order < b.order; });
  return signs;
}

bool is_single_process(const Facts& facts) {
  const bool ranks = std::any_of(facts.streams.begin(), facts.streams.end(),
                                 [](const auto& stream) { return stream.rank || stream.local_rank; });
  const bool peers = std::any_of(facts.failures.begin(), facts.failures.end(), [](const auto& failure) {
    return failure.rank || failure.suspect || parse::is_collateral(failure.cls);
  });
  const bool named = std::any_of(facts.marks.begin(), facts.marks.end(), [](const auto& mark) {
    return mark.rank || mark.match.signature->cls == Class::Identity;
  });
  return !ranks && !peers && !named && facts.exits.empty();
}

}  // namespace firstfault::blame
