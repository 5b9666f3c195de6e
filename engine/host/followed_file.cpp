#include "host/followed_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "host/sniff.h"

namespace firstfault::host {
namespace {

constexpr std::uint64_t kMostOfOneLook = 64ULL * 1024 * 1024;

FileKey key_of(const struct stat& status) { return {status.st_dev, status.st_ino}; }

std::ptrdiff_t read_at(int fd, std::vector<char>& buffer, std::uint64_t offset) {
  std::ptrdiff_t got = 0;
  do got = ::pread(fd, buffer.data(), buffer.size(), static_cast<off_t>(offset));
  while (got < 0 && errno == EINTR);
  return got;
}

bool is_absence(int number) { return number == ENOENT || number == ENOTDIR || number == ESTALE; }

}  // namespace

FollowedFile::Look FollowedFile::look(const BlockSink& sink, Keep keep) {
  Look look;
  struct stat status {};
  if (::stat(path_.c_str(), &status) == 0) {
    look_at(status, sink, look);
  } else if (!is_absence(errno)) {
    error_ = system_error(path_, "cannot open", errno);
  } else if (file_) {
    read_on(sink, look);  // it was renamed or deleted; the writer may not know yet
  }
  if (keep == Keep::Closed) file_.reset();
  return look;
}

void FollowedFile::look_at(const struct stat& status, const BlockSink& sink, Look& look) {
  if (key_ && *key_ != key_of(status)) {
    if (file_) read_on(sink, look);
    if (!look.stopped && !look.more) begin_again(sink, look, Change::Replaced);
    return;
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (packed_ || (key_ && size == offset_)) return;
  size < offset_ ? begin_again(sink, look, Change::Truncated) : read_on(sink, look);
}

void FollowedFile::begin_again(const BlockSink& sink, Look& look, Change change) {
  look.change = change;
  look.before = offset_;
  file_.reset();
  offset_ = 0;
  packed_ = false;
  if (std::exchange(open_line_, false)) look.stopped = !sink("\n");
  if (!look.stopped) read_on(sink, look);
}

bool FollowedFile::open() {
  int fd = -1;
  do fd = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  while (fd < 0 && errno == EINTR);
  if (fd < 0) {
    if (!is_absence(errno)) error_ = system_error(path_, "cannot open", errno);
    return false;
  }
  file_.emplace(fd);
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    error_ = Error{"is no regular file", path_, "name a log file, or a folder of logs", ""};
    file_.reset();
    return false;
  }
  key_ = key_of(status);
  error_.reset();
  return true;
}

void FollowedFile::read_on(const BlockSink& sink, Look& look) {
  if (!file_ && !open()) return;
  std::vector<char> buffer(kBlockBytes);
  for (std::uint64_t taken = 0; !look.stopped;) {
    const std::ptrdiff_t got = read_at(file_->get(), buffer, offset_);
    if (got < 0) error_ = system_error(path_, "cannot read", errno);
    if (got <= 0) return;
    const std::string_view block(buffer.data(), static_cast<std::size_t>(got));
    const Content content = offset_ == 0 ? sniff(block).content : Content::Text;
    if (content == Content::Gzip || content == Content::Zstd) return read_archive(sink, look);
    offset_ += block.size();
    taken += block.size();
    look.grew = true;
    look.stopped = !sink(block);
    open_line_ = block.back() != '\n';
    look.more = taken >= kMostOfOneLook;
    if (look.more) return;
  }
}

void FollowedFile::read_archive(const BlockSink& sink, Look& look) {
  packed_ = true;
  const auto summary = read_blocks(path_, [&](std::string_view block) {
    look.grew = true;
    look.stopped = !sink(block);
    return !look.stopped;
  });
  if (!summary) error_ = summary.error();
}

}  // namespace firstfault::host
