// Collects what a folder walk leaves out and says it in a few notes, however many files there are.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace firstfault::host {

enum class Skip { NoText, Data, Source, Hidden, Tool, OutsideLink, BrokenLink, Special, TooDeep };

class PassedOver {
 public:
  void add(Skip reason, std::string path);
  /// One note a reason, in a fixed order: "job: passed over 3 files that are no text: a.pt, b.pt, c.pt".
  [[nodiscard]] std::vector<std::string> notes(const std::string& folder) const;

 private:
  struct Group {
    std::size_t count = 0;
    std::vector<std::string> named;
  };
  std::map<Skip, Group> groups_;
};

}  // namespace firstfault::host
