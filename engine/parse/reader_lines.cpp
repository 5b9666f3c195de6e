// The part of the reader that gives single lines their meaning by signatures.
#include <algorithm>

#include "parse/classify.h"
#include "parse/exit_facts.h"
#include "parse/reader.h"
#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

using rules::Class;

constexpr std::size_t kMaxExits = 65'536;

bool is_failure(Class cls) {
  switch (cls) {
    case Class::Local:
    case Class::Sticky:
    case Class::PeerGone:
    case Class::Waited:
    case Class::Disagree:
    case Class::Network:
    case Class::Outside:
      return true;
    case Class::Launcher:
    case Class::Teardown:
    case Class::Progress:
    case Class::Success:
    case Class::Identity:
    case Class::Context:
      return false;
  }
  return false;
}

// "| text | text |": a document quotes messages, it does not fail.
bool is_table_row(std::string_view text) {
  const auto row = text::trim(text);
  return row.size() > 4 && row.front() == '|' && row.back() == '|' &&
         row.substr(1, row.size() - 2).find('|') != std::string_view::npos;
}

// "torch/sparse.py:2270:    # text", as grep -n shows a line of a file.
std::string_view without_grep_place(std::string_view text) {
  const auto colon = text.find(".py:");
  if (colon == std::string_view::npos || text.substr(0, colon).find(' ') != std::string_view::npos) return text;
  text::Cursor cursor(text.substr(colon + 4));
  return cursor.take_number() && cursor.take(':') ? cursor.rest() : text;
}

// A text of a program that stands on a line of its own; printed JSON has a name in front.
bool is_code_text(std::string_view text) {
  return text.size() > 4 && text.front() == '"' && (text.ends_with("\",") || text.ends_with("\"),")) &&
         text.find("\": ") == std::string_view::npos;
}

// "Example: CUDA out of memory" explains, "- [T-4374](https://…) - undefined symbol" refers; neither reports.
bool is_explanation(std::string_view text) {
  constexpr std::string_view kOpenings[] = {"Example: ", "For example", "E.g. ", "e.g. ", "Note: ", "If you see "};
  return text.find("](https://") != std::string_view::npos ||
         std::any_of(std::begin(kOpenings), std::end(kOpenings),
                     [&](std::string_view opening) { return text.starts_with(opening); });
}

// "+ srun train.sh" is a shell's echo, "+  text" a line of a diff, "# RuntimeError: text" a comment: nothing happened.
bool is_echo(std::string_view text) {
  if (text.starts_with("+ ") || text.starts_with("++ ")) return true;
  text = text::trim(without_grep_place(text));
  if (is_code_text(text) || is_explanation(text)) return true;
  if (!text.starts_with('#')) return false;
  text.remove_prefix(std::min(text.find_first_not_of("# "), text.size()));
  return !exception_type(text, NameCheck::Strict).empty();
}

// "--nnodes=2", "--nnodes 2:4", "--node_rank 1" in an echoed command.
bool names_several_nodes(std::string_view text) {
  for (const std::string_view flag : {"--nnodes", "--node_rank", "--node-rank"}) {
    const auto at = text.find(flag);
    if (at == std::string_view::npos) continue;
    text::Cursor cursor(text.substr(at + flag.size()));
    if (!cursor.take('=')) cursor.skip_blanks();
    const auto number = cursor.take_number();
    if (number && *number > (flag == "--nnodes" ? 1 : 0)) return true;
  }
  return false;
}

}  // namespace

void Reader::matched_line(std::string_view text, std::string_view body, const demux::Prefix& prefix, StreamIndex stream,
                          const SourceSpan& span) {
  if (is_table_row(text)) return;
  if (names_several_nodes(text)) facts_.several_nodes = true;
  if (is_echo(text)) return;
  auto matches = match_best_first(*matcher_, text, rules::Where::Line);
  if (matches.empty() && body.size() != text.size()) matches = match_best_first(*matcher_, body, rules::Where::Line);
  ras_.line(text);
  if (matches.empty()) return;
  if (ras_.is_rank_of_a_part(text)) matches.front().facts.clear();
  part_ = Part::Signature;
  rule_ = matches.front().signature->id;
  const Class cls = matches.front().signature->cls;
  for (const auto& match : matches)
    if (match.signature->cls == Class::Launcher || match.signature->cls == Class::Teardown)
      add_exit(match, prefix, stream, span, text);
  if (is_failure(cls)) {
    // A record of level INFO or below reports, it does not fail; kernel lines and assertions carry no level.
    if (prefix.record && (prefix.level == demux::Level::Info || prefix.level == demux::Level::Debug)) return;
    Failure failure;
    failure.stream = stream;
    failure.order = now_;
    failure.span = span;
    failure.cls = cls;
    failure.matches = std::move(matches);
    failure.rank = prefix.rank;
    failure.local_rank = prefix.local_rank;
    failure.group_rank = prefix.group_rank;
    failure.pid = prefix.pid;
    failure.device = prefix.device;
    failure.node = std::string(prefix.node);
    failure.time = std::string(prefix.time);
    failure.level = prefix.level;
    failure.record = prefix.record;
    failure.text = std::string(text.substr(0, 2000));
    failure.line = std::string(whole_line_.substr(0, 4000));
    return add_failure(std::move(failure));
  }
  for (auto& match : matches) add_mark(std::move(match), text, prefix, stream, span);
}

void Reader::add_exit(const rules::Match& match, const demux::Prefix& prefix, StreamIndex stream,
                      const SourceSpan& span, std::string_view text) {
  auto read = read_exit(match, text);
  for (auto& process : read.exits) {
    process.input = input_;
    process.order = now_;
    process.span = span;
    process.line = std::string(whole_line_.substr(0, 2000));
    if (process.node.empty()) process.node = facts_.streams[stream].node;
    process.label = facts_.streams[stream].label;
    if (!process.rank && !process.local_rank && !process.pid && prefix.rank) process.rank = prefix.rank;
    if (facts_.exits.size() >= kMaxExits) break;
    if (process.source == ExitSource::ElasticFailed) facts_.elastic_failures.push_back(process.order);
    facts_.exits.push_back(std::move(process));
    deciding_ = true;
  }
  for (auto& closed : read.closed) {
    if (facts_.closed.size() >= kMaxExits) break;
    closed.input = input_;
    closed.order = now_;
    closed.span = span;
    facts_.closed.push_back(closed);
  }
}

}  // namespace firstfault::parse
