// The folders that the client has open, the path mappings it set, and the user's source files below them: an open
// document as it stands, else the file on disk. Nothing outside these folders is ever opened. Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/files.h"
#include "lsp/documents.h"
#include "lsp/params.h"
#include "lsp/user_rules.h"

namespace firstfault::lsp {

inline constexpr std::size_t kMaxSourceBytes = 8 * 1024 * 1024;

/// A source file as the user sees it.
struct Source {
  std::string uri;
  std::string text;                     // UTF-8, without a byte order mark
  std::optional<std::int64_t> version;  // of the open document; empty where it is read from disk
};

class Workspace {
 public:
  explicit Workspace(const Documents& documents) : documents_(documents) {}

  void set(const InitializeParams& params);
  void change(const FoldersChange& change);

  /// The user's file that a log calls `logged`, below `cwd` or the folders. Where several fit, none is taken and a note
  /// says so.
  [[nodiscard]] std::optional<Source> find(std::string_view logged, const std::string& cwd,
                                           std::vector<std::string>& notes) const;
  /// The open document, else the file if it lies in one of the folders.
  [[nodiscard]] std::optional<Source> open(const std::string& uri) const;
  /// A path as a client gives it: a file URI, absolute, or relative to `cwd` or the first folder.
  [[nodiscard]] std::string absolute(const std::string& path, const std::string& cwd) const;
  /// Where the client lets rules come from.
  [[nodiscard]] RulePlaces rule_places() const;

 private:
  [[nodiscard]] std::vector<std::string> folders() const;
  [[nodiscard]] std::optional<Source> load(const std::string& path) const;

  const Documents& documents_;
  mutable std::mutex mutex_;
  std::vector<std::string> folders_;
  std::vector<host::PathMap> maps_;      // set once
  std::vector<std::string> rule_paths_;  // set once
  bool folder_rules_ = false;            // set once
};

}  // namespace firstfault::lsp
