// One file that grows while it is read: what was appended, and what befalls logs meanwhile (renamed and begun anew, cut
// to nothing, not there yet). Internal to host/: others use Follower (follow.h).
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>

#include "host/descriptor.h"
#include "host/files.h"
#include "host/folder.h"

namespace firstfault::host {

class FollowedFile {
 public:
  explicit FollowedFile(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The file that is read now; nothing before there is one.
  [[nodiscard]] const std::optional<FileKey>& key() const { return key_; }
  /// Why it cannot be read; nothing where it can, or is only not there yet.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  enum class Keep { Open, Closed };
  enum class Change { None, Replaced, Truncated };
  struct Look {
    Change change = Change::None;
    std::uint64_t before = 0;  // bytes that were read before the change
    bool grew = false;
    bool more = false;     // there is more than one look takes
    bool stopped = false;  // the sink wants no more
  };

  /// Hands what is new to `sink`. A line that the old file left open is ended before those of a new one. A file that is
  /// kept open is read to its end also after it was renamed.
  [[nodiscard]] Look look(const BlockSink& sink, Keep keep);

 private:
  void look_at(const struct stat& status, const BlockSink& sink, Look& look);
  void begin_again(const BlockSink& sink, Look& look, Change change);
  void read_on(const BlockSink& sink, Look& look);
  void read_archive(const BlockSink& sink, Look& look);
  [[nodiscard]] bool open();

  std::string path_;
  std::optional<Descriptor> file_;
  std::optional<FileKey> key_;
  std::optional<Error> error_;
  std::uint64_t offset_ = 0;
  bool packed_ = false;     // an archive does not grow: it is read once
  bool open_line_ = false;  // the last byte was no line end
};

}  // namespace firstfault::host
