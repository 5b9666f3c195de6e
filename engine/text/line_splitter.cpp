#include "text/line_splitter.h"

namespace firstfault::text {

void LineSplitter::append(std::string_view bytes) {
  next_.end += bytes.size();
  buffer_.append(bytes);
  if (buffer_.size() <= 2 * kMaxLineBytes) return;
  // Twice the cap, so that a gigabyte line costs one move per 64 kB and not one per chunk.
  constexpr std::size_t half = kMaxLineBytes / 2;
  buffer_.erase(half, buffer_.size() - 2 * half);
  next_.cut = true;
}

void LineSplitter::advance(Ending ending) {
  const std::uint64_t width = ending == Ending::None ? 0 : ending == Ending::CrLf ? 2 : 1;
  next_.begin = next_.end + width;
  next_.end = next_.begin;
  next_.editor_line += ending == Ending::None ? 0 : 1;
  next_.line += ending == Ending::Lf || ending == Ending::CrLf ? 1 : 0;
  next_.cut = false;
  buffer_.clear();
}

std::uint64_t LineSplitter::line_count() const { return next_.line - 1 + unended_ + (next_.end > next_.begin ? 1 : 0); }

}  // namespace firstfault::text
