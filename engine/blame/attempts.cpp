#include "blame/attempts.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "blame/attempt_files.h"
#include "blame/attempt_signs.h"
#include "demux/printed_time.h"

namespace firstfault::blame {
namespace {

using parse::Facts;
using parse::Order;

constexpr std::size_t kMaxRestarts = 100;  // of one input

constexpr std::size_t kRecent = 8;  // lines among which a second sink's copy may stand

struct Counter {
  std::size_t attempt = 0;
  Order first = 0;
  Order last = 0;
  std::int64_t highest = 0;
  const parse::Mark* mark = nullptr;  // of the last one
  bool single_voice = true;           // it only ever rose: one process counts
  std::array<const parse::Mark*, kRecent> recent{};
  std::size_t lines = 0;

  [[nodiscard]] bool is_copy(const parse::Mark& line) const {
    return std::any_of(recent.begin(), recent.end(),
                       [&](const auto* before) { return before != nullptr && before->line == line.line; });
  }
};

using Said = std::pair<Speaker, std::string>;

/// What is known of the attempt that is being read.
struct Current {
  Order end_of_job = 0;
  Order end_of_speaker = 0;
  std::map<Speaker, Order> dead;
  std::map<Speaker, Order> joined_again;
  std::map<std::string, Order> agents;  // that said that a worker failed
};

struct Greeting {
  const SignOf* sign = nullptr;
  std::size_t attempt = 0;
};

/// What was said last by whom, of all attempts: one that fails at once says nothing to compare the next one with.
struct Heard {
  std::map<Said, Greeting> worlds;
  std::map<Said, Order> banners;
  std::map<Said, Counter> counters;
};

// A launcher says that it starts its workers again. Where they begin shows better what belongs to which attempt, so the
// notice itself is a cut only where nobody can be seen to begin.
struct Pending {
  Order order = 0;  // 0: none
  std::string text;
  bool somebody_started = false;
  bool died_again = false;
};

class Splitter {
 public:
  Splitter(bool several_nodes, bool single_process) : several_nodes_(several_nodes), single_process_(single_process) {}

  void read(const SignOf& sign) {
    switch (sign.sign) {
      case Sign::World:
        return world(sign);
      case Sign::Count:
        return count(sign);
      case Sign::Banner:
        return banner(sign);
      case Sign::Restart:
        return restart(sign);
      case Sign::EndOfJob:
        now_.agents.clear();
        return end_of_job(sign);
      case Sign::EndByAgent:
        return end_by_agent(sign);
      case Sign::EndOfSpeaker:
        return end_of_speaker(sign);
      case Sign::EndedWell:
        pending_.somebody_started = pending_.order != 0;
        return;
    }
  }

  /// The last lines of the attempts but the last.
  [[nodiscard]] std::vector<Order> finish() {
    const bool again = pending_.somebody_started || (pending_.died_again && !several_nodes_);
    if (pending_.order != 0 && again) cut_after(pending_.order);
    return std::move(cuts_);
  }

 private:
  void cut_after(Order order) {
    cuts_.push_back(order);
    now_ = {};
    pending_ = {};
  }

  [[nodiscard]] Order last_end() const { return std::max(now_.end_of_job, now_.end_of_speaker); }
  [[nodiscard]] bool died_after(Order order) const { return now_.end_of_speaker > order; }

  void end_of_job(const SignOf& sign) {
    now_.end_of_job = sign.order;
    pending_.died_again = pending_.died_again || (pending_.order != 0 && died_after(pending_.order));
  }

  // An agent gives this notice once an attempt: where it gives it again, it has started its workers in between.
  void end_by_agent(const SignOf& sign) {
    if (const auto before = now_.agents.find(sign.text); before != now_.agents.end())
      cut_after(std::max(before->second, pending_.order));
    if (!sign.text.empty()) now_.agents.emplace(sign.text, sign.order);
    end_of_job(sign);
  }

  void world(const SignOf& sign) {
    if (!sign.alone) return;  // several ranks print the same
    auto& before = heard_.worlds[{sign.speaker, sign.text}];
    if (before.sign != nullptr) {
      if (ended_since(before, sign.speaker) && !is_copy(sign, *before.sign)) {
        cut_after(sign.order - 1);
      } else if (before.attempt == cuts_.size()) {
        now_.joined_again.emplace(sign.speaker, sign.order);
      }
    }
    before = {&sign, cuts_.size()};
    pending_.somebody_started = pending_.order != 0;
  }

  // The job ended, or the speaker itself. Whoever was last heard in an attempt before joins the one that another rank
  // has begun: streams of ranks are in no order.
  [[nodiscard]] bool ended_since(const Greeting& before, const Speaker& speaker) const {
    if (now_.end_of_job > before.sign->order) return true;
    const auto dead = now_.dead.find(speaker);
    return before.attempt == cuts_.size() && dead != now_.dead.end() && dead->second > before.sign->order;
  }

  // Two sinks of one text: the same line, with the same time, stands twice.
  [[nodiscard]] static bool is_copy(const SignOf& sign, const SignOf& before) {
    return !sign.mark->time.empty() && before.mark->time == sign.mark->time && before.mark->text == sign.mark->text;
  }

  void count(const SignOf& sign) {
    auto& counter = heard_.counters[{sign.speaker, sign.text}];
    if (counter.is_copy(*sign.mark)) return;
    if (counter.mark != nullptr && sign.step <= counter.highest) {
      if (const Order cut = began_again(sign, counter)) {
        cut_after(cut);
      } else {
        counter.single_voice = false;
      }
    }
    if (counter.mark == nullptr || counter.attempt != cuts_.size())
      counter = {cuts_.size(), sign.order, sign.order, sign.step, sign.mark, true, {}, 0};
    counter.highest = std::max(counter.highest, sign.step);
    counter.last = sign.order;
    counter.mark = counter.recent[counter.lines++ % kRecent] = sign.mark;
    pending_.somebody_started = pending_.order != 0;
  }

  // The counter stands where it stood before. After an end that is a new start; without one it is an epoch.
  [[nodiscard]] Order began_again(const SignOf& sign, const Counter& before) const {
    const auto again = now_.joined_again.find(sign.speaker);
    if (sign.alone && again != now_.joined_again.end() && again->second > before.last) return again->second - 1;
    const bool ended = now_.end_of_job > before.first || (single_process_ && now_.end_of_speaker > before.first);
    if (!ended) return 0;
    const auto later = later_than(sign, before);
    const bool sure = sign.alone || (single_process_ && before.single_voice);
    // In a stream of many, what comes out late counts from the beginning too: only its times tell.
    const bool begins = sure ? later.value_or(true) : before.single_voice && later.value_or(false);
    return begins ? sign.order - 1 : 0;
  }

  [[nodiscard]] static std::optional<bool> later_than(const SignOf& sign, const Counter& before) {
    const auto now = demux::parse_time_in(sign.mark->line, sign.mark->time);
    const auto then = demux::parse_time_in(before.mark->line, before.mark->time);
    const auto later = now && then ? later_by(*now, *then) : std::nullopt;
    return later ? std::optional(*later > 0) : std::nullopt;
  }

  void banner(const SignOf& sign) {
    auto& before = heard_.banners[{sign.speaker, sign.text}];
    // A launcher on each node prints its own, the last perhaps late.
    if (before != 0 && last_end() > before && (!several_nodes_ || sign.alone)) cut_after(sign.order - 1);
    before = sign.order;
    pending_.somebody_started = pending_.order != 0;
  }

  void restart(const SignOf& sign) {
    if (pending_.order != 0 && pending_.text == sign.text) return;  // the agent of another node says the same
    if (pending_.order != 0) cut_after(pending_.order);
    pending_ = {sign.order, sign.text, false, false};
    now_.end_of_job = sign.order;
  }

  // A process ends once: where it ends again after its launcher saw it end, it was started in between.
  void end_of_speaker(const SignOf& sign) {
    const auto dead = now_.dead.find(sign.speaker);
    if (sign.alone && dead != now_.dead.end() && now_.end_of_job > dead->second)
      cut_after(pending_.order > dead->second ? pending_.order : now_.end_of_job);
    now_.dead.insert_or_assign(sign.speaker, sign.order);
    now_.end_of_speaker = sign.order;
  }

  bool several_nodes_;
  bool single_process_;
  Current now_;
  Pending pending_;
  Heard heard_;
  std::vector<Order> cuts_;
};

// A launcher's own log, its ranks' output elsewhere: each of its notices ends an attempt.
std::vector<Order> cuts_by_notices(const Facts& facts, std::uint32_t input, const std::vector<SignOf>& signs,
                                   int attempts) {
  std::vector<Order> notices;
  for (const Order order : facts.elastic_failures)
    if (order >> 40U == input) notices.push_back(order);
  const bool speaks = std::any_of(signs.begin(), signs.end(), [](const auto& sign) {
    return sign.sign == Sign::World || sign.sign == Sign::Count;
  });
  const auto count = static_cast<int>(notices.size());
  if (speaks || facts.several_nodes || attempts < 2 || (count != attempts && count + 1 != attempts)) return {};
  if (count == attempts) notices.pop_back();
  return notices;
}

// The oldest restarts of very many are not told apart: each attempt is judged by itself.
std::vector<Order> newest(std::vector<Order> cuts, Facts& facts, std::uint32_t input) {
  if (cuts.size() <= kMaxRestarts) return cuts;
  facts.notes.push_back(facts.inputs[input].info.path + ": more than " + std::to_string(kMaxRestarts) +
                        " restarts, the oldest are read as one attempt");
  cuts.erase(cuts.begin(), cuts.end() - static_cast<std::ptrdiff_t>(kMaxRestarts));
  return cuts;
}

std::vector<std::vector<Order>> cuts_of(Facts& facts, const Identity& identity,
                                        const std::vector<std::optional<int>>& by_name) {
  const bool single_process = is_single_process(facts);
  const auto signs = signs_by_input(facts, identity);
  std::vector<std::vector<Order>> cuts(facts.inputs.size());
  int attempts = 1;
  for (std::uint32_t i = 0; i < cuts.size(); ++i) {
    if (by_name[i]) {
      attempts = std::max(attempts, *by_name[i] + 1);
      continue;
    }
    Splitter splitter(facts.several_nodes, single_process);
    for (const auto& sign : signs[i]) splitter.read(sign);
    cuts[i] = newest(splitter.finish(), facts, i);
    attempts = std::max(attempts, static_cast<int>(cuts[i].size()) + 1);
  }
  for (std::uint32_t i = 0; i < cuts.size(); ++i)
    if (!by_name[i] && cuts[i].empty()) cuts[i] = cuts_by_notices(facts, i, signs[i], attempts);
  return cuts;
}

}  // namespace

int assign_attempts(Facts& facts, const Identity& identity) {
  const auto by_name = attempts_by_name(facts);
  const auto cuts = cuts_of(facts, identity, by_name);
  int attempts = 1;
  const auto attempt_at = [&](InputId input, Order order) {
    const auto& own = cuts[input.value];
    const auto passed = static_cast<int>(std::lower_bound(own.begin(), own.end(), order) - own.begin());
    const int attempt = by_name[input.value].value_or(passed);
    attempts = std::max(attempts, attempt + 1);
    return attempt;
  };
  for (auto& failure : facts.failures) failure.attempt = attempt_at(failure.span.input, failure.order);
  for (auto& exit : facts.exits) exit.attempt = attempt_at(exit.input, exit.order);
  for (auto& mark : facts.marks) mark.attempt = attempt_at(mark.span.input, mark.order);
  for (const auto& attempt : by_name)
    if (attempt) attempts = std::max(attempts, *attempt + 1);
  return attempts;
}

}  // namespace firstfault::blame
