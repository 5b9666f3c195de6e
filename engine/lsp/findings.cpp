#include "lsp/findings.h"

#include <algorithm>
#include <utility>

#include "lsp/documents.h"

namespace firstfault::lsp {
namespace {

bool same_problem(const Diagnostic& a, const Diagnostic& b) {
  return a.range == b.range && a.code == b.code && a.message == b.message;
}

bool before(const Diagnostic& a, const Diagnostic& b) {
  return std::pair(a.range.start, a.message) < std::pair(b.range.start, b.message);
}

/// Where a position at or after the end of the changed range lies afterwards.
Position shift_position(Position position, const Range& changed, std::string_view text, Encoding encoding) {
  std::size_t added = 0;
  std::string_view last;
  LineWalk walk(text);
  for (auto line = walk.next(); line; line = walk.next(), ++added) last = line->text;
  --added;
  if (position.line == changed.end.line) {
    const std::size_t before_text = added == 0 ? changed.start.character : 0;
    position.character = position.character - changed.end.character + before_text + count_units(last, encoding);
  }
  position.line = position.line - (changed.end.line - changed.start.line) + added;
  return position;
}

}  // namespace

Range shift_range(Range range, const ContentChange& change, Encoding encoding) {
  if (!change.range || change.range->end > range.start || change.range->start > change.range->end) return range;
  range.start = shift_position(range.start, *change.range, change.text, encoding);
  range.end = shift_position(range.end, *change.range, change.text, encoding);
  return range;
}

std::vector<DocumentFindings> Findings::replace(const std::string& origin, std::vector<Finding> findings) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> touched;
  const auto old =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.origin == origin; });
  if (old != entries_.end()) drop(old, touched);
  if (!findings.empty() && entries_.size() >= kMaxOrigins) drop(entries_.begin(), touched);
  for (const auto& finding : findings) touched.push_back(finding.uri);
  if (!findings.empty()) entries_.push_back({origin, std::move(findings)});

  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  std::vector<DocumentFindings> changed;
  for (const auto& uri : touched) changed.push_back(list(uri));
  return changed;
}

std::vector<DocumentFindings> Findings::clear() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> touched;
  while (!entries_.empty()) drop(entries_.begin(), touched);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  std::vector<DocumentFindings> changed;
  for (auto& uri : touched) changed.push_back({std::move(uri), {}});
  return changed;
}

void Findings::shift(std::string_view uri, const std::vector<ContentChange>& changes, Encoding encoding) {
  const std::lock_guard lock(mutex_);
  const std::string key = document_key(uri);
  for (auto& entry : entries_)
    for (auto& finding : entry.findings)
      if (document_key(finding.uri) == key)
        for (const auto& change : changes)
          finding.diagnostic.range = shift_range(finding.diagnostic.range, change, encoding);
}

std::vector<Finding> Findings::at(std::string_view uri, const Position& position) const {
  auto found = on_line(uri, position.line);
  std::erase_if(found, [&](const Finding& finding) {
    const Range& range = finding.diagnostic.range;
    return position < range.start || position > range.end;
  });
  return found;
}

std::vector<Finding> Findings::on_line(std::string_view uri, std::size_t line) const {
  const std::lock_guard lock(mutex_);
  const std::string key = document_key(uri);
  std::vector<Finding> found;
  for (const auto& entry : entries_)
    for (const auto& finding : entry.findings) {
      const bool here = finding.diagnostic.range.start.line <= line && line <= finding.diagnostic.range.end.line;
      const bool known = std::any_of(found.begin(), found.end(), [&](const Finding& other) {
        return same_problem(other.diagnostic, finding.diagnostic);
      });
      if (here && !known && document_key(finding.uri) == key) found.push_back(finding);
    }
  return found;
}

DocumentFindings Findings::list(const std::string& uri) const {
  DocumentFindings document{uri, {}};
  for (const auto& entry : entries_)
    for (const auto& finding : entry.findings)
      if (finding.uri == uri) document.diagnostics.push_back(finding.diagnostic);
  auto& all = document.diagnostics;
  std::stable_sort(all.begin(), all.end(), before);
  all.erase(std::unique(all.begin(), all.end(), same_problem), all.end());
  return document;
}

void Findings::drop(std::deque<Entry>::iterator entry, std::vector<std::string>& touched) {
  for (const auto& finding : entry->findings) touched.push_back(finding.uri);
  entries_.erase(entry);
}

}  // namespace firstfault::lsp
