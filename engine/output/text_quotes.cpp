#include "output/text_quotes.h"

#include <algorithm>

#include "model/rank_set.h"
#include "output/words.h"

namespace firstfault::output {
namespace {

constexpr std::size_t kMostInitiators = 2;
constexpr std::size_t kMostCollateral = 2;
constexpr std::size_t kMostOthers = 1;
constexpr std::size_t kMostUndecided = 3;
constexpr std::size_t kLongPath = 30;
constexpr std::size_t kLongestPrefix = 16;

std::string base_name(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// The path as given; of a long one only the file's name, where no other input has it.
std::string name_of(const Report& report, const Evidence& evidence) {
  if (evidence.span.input.value >= report.inputs.size()) return "line";
  const std::string& path = report.inputs[evidence.span.input.value].path;
  if (path == "-") return "stdin";
  const std::string base = base_name(path);
  const auto named_so = std::count_if(report.inputs.begin(), report.inputs.end(),
                                      [&](const Input& input) { return base_name(input.path) == base; });
  return path.size() > kLongPath && named_so == 1 ? base : path;
}

struct TellingLine {
  std::string text;
  std::uint64_t offset = 0;  // lines after the first of the evidence
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Of several lines (a traceback) the one that names the error; else the first that says something.
TellingLine telling_line(const Evidence& evidence, const Incident& incident) {
  const auto lines = lines_of(evidence.text);
  if (incident.error && !incident.error->type.empty()) {
    for (std::size_t i = lines.size(); i-- > 0;)
      if (lines[i].find(incident.error->type) != std::string_view::npos) return {std::string(trimmed(lines[i])), i};
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!trimmed(lines[i]).empty() && !trimmed(lines[i]).starts_with("Traceback ("))
      return {std::string(trimmed(lines[i])), i};
  return {std::string(trimmed(evidence.text)), 0};
}

/// Without a launcher's "[rank3]: ", "[1,3]<stderr>:", "[default3]:" or "3: ": the row names the rank already.
std::string without_rank_prefix(const std::string& line, Rank rank) {
  const std::string label = std::to_string(rank.value) + ": ";
  if (line.starts_with(label)) return line.substr(label.size());
  const std::size_t close = line.starts_with('[') ? line.find(']') : std::string::npos;
  if (close >= kLongestPrefix || line.find_first_of("0123456789") > close) return line;
  if (line.find_first_of(" -/.") < close) return line;
  std::size_t end = close + 1;
  if (line.compare(end, 1, "<") == 0) end = std::min(line.find('>', end), line.size() - 1) + 1;
  if (line.compare(end, 1, ":") != 0) return line;
  return std::string(trimmed(std::string_view(line).substr(end + 1)));
}

Style style_of(Role role) {
  switch (role) {
    case Role::Initiator:
      return Style::Guilty;
    case Role::Collateral:
    case Role::Launcher:
    case Role::Teardown:
      return Style::Victim;
    case Role::Context:
    case Role::Advice:
      return Style::Plain;
  }
  return Style::Plain;
}

Quote quote_of(const Report& report, const Incident& incident, const Evidence& evidence) {
  const TellingLine line = telling_line(evidence, incident);
  Quote quote;
  quote.where = name_of(report, evidence) + ":" + std::to_string(evidence.span.line + line.offset);
  quote.who = evidence.rank ? "rank " + std::to_string(evidence.rank->value) : "";
  quote.text = evidence.rank ? without_rank_prefix(line.text, *evidence.rank) : line.text;
  quote.style = style_of(evidence.role);
  if (evidence.role != Role::Initiator) quote.remark = word(evidence.role);
  return quote;
}

Quote source_quote(const UserFrame& frame) {
  const std::size_t blanks = std::min(frame.source.find_first_not_of(" \t"), frame.source.size());
  const int shift = static_cast<int>(blanks);
  Quote quote;
  quote.where = base_name(frame.file) + ":" + std::to_string(frame.line);
  quote.who = frame.function;
  quote.text = trimmed(frame.source);
  if (quote.text.empty()) quote.text = "(the log does not quote this line)";
  if (!frame.reliable) quote.remark = "only noticed the error";
  if (frame.mark_begin >= shift) quote.mark_begin = frame.mark_begin - shift;
  if (frame.mark_begin >= shift) quote.mark_end = frame.mark_end - shift;
  return quote;
}

/// One line may serve several pieces of evidence; it is quoted once.
void add_new(Quote quote, std::vector<Quote>& quotes) {
  const bool known = std::any_of(quotes.begin(), quotes.end(), [&](const Quote& each) {
    return each.where == quote.where && each.text == quote.text;
  });
  if (!known) quotes.push_back(std::move(quote));
}

/// Of a group of ranks that failed alike: the first line of evidence, and how many ranks say the same.
void add_collateral(const Report& report, const Incident& incident, std::vector<Quote>& quotes) {
  std::size_t added = 0;
  for (const CollateralGroup& group : incident.collateral) {
    const auto evidence = std::find_if(incident.evidence.begin(), incident.evidence.end(), [&](const Evidence& each) {
      return std::find(group.evidence.begin(), group.evidence.end(), each.id) != group.evidence.end();
    });
    if (evidence == incident.evidence.end()) continue;
    Quote quote = quote_of(report, incident, *evidence);
    const std::size_t ranks = parse_ranks(group.ranks).size();
    quote.remark = "collateral";
    if (ranks > 1) quote.remark += ", " + std::to_string(ranks) + " alike";
    quote.style = Style::Victim;
    add_new(std::move(quote), quotes);
    if (++added == kMostCollateral) break;
  }
}

void add_of_role(const Report& report, const Incident& incident, Role role, std::size_t most,
                 std::vector<Quote>& quotes) {
  for (const Evidence& evidence : incident.evidence) {
    if (evidence.role != role) continue;
    if (most-- == 0) return;
    add_new(quote_of(report, incident, evidence), quotes);
  }
}

}  // namespace

std::vector<Quote> telling_quotes(const Report& report, const Incident& incident) {
  std::vector<Quote> quotes;
  if (incident.frame) quotes.push_back(source_quote(*incident.frame));
  const std::size_t sources = quotes.size();
  add_of_role(report, incident, Role::Initiator, kMostInitiators, quotes);
  add_collateral(report, incident, quotes);
  if (quotes.size() < sources + kMostUndecided) add_of_role(report, incident, Role::Launcher, kMostOthers, quotes);
  if (quotes.size() == sources) add_of_role(report, incident, Role::Collateral, kMostUndecided, quotes);
  if (quotes.size() < sources + kMostUndecided) add_of_role(report, incident, Role::Context, kMostOthers, quotes);
  return quotes;
}

std::vector<Quote> all_quotes(const Report& report, const Incident& incident) {
  std::vector<Quote> quotes;
  for (const Evidence& evidence : incident.evidence) {
    Quote quote = quote_of(report, incident, evidence);
    quote.remark = evidence.id + ", " + std::string(word(evidence.role)) + ", " + evidence.rule;
    if (!evidence.time_raw.empty()) quote.remark += ", " + evidence.time_raw;
    quotes.push_back(std::move(quote));
  }
  return quotes;
}

}  // namespace firstfault::output
