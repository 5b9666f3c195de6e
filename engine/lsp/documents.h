// The text documents that the client has open, as it sees them. Thread-safe: values out.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/params.h"

namespace firstfault::lsp {

struct Document {
  std::string uri;  // as the client spells it
  std::string language;
  std::int64_t version = 0;
  std::string text;
};

using DocumentPtr = std::shared_ptr<const Document>;

/// What two spellings of one document have in common: its path, or the URI where it is no file.
[[nodiscard]] std::string document_key(std::string_view uri);

/// `text` after `change`.
[[nodiscard]] std::string apply_change(std::string text, const ContentChange& change, Encoding encoding);

class Documents {
 public:
  void open(const DocumentItem& item);
  /// A document that is not open is left alone.
  void change(const DidChangeParams& params, Encoding encoding);
  void close(std::string_view uri);
  /// Null where it is not open.
  [[nodiscard]] DocumentPtr find(std::string_view uri) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, DocumentPtr> documents_;  // by document_key
};

}  // namespace firstfault::lsp
