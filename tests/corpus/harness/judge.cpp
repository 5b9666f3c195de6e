#include "harness/judge.h"

#include <algorithm>

#include "output/words.h"

namespace firstfault::corpus {
namespace {

bool sure(Certainty certainty) { return certainty == Certainty::Certain || certainty == Certainty::Likely; }

RankSet named(const Incident& incident) {
  RankSet ranks;
  for (const auto& initiator : incident.initiators)
    if (initiator.rank) ranks.insert(*initiator.rank);
  return ranks;
}

bool within(const RankSet& part, const RankSet& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

bool accepted(const Truth& truth, const std::string& cause) {
  return std::find(truth.causes.begin(), truth.causes.end(), cause) != truth.causes.end();
}

std::string base_name(const std::string& path) { return path.substr(path.find_last_of("/\\") + 1); }

std::string who_words(const Incident& incident) {
  std::string words(output::word(incident.attribution));
  words += ' ';
  words += output::word(incident.certainty);
  for (const auto& initiator : incident.initiators)
    words += initiator.rank ? " rank " + std::to_string(initiator.rank->value) : " no rank";
  return words;
}

std::string frame_words(const Incident& incident) {
  return incident.frame ? base_name(incident.frame->file) + ":" + std::to_string(incident.frame->line) : "no frame";
}

bool names_truly(const Case& c, const Incident& incident) {
  switch (c.truth.who) {
    case Who::Ranks:
      if (c.truth.ranks.empty()) return named(incident).empty() && incident.attribution != Attribution::AllRanks;
      return named(incident) == c.truth.ranks && incident.initiators.size() == c.truth.ranks.size();
    case Who::AllRanks:
      return incident.attribution == Attribution::AllRanks;
    case Who::OneProcess:
      return incident.attribution == Attribution::Single && incident.initiators.size() == 1;
    case Who::Unknown:
      return !sure(incident.certainty) && incident.attribution == Attribution::Undetermined;
  }
  return false;
}

bool claims_wrongly(const Case& c, const Incident& incident) {
  if (!sure(incident.certainty)) return false;
  const RankSet ranks = named(incident);
  const bool nobody = incident.attribution == Attribution::External;
  const bool everybody = incident.attribution == Attribution::AllRanks;
  switch (c.truth.who) {
    case Who::Ranks:
      if (c.truth.ranks.empty()) return !ranks.empty() || everybody;
      return !within(ranks, c.truth.ranks) || nobody || everybody;
    case Who::AllRanks:
    case Who::OneProcess:
      return false;
    case Who::Unknown:
      return (!ranks.empty() && !within(ranks, c.truth.injected)) || nobody || everybody;
  }
  return false;
}

bool accuses_sound_hardware(const Truth& truth, const Incident& incident) {
  if (!sure(incident.cause.certainty) || !incident.cause.id.starts_with("hardware.")) return false;
  return std::none_of(truth.causes.begin(), truth.causes.end(),
                      [](const auto& cause) { return cause.starts_with("hardware."); });
}

void judge_competitors(const Case& c, const Incident& incident, std::vector<std::string>& wrong) {
  for (const Rank rank : c.truth.injected) {
    const bool listed = std::any_of(incident.candidates.begin(), incident.candidates.end(),
                                    [&](const Candidate& x) { return x.rank == rank; });
    if (!listed) wrong.push_back("rank " + std::to_string(rank.value) + " began it and is not among the candidates");
  }
}

}  // namespace

std::vector<std::string> wrong_claims(const Case& c, const Report& report) {
  std::vector<std::string> wrong;
  if (c.truth.outcome == "succeeded") {
    if (report.outcome == Outcome::Failed) wrong.push_back("a healthy run is called failed: " + report.verdict);
    return wrong;
  }
  if (report.outcome != Outcome::Failed) return wrong;
  const Incident& incident = report.incidents.front();
  if (claims_wrongly(c, incident)) wrong.push_back("names wrongly and is sure of it: " + who_words(incident));
  if (accuses_sound_hardware(c.truth, incident)) wrong.push_back("accuses sound hardware: " + incident.cause.id);
  return wrong;
}

std::vector<std::string> objections(const Case& c, const Report& report) {
  std::vector<std::string> wrong = wrong_claims(c, report);
  if (c.truth.outcome == "succeeded") {
    for (const auto& incident : report.incidents)
      if (!incident.recovered) wrong.push_back("finds a failure in a healthy run: " + incident.verdict);
    return wrong;
  }
  if (report.outcome != Outcome::Failed) return {"the outcome is not failed: " + report.verdict};
  const Incident& incident = report.incidents.front();
  if (!names_truly(c, incident)) wrong.push_back("the initiators are wrong: " + who_words(incident));
  if (!accepted(c.truth, incident.cause.id)) wrong.push_back("the cause is wrong: " + incident.cause.id);
  if (c.truth.who == Who::Unknown) judge_competitors(c, incident, wrong);
  if (c.truth.frame &&
      frame_words(incident) != base_name(c.truth.frame->file) + ":" + std::to_string(c.truth.frame->line))
    wrong.push_back("the frame is wrong: " + frame_words(incident));
  if (c.truth.frame_reliable && incident.frame && incident.frame->reliable != *c.truth.frame_reliable)
    wrong.push_back(incident.frame->reliable ? "the frame only noticed the error and is called reliable"
                                             : "the frame is called unreliable");
  return wrong;
}

std::string answer_of(const Report& report) {
  std::string answer(output::word(report.outcome));
  for (const auto& incident : report.incidents)
    answer += " | " + who_words(incident) + " | " + incident.cause.id + " | " + frame_words(incident);
  return answer;
}

}  // namespace firstfault::corpus
