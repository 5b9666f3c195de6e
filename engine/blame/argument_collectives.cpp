// What ranks say of collectives: fingerprints and counters that differ, lists of ranks that did not come.
#include <algorithm>
#include <map>

#include "blame/arguments.h"
#include "text/cursor.h"

namespace firstfault::blame {
namespace {

using parse::Failure;
using rules::Class;

constexpr std::size_t kQuorum = 3;  // of two that differ nobody can say which is odd

using Votes = std::map<std::string, RankSet>;  // what was done → who did it

// "Rank 1 is running collective: CollectiveFingerPrint(…)" anywhere in the text, for all ranks that it names.
void fingerprints_in(std::string_view text, std::map<Rank, std::string>& done) {
  static constexpr std::string_view kRunning = " is running collective: ";
  for (auto at = text.find(kRunning); at != std::string_view::npos; at = text.find(kRunning, at + 1)) {
    const auto word = text.rfind("Rank ", at);
    if (word == std::string_view::npos || at - word > 16) continue;
    text::Cursor number(text.substr(word + 5));
    const auto rank = number.take_number();
    if (!rank) continue;
    auto what = text.substr(at + kRunning.size());
    int depth = 0;
    std::size_t end = 0;
    for (; end < what.size(); ++end) {
      depth += what[end] == '(' ? 1 : what[end] == ')' ? -1 : 0;
      if (depth == 0 && what[end] == ')') break;
    }
    what = what.substr(0, std::min(end + 1, what.size()));
    // A record without shape stands for a rank that sent nothing.
    done[Rank{static_cast<int>(*rank)}] =
        what.find("TensorShape") == std::string_view::npos ? "nothing" : std::string(what);
  }
}

std::string counters_of(const Failure& failure) {
  for (const auto& match : failure.matches) {
    const auto* sequence = find_fact(match.facts, Fact::Sequence);
    const auto* operation = find_fact(match.facts, Fact::Collective);
    if (sequence == nullptr) continue;
    const auto* group = find_fact(match.facts, Fact::ProcessGroup);
    return (group != nullptr ? *group : std::string()) + '#' + *sequence + ' ' +
           (operation != nullptr ? *operation : std::string());
  }
  return {};
}

Votes count_votes(const std::map<Rank, std::string>& done) {
  Votes votes;
  for (const auto& [rank, what] : done) votes[what].insert(rank);
  return votes;
}

// The single rank that differs from a majority of at least three, or nothing.
std::optional<Rank> odd_one(const Votes& votes) {
  if (votes.size() != 2) return std::nullopt;
  const auto& a = votes.begin()->second;
  const auto& b = std::next(votes.begin())->second;
  const auto& few = a.size() < b.size() ? a : b;
  const auto& many = a.size() < b.size() ? b : a;
  if (few.size() != 1 || many.size() + 1 < kQuorum) return std::nullopt;
  return *few.begin();
}

std::string whole_text(const Failure& failure) {
  return failure.chain.empty() ? failure.text : failure.chain.back().full;
}

}  // namespace

std::optional<Blame> odd_fingerprint(const Case& c) {
  std::map<Rank, std::string> prints;
  std::map<Rank, std::string> counters;
  std::optional<std::size_t> speaker;
  for (const auto* views : {&c.attempt.ranked, &c.attempt.unranked})
    for (const auto& view : *views)
      for (const auto index : view.failures) {
        const Failure& failure = c.facts.failures[index];
        const auto before = prints.size();
        fingerprints_in(whole_text(failure), prints);
        if (prints.size() > before && !speaker) speaker = index;
        if (view.rank && failure.cls == Class::Waited && !counters.contains(*view.rank))
          if (auto what = counters_of(failure); !what.empty()) counters[*view.rank] = std::move(what);
      }
  const auto by_print = odd_one(count_votes(prints));
  const auto by_counter = prints.empty() ? odd_one(count_votes(counters)) : std::nullopt;
  const auto odd = by_print ? by_print : by_counter;
  if (!odd) return std::nullopt;
  Blame blame;
  blame.path = by_print ? "one fingerprint differs" : "one counter differs";
  blame.attribution = Attribution::Single;
  blame.certainty = by_print ? Certainty::Likely : Certainty::Possible;
  const ProcessView* view = find_rank(c.attempt.ranked, *odd);
  if (!speaker && view != nullptr && !view->failures.empty()) speaker = view->failures.front();
  blame.leading = speaker;
  if (speaker) (void)exhibit_failure(blame, c, *speaker, Role::Initiator);
  name_rank(blame, c, odd, std::nullopt);
  blame.hints.push_back({"collective.desync", 3, {}});
  return blame;
}

std::optional<Blame> missing_list(const Case& c) {
  for (const auto* views : {&c.attempt.ranked, &c.attempt.unranked})
    for (const auto& view : *views)
      for (const auto index : view.failures) {
        RankSet missing;
        for (const auto& match : c.facts.failures[index].matches)
          if (const auto* list = find_fact(match.facts, Fact::MissingRanks)) missing.merge(parse_ranks(*list));
        if (missing.empty()) continue;
        Blame blame;
        blame.path = "a list of ranks that did not come";
        blame.leading = index;
        (void)exhibit_failure(blame, c, index, Role::Initiator);
        blame.hints.push_back({"collective.timeout_straggler", 1.5, {0}});
        const bool few = c.identity.world_size ? static_cast<int>(missing.size()) * 2 < *c.identity.world_size + 1
                                               : missing.size() <= 2;
        for (const Rank rank : missing) {
          add_candidate(blame, rank, 0.8 / static_cast<double>(missing.size()), "listed as not having come");
          if (few) name_rank(blame, c, rank, std::nullopt);
        }
        if (few) {
          blame.attribution = missing.size() > 1 ? Attribution::Several : Attribution::Single;
          blame.certainty = missing.size() == 1 ? Certainty::Likely : Certainty::Possible;
        } else {
          blame.missing.emplace_back("why most ranks did not come: their own logs");
        }
        return blame;
      }
  return std::nullopt;
}

std::optional<Blame> disagreement(const Case& c) {
  std::optional<std::size_t> first;
  RankSet involved;
  for (const auto* views : {&c.attempt.ranked, &c.attempt.unranked})
    for (const auto& view : *views) {
      if (!view.disagree) continue;
      if (!first) first = view.disagree;
      if (view.rank) involved.insert(*view.rank);
    }
  if (!first) return std::nullopt;
  Blame blame;
  blame.path = "ranks disagree, none is odd";
  blame.leading = first;
  (void)exhibit_failure(blame, c, *first, Role::Initiator);
  // The rank that notices is the receiver: it need not be the one that did something else.
  for (const Rank rank : involved)
    add_candidate(blame, rank, 0.3 / static_cast<double>(involved.size()), "noticed the difference");
  blame.hints.push_back({"collective.desync", 2, {0}});
  blame.missing.emplace_back(
      "what each rank sent: TORCH_DISTRIBUTED_DEBUG=DETAIL prints operation, shape and dtype of both sides");
  return blame;
}

}  // namespace firstfault::blame
