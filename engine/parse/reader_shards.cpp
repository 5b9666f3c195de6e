// The part of the reader that knows whose error output a text generation server's launcher passes on: all of one
// shard's stands raw between "Shard complete standard error output:" and " rank=1".
#include <algorithm>

#include "parse/reader.h"
#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr std::size_t kMostFailures = 64;  // of one shard

std::optional<Rank> shard_of(std::string_view text) {
  text::Cursor cursor(text::trim(text));
  if (!cursor.take("rank=")) return std::nullopt;
  const auto rank = cursor.take_number();
  if (!rank || !cursor.done() || *rank > 100'000) return std::nullopt;
  return Rank{static_cast<int>(*rank)};
}

}  // namespace

void Reader::note_shard(std::string_view text, const demux::Prefix& prefix, StreamIndex stream) {
  if (text.starts_with("Shard complete standard error output:")) {
    shard_ = {stream, now_};
    return;
  }
  if (!shard_ || shard_->first != stream) return;
  const auto rank = prefix.record ? std::nullopt : shard_of(text);
  if (!rank && !prefix.record) return;
  auto& failures = facts_.failures;
  const auto first = failures.size() - std::min(failures.size(), kMostFailures);
  for (std::size_t i = first; rank && i < failures.size(); ++i)
    if (failures[i].stream == stream && failures[i].order > shard_->second && !failures[i].rank)
      failures[i].rank = rank;
  shard_.reset();
}

}  // namespace firstfault::parse
