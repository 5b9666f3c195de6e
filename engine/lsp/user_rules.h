// The rules that the server works with: built-in ones, over them those of .firstfault/rules in the client's folders and
// of the paths it names, over them those of the command line. Read when first needed, and again after they changed.
// Thread-safe; whoever works on with rules that were replaced keeps them alive.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rules/active.h"

namespace firstfault::lsp {

using Rules = std::shared_ptr<const rules::ActiveRules>;

/// Where users' rules may come from.
struct RulePlaces {
  std::vector<std::string> folders;  // that may keep .firstfault/rules
  std::vector<std::string> paths;    // rule files, or folders of them
};

class UserRules {
 public:
  explicit UserRules(const std::vector<rules::LoadedRules>& over) : over_(over) {}

  /// Other places, or other files there.
  void changed(RulePlaces places);
  void changed();
  [[nodiscard]] Rules current();

 private:
  const std::vector<rules::LoadedRules>& over_;
  std::mutex mutex_;
  RulePlaces places_;
  Rules rules_;  // empty where they must be read
};

}  // namespace firstfault::lsp
