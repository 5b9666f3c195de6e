#include "text/line_splitter.h"

#include <bit>
#include <cstring>
#include <utility>

namespace firstfault::text {
namespace {

constexpr std::size_t kHalf = kMaxLineBytes / 2;
constexpr std::string_view kGap = " … ";  // so that head and tail make no word together

// Not zero where one of the eight bytes is `byte`; the lowest bit set stands in the first of them.
std::uint64_t marks_of(std::uint64_t eight, unsigned char byte) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
  const std::uint64_t same_is_zero = eight ^ (kOnes * byte);
  return (same_is_zero - kOnes) & ~same_is_zero & (kOnes << 7U);
}

std::size_t find_line_end(std::string_view bytes) {
  std::size_t at = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, bytes.data() + at, sizeof eight);
      const std::uint64_t marks = marks_of(eight, '\n') | marks_of(eight, '\r');
      if (marks != 0) return at + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
    }
  }
  while (at < bytes.size() && bytes[at] != '\n' && bytes[at] != '\r') ++at;
  return at;
}

}  // namespace

std::optional<LineSplitter::Ending> LineSplitter::take(std::string_view& bytes) {
  if (!encoding_) settle(bytes, More::MayCome);
  if (!encoding_) return std::nullopt;
  const bool wide = *encoding_ != Encoding::Bytes;
  if (head_read_ < head_.size()) {
    std::string_view held = std::string_view(head_).substr(head_read_);
    const auto ending = wide ? take_units(held) : take_bytes(held);
    head_read_ = head_.size() - held.size();
    if (ending) return ending;
  }
  return wide ? take_units(bytes) : take_bytes(bytes);
}

void LineSplitter::settle(std::string_view& bytes, More more) {
  if (encoding_) return;
  const auto wanted = bytes.substr(0, kEncodingBytes - head_.size());
  head_ += wanted;
  bytes.remove_prefix(wanted.size());
  const auto detected = detect_encoding(head_, more);
  if (!detected) return;
  encoding_ = detected->encoding;
  head_read_ = detected->mark;
  next_.begin = next_.end = detected->mark;
}

std::optional<LineSplitter::Ending> LineSplitter::take_bytes(std::string_view& bytes) {
  while (!bytes.empty()) {
    if (after_cr_) {
      after_cr_ = false;
      if (bytes.front() != '\n') return Ending::Cr;
      bytes.remove_prefix(1);
      return Ending::CrLf;
    }
    const std::size_t at = find_line_end(bytes);
    append(bytes.substr(0, at));
    if (at == bytes.size()) {
      bytes = {};
      break;
    }
    after_cr_ = bytes[at] == '\r';  // whether "\n" follows is only known with the next byte
    bytes.remove_prefix(at + 1);
    if (!after_cr_) return Ending::Lf;
  }
  return std::nullopt;
}

std::optional<LineSplitter::Ending> LineSplitter::take_units(std::string_view& bytes) {
  while (!bytes.empty()) {
    if (!half_unit_ && bytes.size() == 1) {
      half_unit_ = bytes.front();
      bytes = {};
      break;
    }
    const char unit[2] = {half_unit_ ? *half_unit_ : bytes[0], half_unit_ ? bytes[0] : bytes[1]};
    const bool little = *encoding_ == Encoding::Utf16Little;
    const char low = unit[little ? 0 : 1];
    const bool ends = unit[little ? 1 : 0] == '\0' && (low == '\n' || low == '\r');
    if (after_cr_ && !(ends && low == '\n')) {
      after_cr_ = false;
      return Ending::Cr;  // the unit is looked at again, as the next line's first
    }
    bytes.remove_prefix(half_unit_ ? 1 : 2);
    half_unit_.reset();
    if (!ends)
      append({unit, sizeof unit});
    else if (low == '\n')
      return std::exchange(after_cr_, false) ? Ending::CrLf : Ending::Lf;
    else
      after_cr_ = true;
  }
  return std::nullopt;
}

void LineSplitter::take_half_unit() {
  if (half_unit_) append({&*half_unit_, 1});
  half_unit_.reset();
}

void LineSplitter::append(std::string_view bytes) {
  next_.end += bytes.size();
  while (!bytes.empty()) {  // in slices, so that a gigabyte that is fed in one piece is not copied whole
    const auto slice = bytes.substr(0, kMaxLineBytes);
    buffer_.append(slice);
    bytes.remove_prefix(slice.size());
    // At twice the cap, so that a gigabyte line costs one move per 64 kB and not one per chunk.
    if (buffer_.size() > 2 * kMaxLineBytes) drop_middle();
  }
}

// The odd byte that a broken UTF-16 file ends with stays beside the cap, so that units stay whole.
std::size_t LineSplitter::excess() const {
  const std::size_t odd = encoding() == Encoding::Bytes ? 0 : buffer_.size() % 2;
  const std::size_t kept = kMaxLineBytes + odd;
  return buffer_.size() > kept ? buffer_.size() - kept : 0;
}

void LineSplitter::drop_middle() {
  buffer_.erase(kHalf, excess());
  next_.cut = true;
}

// Makes `next_.bytes` of what was gathered; how the bytes were cut into pieces leaves no trace in it.
void LineSplitter::complete() {
  if (excess() > 0) drop_middle();
  next_.bytes = buffer_;
  if (!next_.cut && encoding() == Encoding::Bytes) return;
  shown_.clear();
  const std::string_view all = buffer_;
  const std::size_t head = next_.cut ? kHalf : all.size();
  show(all.substr(0, head));
  if (next_.cut) {
    shown_ += kGap;
    show(all.substr(head));
    if (cut_.count++ == 0) cut_.first = next_.line;
  }
  next_.bytes = shown_;
}

void LineSplitter::show(std::string_view part) {
  if (encoding() == Encoding::Bytes)
    shown_ += part;
  else
    append_utf16(part, encoding(), shown_);
}

void LineSplitter::advance(Ending ending) {
  const std::uint64_t units = ending == Ending::None ? 0 : ending == Ending::CrLf ? 2 : 1;
  next_.begin = next_.end + units * (encoding() == Encoding::Bytes ? 1 : 2);
  next_.end = next_.begin;
  next_.editor_line += ending == Ending::None ? 0 : 1;
  next_.line += ending == Ending::Lf || ending == Ending::CrLf ? 1 : 0;
  next_.cut = false;
  buffer_.clear();
}

std::uint64_t LineSplitter::line_count() const { return next_.line - 1 + unended_ + (next_.end > next_.begin ? 1 : 0); }

}  // namespace firstfault::text
