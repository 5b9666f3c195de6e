#include "output/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/rank_set.h"
#include "output/page.h"
#include "output/text_quotes.h"
#include "output/words.h"

namespace firstfault::output {
namespace {

constexpr std::size_t kBriefRows = 3;
constexpr std::size_t kBriefSteps = 3;
constexpr double kTellingWeight = 0.15;  // candidates that are all less likely than this are no help
constexpr std::size_t kBriefNotes = 3;

std::size_t most(const Page& page, std::size_t brief, std::size_t all) {
  return page.options().detail == Detail::Brief ? std::min(brief, all) : all;
}

/// "Rank 3 failed first: … (losses.py:12)." of "Rank 3 failed first: … (losses.py:12). 7 ranks failed because of it."
std::string_view first_sentence(std::string_view verdict) {
  for (std::size_t at = verdict.find(". "); at != std::string_view::npos; at = verdict.find(". ", at + 1)) {
    const char next = at + 2 < verdict.size() ? verdict[at + 2] : ' ';
    if ((next >= 'A' && next <= 'Z') || (next >= '0' && next <= '9')) return verdict.substr(0, at + 1);
  }
  return verdict;
}

std::string spaced(const std::string& ranks) {
  std::string text;
  for (const char c : ranks) text += c == ',' ? std::string(", ") : std::string(1, c);
  return text;
}

void headline(Page& page, const Incident& incident) {
  const bool says_so = incident.verdict.starts_with("Undetermined");
  page.headline(first_sentence(incident.verdict), says_so ? "" : word(incident.certainty));
}

std::string_view consequence_words(Attribution attribution) {
  switch (attribution) {
    case Attribution::Single:
      return "failed because of it";
    case Attribution::Several:
      return "failed because of them";
    case Attribution::AllRanks:
    case Attribution::External:
    case Attribution::Undetermined:
      return "failed in consequence";
  }
  return "";
}

std::string collateral_sentence(const Incident& incident) {
  RankSet ranks;
  for (const CollateralGroup& group : incident.collateral) ranks.merge(parse_ranks(group.ranks));
  if (ranks.empty()) return "";
  std::string text = fmt::format("{} rank{} ({}) {}", ranks.size(), ranks.size() == 1 ? "" : "s",
                                 spaced(format_ranks(ranks)), consequence_words(incident.attribution));
  if (incident.collateral.size() == 1 && !incident.collateral[0].because.empty())
    text += ": " + incident.collateral[0].because;
  return text;
}

void consequences(Page& page, const Incident& incident) {
  std::string text = collateral_sentence(incident);
  if (text.empty())
    text = incident.verdict.substr(std::min(first_sentence(incident.verdict).size() + 1, incident.verdict.size()));
  if (!incident.launcher_note.empty())
    text += (text.empty() || text.ends_with('.') ? " " : "; ") + incident.launcher_note;
  while (text.starts_with(' ')) text.erase(0, 1);
  if (text.empty()) return;
  page.paragraph(text.ends_with('.') ? text : text + ".");
}

std::string title_of(const Page& page, const std::string& cause) {
  const std::string title = page.options().cause_title ? page.options().cause_title(cause) : "";
  return title.empty() ? cause : title + "  [" + cause + "]";
}

std::string joined(const std::vector<std::string>& ids) { return fmt::format("{}", fmt::join(ids, ", ")); }

std::string grounds(const Hypothesis& hypothesis) {
  std::string text;
  if (!hypothesis.supporting.empty()) text += "; for: " + joined(hypothesis.supporting);
  if (!hypothesis.against.empty()) text += "; against: " + joined(hypothesis.against);
  if (!hypothesis.settled_by.empty()) text += "; settled by: " + joined(hypothesis.settled_by);
  return text;
}

void hypotheses(Page& page, const Incident& incident) {
  const bool open =
      incident.cause.certainty == Certainty::Possible || incident.cause.certainty == Certainty::Undetermined;
  const bool everything = page.options().detail == Detail::Everything;
  if (!open && !incident.cause.id.empty())
    page.labelled("Cause",
                  fmt::format("{} ({}): {}", incident.cause.id, word(incident.cause.certainty), incident.cause.title));
  if (!open && !everything) return;
  const std::size_t shown = most(page, kBriefRows, incident.hypotheses.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Hypothesis& each = incident.hypotheses[i];
    page.item(i == 0 ? (everything ? "Causes" : "Likeliest") : "", fmt::format("{:.2f}", each.weight),
              title_of(page, each.cause) + (everything ? grounds(each) : ""));
  }
}

void candidates(Page& page, const Incident& incident) {
  const bool open = incident.certainty == Certainty::Possible || incident.certainty == Certainty::Undetermined;
  const bool tells = open && !incident.candidates.empty() && incident.candidates.front().weight >= kTellingWeight;
  if (!tells && page.options().detail == Detail::Brief) return;
  const std::size_t shown = most(page, kBriefRows, incident.candidates.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Candidate& each = incident.candidates[i];
    page.item(i == 0 ? "Candidates" : "", fmt::format("{:.2f}", each.weight),
              fmt::format("rank {}: {}", each.rank.value, each.why));
  }
}

void frame_warning(Page& page, const Incident& incident) {
  if (!incident.frame || incident.frame->why.empty()) return;
  if (incident.frame->reliable && page.options().detail == Detail::Brief) return;
  page.labelled("Line", fmt::format("{}:{}: {}", incident.frame->file, incident.frame->line, incident.frame->why));
}

std::size_t step_number(const Incident& incident, const std::string& id) {
  const auto step =
      std::find_if(incident.next.begin(), incident.next.end(), [&](const NextStep& each) { return each.id == id; });
  return step == incident.next.end() ? 0 : static_cast<std::size_t>(step - incident.next.begin()) + 1;
}

void missing(Page& page, const Incident& incident) {
  bool first = true;
  for (const MissingFact& each : incident.missing) {
    const std::size_t step = step_number(incident, each.get);
    page.labelled(first ? "Missing" : "", each.fact + (step > 0 ? fmt::format(" (step {} gets it)", step) : ""));
    first = false;
  }
}

/// In the brief report the first few, and those that get a missing fact.
bool is_shown(const Page& page, const Incident& incident, std::size_t index) {
  if (page.options().detail == Detail::Everything || index < kBriefSteps) return true;
  return std::any_of(incident.missing.begin(), incident.missing.end(),
                     [&](const MissingFact& each) { return each.get == incident.next[index].id; });
}

void next_step(Page& page, std::string_view label, const std::string& number, const NextStep& step) {
  page.item(label, number, fmt::format("{}: {}", word(step.kind), step.title));
  if (!step.command.empty()) page.command(step.command);
  if (page.options().detail == Detail::Brief) return;
  if (!step.why.empty()) page.item("", " ", "why: " + step.why);
  for (const Expectation& each : step.expect) page.item("", " ", fmt::format("→ {} if {}", each.cause, each.condition));
}

void next_steps(Page& page, const Incident& incident) {
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < incident.next.size(); ++i) {
    if (is_shown(page, incident, i))
      next_step(page, i == 0 ? "Next" : "", std::to_string(i + 1), incident.next[i]);
    else
      ++left_out;
  }
  if (left_out > 0) page.labelled("", fmt::format("({} more with --verbose)", left_out));
}

std::string_view retry_words(RetryAdvice advice) {
  switch (advice) {
    case RetryAdvice::SameNodes:
      return "as it is, on the same nodes";
    case RetryAdvice::ExcludeNode:
      return "without the faulty node";
    case RetryAdvice::AfterFix:
      return "after the fix";
    case RetryAdvice::NotAFailure:
      return "not needed";
    case RetryAdvice::Unknown:
      return "not known";
  }
  return "";
}

void retry(Page& page, const Incident& incident) {
  if (incident.retry == RetryAdvice::Unknown && incident.retry_why.empty()) return;
  page.labelled("Retry", std::string(retry_words(incident.retry)) +
                             (incident.retry_why.empty() ? "" : ": " + incident.retry_why));
}

void whole_incident(Page& page, const Report& report, const Incident& incident) {
  headline(page, incident);
  consequences(page, incident);
  page.blank();
  const auto quotes = telling_quotes(report, incident);
  page.quotes(quotes);
  if (!quotes.empty()) page.blank();
  hypotheses(page, incident);
  candidates(page, incident);
  frame_warning(page, incident);
  missing(page, incident);
  next_steps(page, incident);
  retry(page, incident);
  if (page.options().detail == Detail::Brief || incident.evidence.empty()) return;
  page.labelled("Evidence", fmt::format("{} quoted", incident.evidence.size()));
  page.quotes(all_quotes(report, incident));
}

void other_incident(Page& page, const Incident& incident) {
  const std::string when = fmt::format("attempt {}{}: ", incident.attempt, incident.recovered ? ", recovered" : "");
  page.labelled("Also", when + incident.verdict + " (" + std::string(word(incident.certainty)) + ")");
}

void inputs(Page& page, const Report& report) {
  bool first = true;
  for (const Input& input : report.inputs) {
    std::string text =
        fmt::format("{}: {}, {} lines, {} bytes", input.path, word(input.kind), input.lines, input.bytes);
    if (!input.shape.empty()) text += ", " + input.shape;
    if (!input.ranks.empty()) text += ", ranks " + spaced(input.ranks);
    page.labelled(first ? "Read" : "", text);
    first = false;
  }
}

void notes(Page& page, const Report& report) {
  const std::size_t shown = most(page, kBriefNotes, report.notes.size());
  for (std::size_t i = 0; i < shown; ++i) page.labelled(i == 0 ? "Note" : "", report.notes[i]);
  if (shown < report.notes.size())
    page.labelled("", fmt::format("({} more with --verbose)", report.notes.size() - shown));
}

}  // namespace

std::string to_text(const Report& report, const TextOptions& options) {
  Page page(options);
  const bool failed = report.outcome == Outcome::Failed && !report.incidents.empty();
  if (!failed) page.headline(report.verdict, "");
  bool first = true;
  for (const Incident& incident : report.incidents) {
    const bool whole = options.detail == Detail::Everything || (failed && first);
    if (whole && !(failed && first)) page.blank();
    whole ? whole_incident(page, report, incident) : other_incident(page, incident);
    first = false;
  }
  if (options.detail == Detail::Everything) inputs(page, report);
  notes(page, report);
  return page.take();
}

}  // namespace firstfault::output
