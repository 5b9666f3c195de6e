#include "cli/job.h"

#include <algorithm>
#include <optional>

namespace firstfault::cli {
namespace {

constexpr std::size_t kLargestSource = 4 * 1024 * 1024;

/// An input is opened with its first block, so that a path that cannot be read is none.
Result<host::ReadSummary> read_file(const std::string& path, analysis::Session& session) {
  std::optional<InputId> input;
  const auto open = [&] {
    if (!input) input = session.open({path, InputKind::Log});
    return *input;
  };
  auto summary = host::read_blocks(path, [&](std::string_view block) {
    session.feed(open(), block);
    return true;
  });
  if (summary.ok()) session.close(open());
  return summary;
}

std::string line_of(const std::string& text, int number) {
  std::size_t begin = 0;
  for (int line = 1; line < number; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return "";
    ++begin;
  }
  std::string line = text.substr(begin, text.find('\n', begin) - begin);
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

Input source_input(const std::string& path, const std::string& text) {
  Input input;
  input.path = path;
  input.kind = InputKind::Source;
  input.bytes = text.size();
  input.lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  if (!text.empty() && text.back() != '\n') ++input.lines;
  return input;
}

void add_source(Report& report, UserFrame& frame, const std::vector<std::string>& roots,
                const std::vector<host::PathMap>& maps) {
  const host::SourceMatch match = host::find_source(frame.file, roots, maps);
  if (!match.note.empty()) report.notes.push_back(match.note);
  if (match.path.empty()) return;
  const auto text = host::read_whole(match.path, kLargestSource);
  if (!text) {
    report.notes.push_back(to_line(text.error()));
    return;
  }
  frame.source = line_of(text.value(), frame.line);
  const auto listed = std::any_of(report.inputs.begin(), report.inputs.end(),
                                  [&](const Input& input) { return input.path == match.path; });
  if (!listed) report.inputs.push_back(source_input(match.path, text.value()));
}

}  // namespace

JobRead read_job(const std::vector<std::string>& paths, analysis::Session& session) {
  host::FileList list = host::find_logs(paths);
  JobRead read;
  read.errors = std::move(list.errors);
  for (std::string& note : list.notes) session.note(std::move(note));
  for (const std::string& path : list.files) {
    const auto summary = read_file(path, session);
    if (!summary) {
      read.errors.push_back(summary.error());
      continue;
    }
    ++read.files;
    if (!summary.value().note.empty()) session.note(summary.value().note);
  }
  for (const Error& error : read.errors) session.note(to_line(error));
  return read;
}

void add_sources(Report& report, const std::vector<std::string>& roots, const std::vector<host::PathMap>& maps) {
  for (Incident& incident : report.incidents)
    if (incident.frame && incident.frame->source.empty()) add_source(report, *incident.frame, roots, maps);
}

}  // namespace firstfault::cli
