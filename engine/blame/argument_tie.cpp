// A local cause stands in the text, but not who said it: found by the launcher's list, or left open.
#include <algorithm>

#include "blame/arguments.h"
#include "blame/notices.h"

namespace firstfault::blame {
namespace {

using parse::Failure;

struct Unranked {
  std::vector<std::size_t> own;  // error texts of processes, own causes before symptoms
  std::size_t processes = 0;     // how many processes they can stem from
  bool alike = true;
};

std::string wording(const Failure& failure) {
  if (!failure.matches.empty()) return std::string(failure.matches.front().signature->id);
  return failure.text.substr(0, failure.text.find(':'));
}

Unranked gather(const Case& c) {
  Unranked found;
  std::vector<std::size_t> sticky;
  std::size_t exceptions = 0;
  for (const auto& view : c.attempt.unranked) {
    if (view.own)
      found.own.push_back(*view.own);
    else if (view.sticky)
      sticky.push_back(*view.sticky);
  }
  const auto count = [&](const std::vector<std::size_t>& list) {
    exceptions = static_cast<std::size_t>(std::count_if(
        list.begin(), list.end(), [&](auto i) { return c.facts.failures[i].source == parse::Source::Exception; }));
  };
  count(found.own);
  if (exceptions == 0) count(sticky);
  found.processes = std::max<std::size_t>(exceptions, 1);
  // A specific cause is worth more than a generic one that stands before it.
  std::stable_sort(found.own.begin(), found.own.end(), [&](auto a, auto b) {
    return !c.facts.failures[a].matches.empty() && c.facts.failures[b].matches.empty();
  });
  found.own.insert(found.own.end(), sticky.begin(), sticky.end());
  for (const auto index : found.own)
    found.alike = found.alike && wording(c.facts.failures[index]) == wording(c.facts.failures[found.own.front()]);
  return found;
}

bool several_processes(const Case& c) {
  if (c.identity.world_size.value_or(0) > 1 || c.identity.known.size() > 1) return true;
  const auto peer = [](const ProcessView& view) { return view.collateral.has_value(); };
  return std::any_of(c.attempt.unranked.begin(), c.attempt.unranked.end(), peer) || !c.attempt.ranked.empty() ||
         !c.attempt.exits.empty();
}

bool is_elastic(const parse::ProcessExit& exit) {
  return exit.source == parse::ExitSource::ElasticFailed || exit.source == parse::ExitSource::ElasticTable;
}

// The input that all these errors stand in, if its own launcher speaks there too: then no other launcher's list counts.
std::optional<InputId> own_launcher(const Case& c, const std::vector<std::size_t>& errors) {
  const InputId input = c.facts.failures[errors.front()].span.input;
  const bool one =
      std::all_of(errors.begin(), errors.end(), [&](auto i) { return c.facts.failures[i].span.input == input; });
  const bool launches = std::any_of(c.facts.exits.begin(), c.facts.exits.end(),
                                    [&](const auto& exit) { return exit.input == input && is_elastic(exit); });
  return one && launches ? std::optional(input) : std::nullopt;
}

RankSet failed_without_excuse(const Case& c, std::optional<InputId> launcher) {
  RankSet ranks;
  for (const auto index : first_exits(c)) {
    if (launcher && c.facts.exits[index].input != *launcher) continue;
    const auto rank = rank_of(c.identity, c.facts.exits[index]);
    if (!rank) continue;
    const ProcessView* view = find_rank(c.attempt.ranked, *rank);
    if (view == nullptr || !view->explained()) ranks.insert(*rank);
  }
  return ranks;
}

// mpirun and srun name the process that failed first; torchelastic lists all that were dead at one look.
std::optional<Rank> first_named(const Case& c) {
  std::optional<Rank> first;
  for (const auto index : first_exits(c)) {
    const auto& exit = c.facts.exits[index];
    if (exit.source != parse::ExitSource::Srun && exit.source != parse::ExitSource::Mpirun) continue;
    const auto rank = rank_of(c.identity, exit);
    if (!rank) continue;
    if (exit.source == parse::ExitSource::Mpirun) return rank;
    if (!first) first = rank;
  }
  return first;
}

// The local error stands before every text that only mourns a peer.
bool local_first(const Case& c, std::size_t own) {
  const Failure& failure = c.facts.failures[own];
  for (const auto* views : {&c.attempt.unranked, &c.attempt.ranked})
    for (const auto& view : *views)
      if (view.collateral) {
        const Failure& other = c.facts.failures[*view.collateral];
        if (other.span.input == failure.span.input && other.order < failure.order) return false;
      }
  return true;
}

// Where the CPU decided an error, what the kernel said of a GPU is not its reason; that it stands there is a doubt.
bool put_notices_behind(const Case& c, std::vector<std::size_t>& own) {
  const auto decided = [&](std::size_t index) { return is_decided_on_cpu(c.facts.failures[index]); };
  const auto own_words = [&](std::size_t index) { return !is_hardware_notice(c.facts.failures[index]); };
  if (std::none_of(own.begin(), own.end(), decided) || std::all_of(own.begin(), own.end(), own_words)) return false;
  std::stable_partition(own.begin(), own.end(), own_words);
  return true;
}

void tie(Blame& blame, const Case& c, const RankSet& ranks, std::size_t lead, Certainty certainty, std::string path) {
  for (const Rank rank : ranks) name_rank(blame, c, rank, lead);
  blame.attribution = ranks.size() > 1 ? Attribution::Several : Attribution::Single;
  blame.certainty = certainty;
  blame.path = std::move(path);
}

}  // namespace

std::optional<Blame> own_error_without_rank(const Case& c) {
  Unranked found = gather(c);
  if (found.own.empty()) return std::nullopt;
  const bool doubtful = put_notices_behind(c, found.own);
  Blame blame;
  blame.leading = found.own.front();
  for (const auto index : found.own)
    if (blame.exhibits.size() < 6) (void)exhibit_failure(blame, c, index, Role::Initiator);
  if (!several_processes(c)) {
    blame.attribution = Attribution::Single;
    blame.certainty = doubtful ? Certainty::Likely : Certainty::Certain;
    blame.path = "one process";
    name_rank(blame, c, std::nullopt, blame.leading);
    return blame;
  }
  const std::size_t world =
      c.identity.world_size ? static_cast<std::size_t>(*c.identity.world_size) : processes_of_launcher(c);
  if (found.alike && found.processes >= 2 && world >= 2 && found.processes >= world) {
    blame.attribution = Attribution::AllRanks;
    blame.certainty = Certainty::Certain;
    blame.path = "every rank failed alike";
    return blame;
  }
  const auto launcher = own_launcher(c, found.own);
  const RankSet failed = failed_without_excuse(c, launcher);
  const auto first = first_named(c);
  if (first && found.processes == 1) {
    tie(blame, c, {*first}, *blame.leading, local_first(c, *blame.leading) ? Certainty::Likely : Certainty::Possible,
        "the launcher's first exit");
    return blame;
  }
  if (!failed.empty() && failed.size() == found.processes) {
    const bool listed = std::any_of(c.attempt.exits.begin(), c.attempt.exits.end(), [&](auto i) {
      // Another file's launcher may have started other processes.
      const auto& exit = c.facts.exits[i];
      return exit.root_cause && exit.input == c.facts.failures[*blame.leading].span.input;
    });
    tie(blame, c, failed, *blame.leading, listed ? Certainty::Likely : Certainty::Possible,
        "as many failed ranks as local errors");
    return blame;
  }
  blame.path = "whose error is it";
  const bool anybody = failed.empty() && (!launcher || c.facts.inputs.size() == 1);
  const RankSet open = anybody ? c.identity.known : failed;
  for (const Rank rank : open)
    add_candidate(blame, rank, 0.9 / static_cast<double>(open.size()),
                  failed.empty() ? "runs in this job" : "was dead when the launcher looked");
  blame.missing.emplace_back(
      "which rank printed the error: its lines carry no rank (run with --tee 3, or one log file a rank)");
  return blame;
}

}  // namespace firstfault::blame
