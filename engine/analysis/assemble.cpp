#include "analysis/assemble.h"

#include <algorithm>

#include "advice/headline.h"
#include "advice/next_steps.h"
#include "advice/user_frame.h"
#include "advice/verdict.h"
#include "blame/clocks.h"
#include "blame/identity.h"
#include "causes/weigh.h"
#include "demux/printed_time.h"
#include "parse/classify.h"
#include "text/clean.h"

namespace firstfault::analysis {
namespace {

using blame::Blame;
using parse::Facts;

constexpr std::size_t kMaxEvidence = 48;  // of an incident
constexpr std::size_t kMaxEvidenceCharacters = 2'000;
constexpr std::size_t kMaxKnownLines = 20'000;

std::string evidence_id(std::size_t exhibit) { return "e" + std::to_string(exhibit + 1); }

std::vector<std::string> evidence_ids(const std::vector<std::size_t>& exhibits, std::size_t count) {
  std::vector<std::string> ids;
  for (const auto exhibit : exhibits)
    if (exhibit < count) ids.push_back(evidence_id(exhibit));
  return ids;
}

void add_evidence(Incident& incident, const Blame& blame) {
  for (std::size_t i = 0; i < blame.exhibits.size() && i < kMaxEvidence; ++i) {
    const auto& exhibit = blame.exhibits[i];
    Evidence evidence;
    evidence.id = evidence_id(i);
    evidence.span = exhibit.span;
    evidence.rank = exhibit.rank;
    evidence.time_raw = exhibit.time;
    if (const auto time = demux::parse_time(exhibit.time)) evidence.time = demux::iso8601(*time);
    evidence.rule = exhibit.rule;
    evidence.role = exhibit.role;
    evidence.text = text::to_valid_utf8(exhibit.text, kMaxEvidenceCharacters);
    incident.evidence.push_back(std::move(evidence));
  }
}

void add_cause(Incident& incident, const causes::Weighed& weighed, const rules::RuleSet& rules) {
  const std::string id = weighed.hypotheses.empty() ? "unknown" : weighed.hypotheses.front().cause;
  const auto* cause = rules.find_cause(id);
  incident.cause = {id, cause != nullptr ? std::string(cause->title) : id, weighed.certainty};
  for (const auto& hypothesis : weighed.hypotheses) {
    Hypothesis shown;
    shown.cause = hypothesis.cause;
    shown.weight = hypothesis.weight;
    shown.supporting = evidence_ids(hypothesis.supporting, incident.evidence.size());
    incident.hypotheses.push_back(std::move(shown));
  }
}

void add_error(Incident& incident, const Blame& blame, const causes::Weighed& weighed, const Facts& facts) {
  const auto told = weighed.told_by ? weighed.told_by : blame.leading;
  if (!told) return;
  const auto& failure = facts.failures[*told];
  if (!failure.chain.empty()) {
    const auto& last = failure.chain.back();
    incident.error =
        ErrorText{text::to_valid_utf8(last.type, 200), text::to_valid_utf8(last.message, kMaxEvidenceCharacters)};
  }
  if (const auto* operation = find_fact(weighed.facts, Fact::Operation)) incident.operation = *operation;
  if (!incident.operation) incident.operation = advice::operation_of(failure);
  if (weighed.told_by) incident.frame = advice::user_frame(failure);
  if (!incident.frame) return;
  for (auto* text : {&incident.frame->file, &incident.frame->function, &incident.frame->source})
    *text = text::to_valid_utf8(*text, 1'000);
}

void add_collateral(Incident& incident, const Blame& blame) {
  for (const auto& group : blame.collateral) {
    CollateralGroup shown;
    shown.ranks = format_ranks(group.ranks);
    shown.because = text::to_valid_utf8(group.because, 200);
    shown.evidence = evidence_ids(group.exhibits, incident.evidence.size());
    incident.collateral.push_back(std::move(shown));
  }
}

Incident incident_of(Blame blame, const Facts& facts, const rules::RuleSet& rules) {
  Incident incident;
  auto weighed = causes::weigh(blame, facts, rules);
  incident.attempt = blame.attempt;
  incident.recovered = blame.recovered;
  incident.attribution = blame.attribution;
  incident.certainty = blame.certainty;
  for (const auto& initiator : blame.initiators) incident.initiators.push_back(initiator.process);
  std::sort(incident.initiators.begin(), incident.initiators.end(),
            [](const auto& a, const auto& b) { return a.rank < b.rank; });
  incident.candidates = blame.candidates;
  add_evidence(incident, blame);
  add_cause(incident, weighed, rules);
  add_error(incident, blame, weighed, facts);
  add_collateral(incident, blame);
  incident.launcher_note = blame.launcher_note;
  if (incident.operation && find_fact(weighed.facts, Fact::Operation) == nullptr)
    weighed.facts.push_back({Fact::Operation, *incident.operation});
  for (auto& fact : weighed.facts)
    if (fact.fact == Fact::Operation) fact.text = fact.text.substr(fact.text.rfind('.') + 1);
  incident.verdict = text::to_valid_utf8(advice::verdict(blame, weighed, rules.find_cause(incident.cause.id), incident),
                                         advice::kVerdictCharacters);
  advice::add_next_steps(incident, blame, rules);
  return incident;
}

std::string ranks_of_input(const Facts& facts, const blame::Identity& identity, std::uint32_t input) {
  RankSet ranks;
  for (parse::StreamIndex i = 0; i < facts.streams.size(); ++i) {
    if (facts.streams[i].input.value != input) continue;
    if (identity.of_stream[i]) ranks.insert(*identity.of_stream[i]);
    if (const auto trails = facts.trails.find(i); trails != facts.trails.end())
      for (const auto& [rank, trail] : trails->second)
        if (rank >= 0) ranks.insert(Rank{rank});
  }
  return format_ranks(ranks);
}

std::string what_it_says(const parse::Failure& failure) {
  if (!failure.matches.empty()) return std::string(failure.matches.front().signature->title);
  return failure.suspect ? "An error out of a collective call" : "The program raised an exception";
}

// How the text was made, as far as its tags and its launcher's words show.
std::string shape_of(const Facts& facts, std::uint32_t input) {
  const auto tagged = [&](std::string_view begin) {
    return std::any_of(facts.streams.begin(), facts.streams.end(), [&](const auto& stream) {
      return stream.input.value == input && stream.tag.starts_with(begin);
    });
  };
  const bool elastic = std::any_of(facts.exits.begin(), facts.exits.end(), [&](const auto& exit) {
    const bool source =
        exit.source == parse::ExitSource::ElasticFailed || exit.source == parse::ExitSource::ElasticTable;
    return source && exit.input.value == input;
  });
  if (facts.inputs[input].dialect.task_labels) return "srun --label";
  if (tagged("[1,") || tagged("[0,")) return "mpirun --tag-output";
  if (tagged("[default")) return "torchrun --tee";
  if (elastic) return "torchrun";
  if (facts.inputs[input].file.rank || facts.inputs[input].file.local_rank) return "one file a rank";
  return tagged("[rank") ? "torch" : "plain";
}

Role role_of(const Incident& incident, const parse::Failure& failure, std::optional<Rank> rank) {
  if (parse::is_collateral(failure.cls) || failure.suspect) return Role::Collateral;
  if (incident.attribution == Attribution::AllRanks) return Role::Initiator;
  const bool named = std::any_of(incident.initiators.begin(), incident.initiators.end(),
                                 [&](const Process& p) { return p.rank == rank; });
  return named ? Role::Initiator : Role::Context;
}

void add_known_lines(Diagnosis& diagnosis, const Facts& facts, const blame::Identity& identity) {
  const auto incident_at = [&](int attempt) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < diagnosis.report.incidents.size(); ++i)
      if (diagnosis.report.incidents[i].attempt == attempt) return i;
    return std::nullopt;
  };
  for (const auto& failure : facts.failures) {
    const auto index = incident_at(failure.attempt);
    if (!index || diagnosis.lines.size() >= kMaxKnownLines) continue;
    const auto rank = blame::rank_of(identity, facts, failure);
    diagnosis.lines.push_back({text::to_valid_utf8(failure.line, kMaxEvidenceCharacters),
                               role_of(diagnosis.report.incidents[*index], failure, rank), rank, *index,
                               what_it_says(failure)});
  }
  for (const auto& exit : facts.exits) {
    const auto index = incident_at(exit.attempt);
    if (!index || diagnosis.lines.size() >= kMaxKnownLines) continue;
    diagnosis.lines.push_back({text::to_valid_utf8(exit.line, kMaxEvidenceCharacters), Role::Launcher,
                               blame::rank_of(identity, exit), *index, "The launcher reports how a process ended"});
  }
}

// One note however many lines and inputs there are.
void note_cut_lines(Report& report, const Facts& facts) {
  std::uint64_t count = 0;
  const parse::InputFacts* first = nullptr;
  for (const auto& input : facts.inputs) {
    count += input.cut_lines.count;
    if (first == nullptr && input.cut_lines.count > 0) first = &input;
  }
  if (first == nullptr) return;
  const std::string where = first->info.path + ":" + std::to_string(first->cut_lines.first);
  const std::string cap = std::to_string(text::kMaxLineBytes / 1024) + " kB";
  report.notes.push_back(count == 1 ? where + ": longer than " + cap + ", read at its head and tail only"
                                    : std::to_string(count) + " lines longer than " + cap +
                                          " were read at their head and tail only, the first is " + where);
}

std::string verdict_of(const Report& report, const Facts& facts, const blame::Judgement& judgement) {
  if (report.outcome == Outcome::Failed) return report.incidents.front().verdict;
  if (!report.incidents.empty())
    return "The job recovered: attempt " + std::to_string(report.incidents.front().attempt) +
           (judgement.job_succeeded ? " failed, a later one ended well." : " failed, a later one went on.");
  if (report.outcome == Outcome::Succeeded) return "No failure found: the job ended well.";
  std::uint64_t lines = 0;
  for (const auto& input : facts.inputs) lines += input.info.lines;
  return lines == 0 ? "No failure found: there is no text to read."
                    : "No failure found in " + std::to_string(lines) + (lines == 1 ? " line." : " lines.");
}

}  // namespace

Diagnosis assemble(blame::Judgement judgement, const Facts& facts, const rules::RuleSet& rules) {
  Diagnosis diagnosis;
  Report& report = diagnosis.report;
  const blame::Identity identity = blame::identify(facts);
  std::vector<std::string> empty;
  for (std::uint32_t i = 0; i < facts.inputs.size(); ++i) {
    report.inputs.push_back(facts.inputs[i].info);
    report.inputs.back().shape = shape_of(facts, i);
    report.inputs.back().ranks = ranks_of_input(facts, identity, i);
    if (facts.inputs[i].binary)
      report.notes.push_back(facts.inputs[i].info.path + ": looks binary, read as text all the same");
    if (facts.inputs[i].info.bytes == 0) empty.push_back(facts.inputs[i].info.path);
  }
  if (empty.size() == 1) report.notes.push_back(empty.front() + ": is empty");
  if (empty.size() > 1)
    report.notes.push_back(std::to_string(empty.size()) + " files are empty, the first is " + empty.front());
  note_cut_lines(report, facts);
  const bool failed = !judgement.attempts.empty() && judgement.attempts.front().failed;
  for (auto& blame : judgement.attempts)
    if (blame.failed) report.incidents.push_back(incident_of(std::move(blame), facts, rules));
  report.outcome = failed                                                 ? Outcome::Failed
                   : judgement.job_succeeded || !report.incidents.empty() ? Outcome::Succeeded
                                                                          : Outcome::NoFailureFound;
  report.verdict = verdict_of(report, facts, judgement);
  report.notes.insert(report.notes.end(), facts.notes.begin(), facts.notes.end());
  for (auto& note : blame::clock_notes(facts)) report.notes.push_back(text::to_valid_utf8(note, kMaxEvidenceCharacters));
  add_known_lines(diagnosis, facts, identity);
  return diagnosis;
}

}  // namespace firstfault::analysis
