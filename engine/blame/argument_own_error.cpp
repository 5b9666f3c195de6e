// The strongest argument: a process states its own cause.
#include <algorithm>
#include <map>
#include <set>

#include "blame/arguments.h"
#include "blame/caught.h"
#include "parse/classify.h"
#include "parse/traceback_parser.h"

namespace firstfault::blame {
namespace {

using parse::Failure;

// What two processes must share to have failed "alike": signature, or type and message without numbers.
std::string fingerprint(const Failure& failure) {
  if (!failure.matches.empty()) return std::string(failure.matches.front().signature->id);
  std::string text = failure.chain.empty()
                         ? failure.text
                         : failure.chain.back().type + ':' + failure.chain.back().message.substr(0, 120);
  for (char& c : text)
    if (c >= '0' && c <= '9') c = '#';
  return text;
}

bool specific(const Failure& failure) { return !failure.matches.empty() || !failure.generic; }

struct Claim {
  Rank rank;
  std::size_t failure;
};

// After its own error the process went on far enough to lose a peer or to wait for one: the error was survived, or the
// process took long to end. Either way one that simply ended is the likelier initiator.
bool went_on(const Case& c, Rank rank, std::size_t own) {
  const ProcessView* view = find_rank(c.attempt.ranked, rank);
  if (view == nullptr || !view->collateral) return false;
  const Failure& error = c.facts.failures[own];
  const Failure& later = c.facts.failures[*view->collateral];
  return later.source == parse::Source::Exception && later.stream == error.stream && later.order > error.order;
}

// A generic error of the same wording on several ranks, while another rank has a specific one, is a library's wrapping
// of the lost peer.
std::vector<Claim> claims(const Case& c) {
  std::vector<Claim> all;
  bool any_specific = false;
  std::map<std::string, int> generic;
  for (const auto& view : c.attempt.ranked) {
    const auto own = view.own ? view.own : view.sticky;
    if (!own) continue;
    const Failure& failure = c.facts.failures[*own];
    all.push_back({*view.rank, *own});
    if (specific(failure))
      any_specific = true;
    else
      ++generic[fingerprint(failure)];
  }

  if (any_specific)
    std::erase_if(all, [&](const Claim& claim) {
      const Failure& failure = c.facts.failures[claim.failure];
      return !specific(failure) && generic[fingerprint(failure)] >= 2;
    });
  const auto moved_on = [&](const Claim& claim) { return went_on(c, claim.rank, claim.failure); };
  if (!std::all_of(all.begin(), all.end(), moved_on)) std::erase_if(all, moved_on);
  return all;
}

// Frames without the error that they led to.
bool lacks_its_end(const Failure& failure) {
  return !failure.chain.empty() && failure.chain.back().type == parse::kCutTraceback;
}

// Suspects count as local where every other process is known collateral and they are the odd ones out.
std::vector<Claim> promoted_suspects(const Case& c) {
  std::vector<Claim> suspects;
  std::map<std::string, std::vector<Claim>> by_text;
  std::size_t known_collateral = 0;
  for (const auto& view : c.attempt.ranked) {
    known_collateral += view.collateral ? 1 : 0;
    if (!view.suspect || view.collateral || lacks_its_end(c.facts.failures[*view.suspect])) continue;
    by_text[fingerprint(c.facts.failures[*view.suspect])].push_back({*view.rank, *view.suspect});
  }
  for (const auto& view : c.attempt.unranked) known_collateral += view.collateral ? 1 : 0;
  if (by_text.size() == 1 && known_collateral > by_text.begin()->second.size()) return by_text.begin()->second;
  if (by_text.size() == 1 && known_collateral == 0 && c.attempt.ranked.size() == 1 && c.attempt.exits.empty())
    return by_text.begin()->second;
  if (by_text.size() < 2) return suspects;
  const auto fewest = std::min_element(by_text.begin(), by_text.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  const auto ties = std::count_if(by_text.begin(), by_text.end(),
                                  [&](const auto& entry) { return entry.second.size() == fewest->second.size(); });
  if (ties == 1 && known_collateral == 0) return fewest->second;
  return suspects;
}

// The text knows a local rank only, and nothing proves that the job has one node.
bool rank_is_assumed(const Case& c, const Failure& failure) {
  const auto& stream = c.facts.streams[failure.stream];
  if (failure.rank || stream.rank || !stream.local_rank) return false;
  return !c.identity.by_local.contains({stream.input.value, stream.label, stream.local_rank->value}) ||
         c.identity.assumed_local;
}

// Something shows that the job did end: a launcher's notice, or a rank that lost a peer. A logged error alone may be
// handled.
bool somebody_ended(const Case& c) {
  const auto mourns = [](const ProcessView& view) { return view.explained(); };
  return !c.attempt.exits.empty() || std::any_of(c.attempt.ranked.begin(), c.attempt.ranked.end(), mourns) ||
         std::any_of(c.attempt.unranked.begin(), c.attempt.unranked.end(), mourns);
}

bool alike(const Case& c, const std::vector<Claim>& all) {
  return std::all_of(all.begin(), all.end(), [&](const Claim& claim) {
    return fingerprint(c.facts.failures[claim.failure]) == fingerprint(c.facts.failures[all.front().failure]);
  });
}

// Ranks that ended with a code of their own and said nothing belong to those who failed by themselves.
void add_silent_exits(Blame& blame, const Case& c) {
  for (const auto index : c.attempt.exits) {
    const auto& exit = c.facts.exits[index];
    const int code = exit.exit_code.value_or(0);
    if (code <= 1 || code >= 128) continue;
    const auto rank = rank_of(c.identity, exit);
    if (rank.has_value() && find_rank(c.attempt.ranked, rank.value()) == nullptr)
      name_rank(blame, c, rank, std::nullopt);
  }
}

Blame blame_claims(const Case& c, const std::vector<Claim>& all, Certainty certainty) {
  Blame blame;
  blame.path = "own error";
  blame.certainty = certainty;
  blame.leading = all.front().failure;
  RankSet ranks;
  for (const auto& claim : all) ranks.insert(claim.rank);
  for (const auto& claim : all)
    if (blame.exhibits.size() < 8) (void)exhibit_failure(blame, c, claim.failure, Role::Initiator);
  const bool every = all_ranks_of_job(c, ranks);
  // Two thirds said the same and the rest never got to speak: the launcher ended it before it could.
  const std::size_t world =
      c.identity.world_size ? static_cast<std::size_t>(*c.identity.world_size) : processes_of_launcher(c);
  const bool rest_mute = c.attempt.ranked.size() == ranks.size() && c.identity.spoke.size() == ranks.size();
  const bool silent_rest = ranks.size() >= 3 && world > 0 && ranks.size() * 3 >= world * 2 && rest_mute;
  if (alike(c, all) && (every || silent_rest)) {
    blame.attribution = Attribution::AllRanks;
    blame.path = "every rank failed alike";
    if (!c.identity.world_size && blame.certainty == Certainty::Certain) blame.certainty = Certainty::Likely;
    return blame;
  }
  for (const auto& claim : all) name_rank(blame, c, claim.rank, claim.failure);
  add_silent_exits(blame, c);
  blame.attribution = blame.initiators.size() > 1 ? Attribution::Several : Attribution::Single;
  if (blame.initiators.size() > 1 && blame.certainty == Certainty::Certain) blame.certainty = Certainty::Likely;
  return blame;
}

}  // namespace

std::optional<Blame> own_error_with_rank(const Case& c) {
  auto all = claims(c);
  // Who counted on after an error has borne it, where somebody else has not; late output of one that was seen dead
  // proves nothing.
  const auto seen_dead = [&](const Rank rank) {
    return std::any_of(c.attempt.exits.begin(), c.attempt.exits.end(),
                       [&](auto i) { return rank_of(c.identity, c.facts.exits[i]) == rank; });
  };
  const auto borne = [&](const Claim& claim) {
    return !seen_dead(claim.rank) && counted_later(c.facts, c.facts.failures[claim.failure]);
  };
  if (!std::all_of(all.begin(), all.end(), borne)) std::erase_if(all, borne);
  if (!all.empty()) {
    const Failure& lead = c.facts.failures[all.front().failure];
    const bool bare =
        lead.source == parse::Source::Exception && lead.chain.back().frames.empty() && lead.matches.empty();
    const bool only_generic =
        std::all_of(all.begin(), all.end(), [&](const auto& x) { return !specific(c.facts.failures[x.failure]); });
    Certainty certainty = Certainty::Certain;
    if (bare || only_generic || lead.spawn_index) certainty = Certainty::Likely;
    if (lead.logged) certainty = somebody_ended(c) ? Certainty::Likely : Certainty::Possible;
    const bool goes_on = went_on_counting(c.facts, lead) || borne(all.front());
    if (lead.cut || goes_on || lead.rank_of_record) certainty = Certainty::Possible;
    if (rank_is_assumed(c, lead)) certainty = Certainty::Possible;
    return blame_claims(c, all, certainty);
  }
  // A local error without a rank beats suspects.
  if (std::any_of(c.attempt.unranked.begin(), c.attempt.unranked.end(),
                  [](const auto& view) { return view.has_local(); }))
    return std::nullopt;
  auto promoted = promoted_suspects(c);
  if (promoted.empty()) return std::nullopt;
  auto blame = blame_claims(c, promoted, Certainty::Possible);
  blame.path = "the odd one out of unknown errors";
  return blame;
}

}  // namespace firstfault::blame
