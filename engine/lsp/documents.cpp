#include "lsp/documents.h"

#include <algorithm>
#include <utility>

#include "lsp/uri.h"

namespace firstfault::lsp {

std::string document_key(std::string_view uri) { return path_from_uri(uri).value_or(std::string(uri)); }

std::string apply_change(std::string text, const ContentChange& change, Encoding encoding) {
  if (!change.range) return change.text;
  const std::size_t begin = offset_at(text, change.range->start, encoding);
  const std::size_t end = std::max(begin, offset_at(text, change.range->end, encoding));
  text.replace(begin, end - begin, change.text);
  return text;
}

void Documents::open(const DocumentItem& item) {
  auto document = std::make_shared<const Document>(Document{item.uri, item.language, item.version, item.text});
  const std::lock_guard lock(mutex_);
  documents_.insert_or_assign(document_key(item.uri), std::move(document));
}

void Documents::change(const DidChangeParams& params, Encoding encoding) {
  const std::lock_guard lock(mutex_);
  const auto found = documents_.find(document_key(params.uri));
  if (found == documents_.end()) return;
  auto document = std::make_shared<Document>(*found->second);
  for (const auto& change : params.changes) document->text = apply_change(std::move(document->text), change, encoding);
  document->version = params.version;
  found->second = std::move(document);
}

void Documents::close(std::string_view uri) {
  const std::lock_guard lock(mutex_);
  documents_.erase(document_key(uri));
}

DocumentPtr Documents::find(std::string_view uri) const {
  const std::lock_guard lock(mutex_);
  const auto found = documents_.find(document_key(uri));
  return found == documents_.end() ? nullptr : found->second;
}

}  // namespace firstfault::lsp
