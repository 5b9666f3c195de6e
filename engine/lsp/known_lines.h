// Lines of recent diagnoses that the engine understood, for hovers and links on terminal and log lines. Answers from
// memory in microseconds; bounded. Thread-safe.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "analysis/session.h"
#include "lsp/json.h"

namespace firstfault::lsp {

inline constexpr std::size_t kMaxRememberedDiagnoses = 32;
inline constexpr std::size_t kMaxLinesOfDiagnosis = 20'000;
inline constexpr std::size_t kMaxKeyBytes = 2'000;

struct LineFact {
  std::string verdict;
  Role role = Role::Context;
  std::optional<Rank> rank;
  std::string says;
  std::shared_ptr<const Json> report;
};

/// What a line is remembered by: no escape codes, every run of blanks and tabs one blank (terminals expand tabs).
[[nodiscard]] std::string line_key(std::string_view text);

/// Of a quotation of several lines the one that names the error.
[[nodiscard]] std::string_view last_line(std::string_view text);

class KnownLines {
 public:
  /// Replaces what was remembered of `origin`.
  void remember(const std::string& origin, const analysis::Diagnosis& diagnosis,
                const std::shared_ptr<const Json>& report);
  /// The newest diagnosis that knows the line counts; one of `preferred_origin` before all others.
  [[nodiscard]] std::optional<LineFact> find(std::string_view text, const std::string& preferred_origin) const;
  void clear();

 private:
  struct Line {
    std::size_t incident = 0;
    Role role = Role::Context;
    std::optional<Rank> rank;
    std::string says;
  };
  struct Entry {
    std::string origin;
    std::unordered_map<std::string, Line> lines;
    std::vector<std::string> verdicts;  // by incident
    std::shared_ptr<const Json> report;
  };

  static void add(Entry& entry, std::string_view text, Line line);
  [[nodiscard]] static std::optional<LineFact> look_up(const Entry& entry, const std::string& key);

  mutable std::mutex mutex_;
  std::deque<Entry> entries_;  // newest first
};

}  // namespace firstfault::lsp
