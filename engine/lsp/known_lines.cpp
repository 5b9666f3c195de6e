#include "lsp/known_lines.h"

#include <algorithm>
#include <utility>

#include "text/clean.h"

namespace firstfault::lsp {

std::string_view last_line(std::string_view text) { return text.substr(text.rfind('\n') + 1); }

std::string line_key(std::string_view text) {
  std::string scratch;
  const std::string_view clean = text::trim(text::strip_controls(text.substr(0, 4 * kMaxKeyBytes), scratch));
  std::string key;
  for (const char c : clean) {
    if (key.size() >= kMaxKeyBytes) break;
    const bool blank = c == ' ' || c == '\t';
    if (!blank)
      key.push_back(c);
    else if (!key.empty() && key.back() != ' ')
      key.push_back(' ');
  }
  return key;
}

void KnownLines::add(Entry& entry, std::string_view text, Line line) {
  std::string key = line_key(text);
  if (key.empty() || line.incident >= entry.verdicts.size() || entry.lines.size() >= kMaxLinesOfDiagnosis) return;
  const auto [known, is_new] = entry.lines.try_emplace(std::move(key), line);
  if (!is_new && known->second.says.empty()) known->second.says = std::move(line.says);
}

/// The evidence comes first: its ranks and roles are the verdict's own.
void KnownLines::remember(const std::string& origin, const analysis::Diagnosis& diagnosis,
                          const std::shared_ptr<const Json>& report) {
  Entry entry{origin, {}, {}, report};
  const auto& incidents = diagnosis.report.incidents;
  for (const auto& incident : incidents) entry.verdicts.push_back(incident.verdict);
  for (std::size_t i = 0; i < incidents.size(); ++i)
    for (const auto& evidence : incidents[i].evidence)
      add(entry, last_line(evidence.text), {i, evidence.role, evidence.rank, ""});
  for (const auto& line : diagnosis.lines) add(entry, line.text, {line.incident, line.role, line.rank, line.says});
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&](const Entry& old) { return old.origin == origin; });
  if (entry.lines.empty()) return;
  if (entries_.size() >= kMaxRememberedDiagnoses) entries_.pop_back();
  entries_.push_front(std::move(entry));
}

std::optional<LineFact> KnownLines::find(std::string_view text, const std::string& preferred_origin) const {
  const std::string key = line_key(text);
  if (key.empty()) return {};
  const std::lock_guard lock(mutex_);
  const auto preferred = std::find_if(entries_.begin(), entries_.end(),
                                      [&](const Entry& entry) { return entry.origin == preferred_origin; });
  if (preferred != entries_.end())
    if (auto fact = look_up(*preferred, key)) return fact;
  for (const auto& entry : entries_)
    if (auto fact = look_up(entry, key)) return fact;
  return {};
}

void KnownLines::clear() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

std::optional<LineFact> KnownLines::look_up(const Entry& entry, const std::string& key) {
  const auto found = entry.lines.find(key);
  if (found == entry.lines.end()) return {};
  const Line& line = found->second;
  return LineFact{entry.verdicts[line.incident], line.role, line.rank, line.says, entry.report};
}

}  // namespace firstfault::lsp
