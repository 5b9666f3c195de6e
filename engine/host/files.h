// Reading logs from disk: single files, folders of per-rank logs, standard input, .gz and .zst. Reads with read(2) in
// blocks, never mmap (a log truncated while it is read would raise SIGBUS). Hands out bytes, never handles.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/cancel.h"
#include "support/result.h"

namespace firstfault::host {

inline constexpr int kMaxFolderDepth = 8;
inline constexpr std::size_t kMaxFolderFiles = 65'536;
inline constexpr std::size_t kBlockBytes = 256 * 1024;

/// The log files behind the paths a user gave, in a stable order (natural sort, so that rank_10 follows rank_9).
struct FileList {
  std::vector<std::string> files;  // as the user would write them; "-" for standard input
  std::vector<std::string> notes;  // what was passed over and why
  std::vector<Error> errors;       // paths that cannot be read
};

/// Walks folders to depth 8 and 65,536 files; symlinks are followed inside the folder only. Files that are no text
/// (pickles, checkpoints, images, binaries) are passed over with a note; a path named by the user itself is kept.
[[nodiscard]] FileList find_logs(const std::vector<std::string>& paths);

/// What was read of one file.
struct ReadSummary {
  std::uint64_t bytes = 0;  // expanded
  std::string note;         // a core dump, an archive that ends early …; names the path; empty where all is well
};

/// Receives one block; returns false to stop. An empty block only asks whether to go on waiting.
using BlockSink = std::function<bool(std::string_view)>;

/// How long a pipe that says nothing is waited for: the command line waits as cat does, a server asks the sink every
/// now and then and gives up after ten seconds of silence.
enum class Patience { Endless, Limited };

/// Reads a file (or "-"), expanding .gz and .zst (by their first bytes), and hands every block to `sink`.
/// A damaged archive is no error: what could be read was handed over, and the summary says so.
[[nodiscard]] Result<ReadSummary> read_blocks(const std::string& path, const BlockSink& sink,
                                              Patience patience = Patience::Endless);

/// A whole file of at most `limit` bytes (source files).
[[nodiscard]] Result<std::string> read_whole(const std::string& path, std::size_t limit);

/// Where the user's source `logged` (a path as the log wrote it, Windows paths too) lies under one of `roots`: by path
/// maps first, then by the longest unique suffix. Empty if nothing or several files fit (`note` then says so).
struct SourceMatch {
  std::string path;
  std::string note;
};
struct PathMap {
  std::string from;
  std::string to;
};
[[nodiscard]] SourceMatch find_source(std::string_view logged, const std::vector<std::string>& roots,
                                      const std::vector<PathMap>& maps);

}  // namespace firstfault::host
