// The Problems entries that stand at the moment, by who found them. Thread-safe. Computes what must be published anew;
// does not publish.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/params.h"
#include "lsp/results.h"

namespace firstfault::lsp {

/// Beyond this many origins the oldest loses its findings.
inline constexpr std::size_t kMaxOrigins = 64;

struct Finding {
  std::string uri;
  Diagnostic diagnostic;
  std::string hover;  // Markdown
};

/// All findings of one document, to be published.
struct DocumentFindings {
  std::string uri;
  std::vector<Diagnostic> diagnostics;
};

/// `range` after `change` was made to its document. A change within the range leaves it where it is.
[[nodiscard]] Range shift_range(Range range, const ContentChange& change, Encoding encoding);

class Findings {
 public:
  /// All that `origin` found before goes. Returns the documents whose lists changed.
  [[nodiscard]] std::vector<DocumentFindings> replace(const std::string& origin, std::vector<Finding> findings);
  [[nodiscard]] std::vector<DocumentFindings> clear();

  /// Keeps findings at their lines while the user types.
  void shift(std::string_view uri, const std::vector<ContentChange>& changes, Encoding encoding);

  [[nodiscard]] std::vector<Finding> at(std::string_view uri, const Position& position) const;
  [[nodiscard]] std::vector<Finding> on_line(std::string_view uri, std::size_t line) const;

 private:
  struct Entry {
    std::string origin;
    std::vector<Finding> findings;
  };

  [[nodiscard]] DocumentFindings list(const std::string& uri) const;
  void drop(std::deque<Entry>::iterator entry, std::vector<std::string>& touched);

  mutable std::mutex mutex_;
  std::deque<Entry> entries_;  // oldest first
};

}  // namespace firstfault::lsp
