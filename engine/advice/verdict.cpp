#include "advice/verdict.h"

#include <algorithm>

#include "advice/headline.h"
#include "model/rank_set.h"
#include "text/words.h"

namespace firstfault::advice {
namespace {

using blame::Blame;

RankSet named_ranks(const Blame& blame) {
  RankSet ranks;
  for (const auto& initiator : blame.initiators)
    if (initiator.process.rank) ranks.insert(*initiator.process.rank);
  return ranks;
}

std::string rank_words(const RankSet& ranks) { return (ranks.size() == 1 ? "Rank " : "Ranks ") + format_ranks(ranks); }

std::string place(const Incident& incident) {
  if (!incident.frame) return {};
  const auto& file = incident.frame->file;
  const auto slash = file.find_last_of("/\\");
  return " (" + file.substr(slash == std::string::npos ? 0 : slash + 1) + ":" + std::to_string(incident.frame->line) +
         ")";
}

std::string subject(const Blame& blame) {
  const RankSet ranks = named_ranks(blame);
  const bool perhaps = blame.certainty == Certainty::Possible;
  switch (blame.attribution) {
    case Attribution::Single:
      if (ranks.empty()) return "The program failed: ";
      return rank_words(ranks) + (perhaps ? " may have failed first: " : " failed first: ");
    case Attribution::Several:
      return rank_words(ranks) + (perhaps ? " may have failed by themselves: " : " failed independently: ");
    case Attribution::AllRanks:
      return (blame.world_size ? "All " + std::to_string(*blame.world_size) + " ranks" : std::string("All ranks")) +
             " failed alike: ";
    case Attribution::External:
      return "Ended from outside, no rank is to blame: ";
    case Attribution::Undetermined:
      return "Undetermined which rank failed first: ";
  }
  return {};
}

std::string ranks_count(std::size_t count) { return count == 1 ? "1 rank" : std::to_string(count) + " ranks"; }

std::string second_sentence(const Blame& blame) {
  const std::size_t count = collateral_count(blame);
  if (count == 0) return {};
  if (blame.path == "absence") return " " + ranks_count(count) + " waited for it or lost it.";
  if (blame.attribution == Attribution::Single || blame.attribution == Attribution::Several)
    return " " + ranks_count(count) + " failed because of it.";
  if (blame.attribution == Attribution::Undetermined) return " " + ranks_count(count) + " only waited or lost a peer.";
  return {};
}

std::string claim(const causes::Weighed& weighed, const rules::Cause* cause, const Incident& incident) {
  if (cause == nullptr || weighed.hypotheses.empty())
    return incident.error ? incident.error->type + ": " + incident.error->message : "the log does not show why";
  // "it …" speaks of one named process; where none is named, the title says the same of the job.
  const bool of_one = cause->headline.starts_with("it ");
  const bool one_named = incident.attribution == Attribution::Single || incident.attribution == Attribution::Several;
  if ((of_one && !one_named) || cause->headline.empty()) return text::lower_first(cause->title);
  auto facts = weighed.facts;
  if (find_fact(facts, Fact::Detail) == nullptr && incident.error && !incident.error->message.empty())
    facts.push_back({Fact::Detail, incident.error->type + ": " + incident.error->message});
  return fill_headline(cause->headline, facts);
}

}  // namespace

std::size_t collateral_count(const Blame& blame) {
  std::size_t count = 0;
  for (const auto& group : blame.collateral) count += group.ranks.size() + group.unranked;
  // Texts without a rank may be several of one process: no more ranks can be collateral than the job has others.
  if (!blame.world_size) return count;
  const auto others = static_cast<std::size_t>(*blame.world_size) -
                      std::min(blame.initiators.size(), static_cast<std::size_t>(*blame.world_size));
  return std::min(count, others);
}

std::string verdict(const Blame& blame, const causes::Weighed& weighed, const rules::Cause* cause,
                    const Incident& incident) {
  const std::string head = subject(blame);
  const std::string where = place(incident);
  const std::size_t used = head.size() + where.size() + 1;
  const std::size_t room = used + 24 < kFirstSentenceCharacters ? kFirstSentenceCharacters - used : 24;
  std::string line =
      shorten(head + shorten(claim(weighed, cause, incident), room) + where, kFirstSentenceCharacters - 1) + ".";
  const std::string more = second_sentence(blame);
  if (line.size() + more.size() <= kVerdictCharacters) line += more;
  std::replace(line.begin(), line.end(), '\t', ' ');
  return line;
}

}  // namespace firstfault::advice
