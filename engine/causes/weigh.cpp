#include "causes/weigh.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "blame/notices.h"
#include "parse/classify.h"
#include "parse/exit_facts.h"

namespace firstfault::causes {
namespace {

using blame::Blame;
using parse::Failure;
using rules::Class;

constexpr double kUncaughtException = 2.0;  // an exception of the program that no signature knows
constexpr double kGenericException = 1.0;   // the same, of a type that any library raises
constexpr double kFrameSpeaks = 1.5;        // a frame names the thing that is out of range
constexpr double kUnknown = 0.0;            // the competitor: something that nothing here hints at
constexpr double kWitness = 0.5;            // share of a witness's evidence, where the initiator said nothing
constexpr double kCertainOdds = 2.5;
constexpr double kLikelyOdds = 1.5;
constexpr double kPossibleOdds = 0.5;
constexpr double kClearMargin = 1.5;  // lead over the next one that certainty needs
constexpr std::size_t kMaxHypotheses = 8;

struct Scale {
  std::map<std::string, Hypothesis> by_cause;
  void add(std::string_view cause, double weight, std::optional<std::size_t> exhibit) {
    auto& hypothesis = by_cause[std::string(cause)];
    hypothesis.cause = std::string(cause);
    hypothesis.log_odds += weight;
    if (exhibit &&
        std::find(hypothesis.supporting.begin(), hypothesis.supporting.end(), *exhibit) == hypothesis.supporting.end())
      hypothesis.supporting.push_back(*exhibit);
  }
};

bool same_process(const parse::Facts& facts, const Failure& a, const Failure& b) {
  if (a.attempt != b.attempt) return false;
  if (a.rank || b.rank) return a.rank == b.rank && (a.rank || a.stream == b.stream);
  const auto& stream = facts.streams[a.stream];
  return a.stream == b.stream &&
         (!stream.tag.empty() || stream.file.rank || stream.file.local_rank || facts.streams.size() == 1);
}

std::size_t exhibit_of(Blame& blame, const Failure& failure, Role role) {
  for (std::size_t i = 0; i < blame.exhibits.size(); ++i)
    if (blame.exhibits[i].span == failure.span) return i;
  const std::string rule =
      failure.matches.empty() ? "python-traceback" : std::string(failure.matches.front().signature->id);
  blame.exhibits.push_back({failure.span, failure.rank, role, rule, failure.line, failure.time, false});
  return blame.exhibits.size() - 1;
}

// The failures that speak for the initiator: its leading one, then the others of the same process.
std::vector<std::size_t> own_failures(const Blame& blame, const parse::Facts& facts) {
  std::vector<std::size_t> own;
  if (!blame.leading) return own;
  own.push_back(*blame.leading);
  const Failure& lead = facts.failures[*blame.leading];
  for (std::size_t i = 0; i < facts.failures.size() && own.size() < 12; ++i) {
    const Failure& failure = facts.failures[i];
    const bool speaks = failure.cls == Class::Local || failure.cls == Class::Sticky || failure.cls == Class::Network ||
                        failure.cls == Class::Disagree;
    if (i != *blame.leading && speaks && same_process(facts, lead, failure)) own.push_back(i);
  }
  return own;
}

bool names_initiator(const Blame& blame, std::size_t leading) {
  return std::any_of(blame.initiators.begin(), blame.initiators.end(),
                     [&](const auto& i) { return i.failure == leading; }) ||
         blame.attribution == Attribution::AllRanks || blame.attribution == Attribution::External;
}

void weigh_signatures(Scale& scale, Blame& blame, const parse::Facts& facts, const std::vector<std::size_t>& own) {
  std::map<std::string_view, bool> used;    // a signature counts once, however often it was printed
  std::map<std::string_view, double> said;  // a fault of a GPU makes several Xids: the strongest counts for each cause
  const bool decided = !own.empty() && blame::is_decided_on_cpu(facts.failures[own.front()]);
  for (const auto index : own) {
    const Failure& failure = facts.failures[index];
    if (decided && blame::is_hardware_notice(failure)) {
      (void)exhibit_of(blame, failure, Role::Context);
      continue;
    }
    const bool witness = parse::is_collateral(failure.cls) && !names_initiator(blame, index);
    for (const auto& match : failure.matches) {
      if (match.signature->evidence.empty() || used[match.signature->id]) continue;
      used[match.signature->id] = true;
      const auto exhibit = exhibit_of(blame, failure, witness ? Role::Collateral : Role::Context);
      for (const auto& evidence : match.signature->evidence) {
        double weight = evidence.weight * (witness ? kWitness : 1);
        if (match.signature->family == "xid" && weight > 0) {
          double& strongest = said[evidence.cause];
          weight = std::max(weight - strongest, 0.0);
          strongest += weight;
        }
        scale.add(evidence.cause, weight, exhibit);
      }
    }
  }
}

// An embedding whose frame speaks of positions is a position table: the assertion alone cannot tell.
void weigh_frames(Scale& scale, const parse::Facts& facts, const std::vector<std::size_t>& own) {
  if (!scale.by_cause.contains("data.embedding_index_out_of_range")) return;
  static constexpr std::string_view kWords[] = {"position", "pos_emb", "embed_pos", "wpe("};
  for (const auto index : own)
    for (const auto& traceback : facts.failures[index].chain)
      for (const auto& frame : traceback.frames)
        for (const auto word : kWords)
          if (frame.source.find(word) != std::string::npos || frame.function.find(word) != std::string::npos)
            return scale.add("data.position_out_of_range", kFrameSpeaks, std::nullopt);
}

// Warnings of the same process that hint at the cause: said before it failed, and not the failure itself.
void weigh_context(Scale& scale, Blame& blame, const parse::Facts& facts) {
  if (!blame.leading) return;
  const Failure& lead = facts.failures[*blame.leading];
  std::map<std::string_view, bool> used;
  for (const auto& mark : facts.marks) {
    if (mark.match.signature->cls != Class::Context || mark.stream != lead.stream || mark.attempt != lead.attempt ||
        mark.order > lead.order)
      continue;
    if (mark.match.signature->evidence.empty() || used[mark.match.signature->id]) continue;
    used[mark.match.signature->id] = true;
    blame.exhibits.push_back(
        {mark.span, mark.rank, Role::Context, std::string(mark.match.signature->id), mark.line, mark.time, false});
    for (const auto& evidence : mark.match.signature->evidence)
      if (scale.by_cause.contains(std::string(evidence.cause)))
        scale.add(evidence.cause, evidence.weight, blame.exhibits.size() - 1);
  }
}

void weigh_bare_exception(Scale& scale, Blame& blame, const parse::Facts& facts) {
  if (!blame.leading || !scale.by_cause.empty()) return;
  const Failure& lead = facts.failures[*blame.leading];
  if (lead.chain.empty() || lead.cls != Class::Local || lead.suspect) {
    if (lead.cls == Class::Outside) scale.add("process.interrupted", 2, exhibit_of(blame, lead, Role::Initiator));
    return;
  }
  scale.add("code.exception", lead.generic ? kGenericException : kUncaughtException,
            exhibit_of(blame, lead, Role::Initiator));
}

void set_weights(Weighed& weighed) {
  double sum = std::exp(kUnknown);
  for (const auto& hypothesis : weighed.hypotheses) sum += std::exp(hypothesis.log_odds);
  for (auto& hypothesis : weighed.hypotheses) hypothesis.weight = std::exp(hypothesis.log_odds) / sum;
}

Certainty certainty_of(const std::vector<Hypothesis>& hypotheses) {
  if (hypotheses.empty()) return Certainty::Undetermined;
  const double first = hypotheses.front().log_odds;
  const double margin = first - (hypotheses.size() > 1 ? hypotheses[1].log_odds : kUnknown);
  if (first >= kCertainOdds && margin >= kClearMargin) return Certainty::Certain;
  if (first >= kLikelyOdds && margin >= kClearMargin / 2) return Certainty::Likely;
  return first >= kPossibleOdds ? Certainty::Possible : Certainty::Undetermined;
}

void collect_facts(Weighed& weighed, const Blame& blame, const parse::Facts& facts,
                   const std::vector<std::size_t>& own) {
  const auto add = [&](const FactValue& fact) {
    if (find_fact(weighed.facts, fact.fact) == nullptr) weighed.facts.push_back(fact);
  };
  // What the leading cause's own lines say comes first: the Xid of another line is not its Xid.
  const std::string_view leading = weighed.hypotheses.empty() ? "" : std::string_view(weighed.hypotheses.front().cause);
  const auto speaks_for_it = [&](const rules::Match& match) {
    return !match.signature->evidence.empty() && match.signature->evidence.front().cause == leading;
  };
  for (const bool first : {true, false})
    for (const auto index : own)
      for (const auto& match : facts.failures[index].matches)
        if (speaks_for_it(match) == first)
          for (const auto& fact : match.facts) add(fact);
  for (const auto& initiator : blame.initiators) {
    const auto& process = initiator.process;
    for (const auto& exit : facts.exits) {
      const bool same = (process.pid && exit.pid == process.pid) || (process.rank && exit.rank == process.rank);
      if (!same || exit.attempt != blame.attempt) continue;
      if (exit.exit_code && *exit.exit_code > 0) add({Fact::ExitCode, std::to_string(*exit.exit_code)});
      if (exit.signal) add({Fact::Signal, std::string(parse::signal_name(*exit.signal))});
    }
    if (process.pid) add({Fact::Pid, std::to_string(*process.pid)});
    if (process.node) add({Fact::Host, *process.node});
  }
}

}  // namespace

Weighed weigh(Blame& blame, const parse::Facts& facts, const rules::RuleSet& rules) {
  Weighed weighed;
  Scale scale;
  const auto own = own_failures(blame, facts);
  for (const auto& hint : blame.hints) {
    scale.add(hint.cause, hint.weight, std::nullopt);
    for (const auto exhibit : hint.exhibits)
      if (exhibit < blame.exhibits.size()) scale.by_cause[hint.cause].supporting.push_back(exhibit);
  }
  weigh_signatures(scale, blame, facts, own);
  weigh_bare_exception(scale, blame, facts);
  weigh_frames(scale, facts, own);
  weigh_context(scale, blame, facts);
  for (auto& [cause, hypothesis] : scale.by_cause)
    if (rules.find_cause(cause) != nullptr) weighed.hypotheses.push_back(std::move(hypothesis));
  std::stable_sort(weighed.hypotheses.begin(), weighed.hypotheses.end(),
                   [](const auto& a, const auto& b) { return a.log_odds > b.log_odds; });
  set_weights(weighed);
  if (weighed.hypotheses.size() > kMaxHypotheses) weighed.hypotheses.resize(kMaxHypotheses);
  weighed.certainty = certainty_of(weighed.hypotheses);
  // Sound hardware must not be accused by a quotation.
  const bool quoted = !blame.exhibits.empty() && facts.inputs[blame.exhibits.front().span.input.value].document;
  if (quoted) weighed.certainty = std::max(weighed.certainty, Certainty::Possible);
  // Where the initiator itself said nothing, its cause cannot be surer than its name.
  if (!blame.leading || parse::is_collateral(facts.failures[*blame.leading].cls))
    weighed.certainty = std::max(weighed.certainty, std::min(blame.certainty, Certainty::Possible));
  collect_facts(weighed, blame, facts, own);
  const auto shows_frame = [&](std::size_t index) {
    return !facts.failures[index].chain.empty() && !facts.failures[index].chain.back().frames.empty();
  };
  const auto told = std::find_if(own.begin(), own.end(), shows_frame);
  if (told != own.end() &&
      (names_initiator(blame, own.front()) || !parse::is_collateral(facts.failures[own.front()].cls)))
    weighed.told_by = *told;
  return weighed;
}

}  // namespace firstfault::causes
