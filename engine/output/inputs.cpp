#include "output/inputs.h"

#include <string>
#include <utility>
#include <vector>

namespace firstfault::output {
namespace {

std::vector<bool> quoted_inputs(const Report& report) {
  std::vector<bool> quoted(report.inputs.size(), false);
  for (const Incident& incident : report.incidents)
    for (const Evidence& evidence : incident.evidence)
      if (evidence.span.input.value < quoted.size()) quoted[evidence.span.input.value] = true;
  return quoted;
}

}  // namespace

Report with_few_inputs(Report report, std::size_t limit) {
  if (report.inputs.size() <= limit) return report;
  std::vector<bool> keep = quoted_inputs(report);
  std::size_t kept = 0;
  for (const bool quoted : keep) kept += quoted ? 1 : 0;
  for (std::size_t i = 0; i < keep.size() && kept < limit; ++i) {
    if (keep[i]) continue;
    keep[i] = true;
    ++kept;
  }
  std::vector<std::uint32_t> renumbered(keep.size(), 0);
  std::vector<Input> inputs;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    renumbered[i] = static_cast<std::uint32_t>(inputs.size());
    if (keep[i]) inputs.push_back(std::move(report.inputs[i]));
  }
  report.notes.push_back(std::to_string(keep.size() - kept) + " more inputs were read; they are not listed");
  report.inputs = std::move(inputs);
  for (Incident& incident : report.incidents)
    for (Evidence& evidence : incident.evidence)
      if (evidence.span.input.value < renumbered.size())
        evidence.span.input.value = renumbered[evidence.span.input.value];
  return report;
}

}  // namespace firstfault::output
