#include "rules/problem.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace firstfault::rules {
namespace {

constexpr std::size_t kSnippetBytes = 100;

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string shorten(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  line.remove_prefix(first);
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  if (line.size() <= kSnippetBytes) return std::string(line);
  auto end = kSnippetBytes;
  while (end > 0 && continues_code_point(line[end])) --end;
  return std::string(line.substr(0, end)) + "…";
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

Problem problem_at(std::string_view file, std::string_view text, std::size_t at, std::string message,
                   std::string hint) {
  at = std::min(at, text.size());
  const auto before = text.substr(0, at);
  const auto line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_begin), before.end(),
                                    [](char c) { return !continues_code_point(c); });
  Problem problem;
  problem.file = file;
  problem.line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  problem.column = static_cast<std::size_t>(column) + 1;
  problem.message = std::move(message);
  problem.snippet = shorten(text.substr(line_begin, text.find('\n', line_begin) - line_begin));
  problem.hint = std::move(hint);
  return problem;
}

std::string format(const Problem& problem) {
  auto out = problem.file + ":" + std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": " +
             problem.message + "\n";
  if (!problem.snippet.empty()) out += "    | " + problem.snippet + "\n";
  if (!problem.hint.empty()) out += "    hint: " + problem.hint + "\n";
  return out;
}

Error to_error(const Problem& problem) {
  const auto where = problem.file + ":" + std::to_string(problem.line) + ":" + std::to_string(problem.column);
  return {problem.message, where, problem.hint, problem.snippet};
}

void sort_problems(std::vector<Problem>& problems) {
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  });
}

std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names) {
  constexpr std::size_t kLongestName = 80;  // the distance takes time in the product of the lengths
  if (name.size() > kLongestName) return {};
  std::string_view best;
  auto best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const auto candidate : names) {
    const auto distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace firstfault::rules
