#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "host/descriptor.h"
#include "host/expand.h"
#include "host/files.h"
#include "host/sniff.h"

namespace firstfault::host {
namespace {

constexpr std::size_t kFirstRoom = 8 * 1024;  // most rule and source files are smaller

/// The blocks of an open file; the bytes that were read for sniffing come first.
class Blocks {
 public:
  /// `goes_on` is asked while a pipe is silent, where patience is limited.
  Blocks(int fd, Patience patience, std::function<bool()> goes_on)
      : fd_(fd),
        patience_(patience),
        goes_on_(std::move(goes_on)),
        buffer_(std::make_unique_for_overwrite<char[]>(kBlockBytes)) {}

  /// The first bytes, at most kSniffBytes; fewer only at the end. Call once, before next().
  std::string_view head() {
    while (held_ < kSniffBytes) {
      const std::size_t got = read_into(held_, kSniffBytes - held_);
      if (got == 0) break;
      held_ += got;
    }
    return {buffer_.get(), held_};
  }

  /// The next block; empty at the end or on an error.
  std::string_view next() {
    if (held_ > 0) return {buffer_.get(), std::exchange(held_, 0)};
    return {buffer_.get(), read_into(0, kBlockBytes)};
  }

  [[nodiscard]] int error() const { return errno_; }
  [[nodiscard]] bool gave_up() const { return gave_up_; }

 private:
  std::size_t read_into(std::size_t at, std::size_t size) {
    if (errno_ != 0 || gave_up_ || stopped_ || (patience_ == Patience::Limited && !wait())) return 0;
    const std::ptrdiff_t got = read_some(fd_, buffer_.get() + at, size);
    if (got < 0) errno_ = errno;
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0));
  }

  /// True once there is something to read (or an end).
  bool wait() {
    for (int slice = 0; slice < kSlices && !stopped_; ++slice) {
      pollfd asked{fd_, POLLIN, 0};
      if (::poll(&asked, 1, kSliceMilliseconds) > 0) return true;
      stopped_ = !goes_on_();
    }
    gave_up_ = !stopped_;
    return false;
  }

  static constexpr int kSliceMilliseconds = 50;
  static constexpr int kSlices = 200;

  int fd_;
  Patience patience_;
  std::function<bool()> goes_on_;
  std::unique_ptr<char[]> buffer_;  // of kBlockBytes; not cleared, for a folder may hold many small files
  std::size_t held_ = 0;
  int errno_ = 0;
  bool stopped_ = false;
  bool gave_up_ = false;
};

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

/// Empty where only the look of the bytes speaks against text: whoever reads them says that.
std::string binary_note(const Sniffed& sniffed) {
  if (sniffed.what.empty()) return "";
  std::string note = "is " + std::string(sniffed.what) + ", not text";
  if (!sniffed.hint.empty()) note += " (" + std::string(sniffed.hint) + ")";
  return note;
}

Expanded copy_plain(Blocks& blocks, const BlockSink& sink) {
  Expanded result;
  for (std::string_view block = blocks.next(); !block.empty(); block = blocks.next()) {
    result.bytes += block.size();
    if (!sink(block)) break;
  }
  return result;
}

/// Hands an archive's content on, and judges its first block like the head of a plain file.
Expanded expand(Content content, Blocks& blocks, const BlockSink& sink) {
  Sniffed inside;
  bool first = true;
  const BlockSink judge = [&](std::string_view block) {
    if (std::exchange(first, false)) inside = sniff(block);
    return sink(block);
  };
  const ByteSource source = [&] { return blocks.next(); };
  Expanded result = content == Content::Gzip ? expand_gzip(source, judge) : expand_zstd(source, judge);
  if (result.trouble.empty() && inside.content != Content::Text) result.trouble = binary_note(inside);
  return result;
}

}  // namespace

Result<ReadSummary> read_blocks(const std::string& path, const BlockSink& sink, Patience patience) {
  auto file = open_for_reading(path, patience == Patience::Limited ? Opening::AtOnce : Opening::Waits);
  if (!file) return file.error();
  Blocks blocks(file.value().get(), patience, [&sink] { return sink({}); });
  const Sniffed sniffed = sniff(blocks.head());
  const bool packed = sniffed.content == Content::Gzip || sniffed.content == Content::Zstd;
  const Expanded read = packed ? expand(sniffed.content, blocks, sink) : copy_plain(blocks, sink);
  ReadSummary summary{read.bytes, ""};
  if (blocks.error() != 0) {
    const Error error = system_error(path, "cannot read", blocks.error());
    if (read.bytes == 0) return error;
    summary.note = to_line(error) + "; what came before was read";
  } else if (blocks.gave_up()) {
    summary.note = name_of(path) + ": gave nothing for ten seconds; what came before was read";
  } else if (!read.trouble.empty()) {
    summary.note = name_of(path) + ": " + read.trouble;
  } else if (!sniffed.what.empty()) {
    summary.note = name_of(path) + ": " + binary_note(sniffed);
  }
  return summary;
}

Result<std::string> read_whole(const std::string& path, std::size_t limit) {
  auto file = open_for_reading(path);
  if (!file) return file.error();
  std::string text;
  for (std::size_t room = kFirstRoom; text.size() <= limit; room *= 2) {
    const std::size_t had = text.size();
    text.resize(std::min(had + room, limit + 1));
    const std::ptrdiff_t got = read_full(file.value().get(), text.data() + had, text.size() - had);
    if (got < 0) return system_error(path, "cannot read", errno);
    const bool end = had + static_cast<std::size_t>(got) < text.size();
    text.resize(had + static_cast<std::size_t>(got));
    if (end) return text;
  }
  return Error{"is larger than " + std::to_string(limit) + " bytes", path, "only small files are read whole", ""};
}

}  // namespace firstfault::host
