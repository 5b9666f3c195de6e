#include "host/folder.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <optional>

#include "host/descriptor.h"
#include "host/natural.h"
#include "host/passed_over.h"
#include "host/sniff.h"

namespace firstfault::host {
namespace {

constexpr std::array<std::string_view, 5> kToolFolders = {"__pycache__", "node_modules", "venv", "site-packages",
                                                          "dist-packages"};
constexpr std::array<std::string_view, 14> kSourceSuffixes = {".py", ".pyi", ".ipynb", ".cu", ".cuh", ".cpp", ".cc",
                                                              ".c",  ".h",   ".hpp",   ".js", ".ts",  ".css", ".svg"};
constexpr std::array<std::string_view, 44> kBinarySuffixes = {
    ".pt",     ".pth",      ".ckpt",     ".pkl",     ".pickle", ".safetensors", ".bin", ".npy",  ".npz",
    ".h5",     ".onnx",     ".parquet",  ".arrow",   ".tgz",    ".tar.gz",      ".tar", ".whl",  ".tar.zst",
    ".tar.xz", ".distcp",   ".gguf",     ".sqlite",  ".db",     ".mdb",         ".pdf", ".png",  ".jpg",
    ".jpeg",   ".gif",      ".webp",     ".mp4",     ".wav",    ".zip",         ".so",  ".o",    ".a",
    ".pb",     ".tfrecord", ".nsys-rep", ".ncu-rep", ".wandb",  ".idx",         ".raw", ".cubin"};
// Settings, tables and documents: they may quote errors, but nothing failed in them.
constexpr std::array<std::string_view, 14> kDataSuffixes = {".csv", ".tsv", ".yaml", ".yml", ".toml", ".ini",  ".cfg",
                                                            ".md",  ".rst", ".html", ".htm", ".xml",  ".lock", ".bib"};
constexpr std::array<std::string_view, 3> kRecordSuffixes = {".json", ".jsonl", ".ndjson"};  // logs, or data sets
constexpr off_t kMostOfRecords = 64 * 1024 * 1024;

template <std::size_t N>
bool has_suffix(const std::array<std::string_view, N>& suffixes, std::string_view name) {
  return std::any_of(suffixes.begin(), suffixes.end(), [&](std::string_view suffix) { return name.ends_with(suffix); });
}

bool is_tool_folder(std::string_view name) {
  return std::find(kToolFolders.begin(), kToolFolders.end(), name) != kToolFolders.end();
}

/// /proc, /sys and the like: files there may be endless, or block.
bool is_kernel_file_system(const std::string& folder) {
  constexpr std::array<unsigned long, 7> kMagics = {0x9fa0,     0x62656572, 0x1cd1,    0x64626720,
                                                    0x74726163, 0x63677270, 0x73636673};
  struct statfs info {};
  if (::statfs(folder.c_str(), &info) != 0) return false;
  return std::find(kMagics.begin(), kMagics.end(), static_cast<unsigned long>(info.f_type)) != kMagics.end();
}

std::string join(const std::string& folder, std::string_view name) {
  if (folder == ".") return std::string(name);
  return folder + (folder.ends_with('/') ? "" : "/") + std::string(name);
}

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : "";
}

FileKey key_of(const struct stat& status) { return {status.st_dev, status.st_ino}; }

struct CloseFolder {
  void operator()(DIR* handle) const { ::closedir(handle); }
};

/// The names in a folder, naturally sorted; empty with errno in `error` where it cannot be read.
std::vector<std::string> list_names(const std::string& folder, std::size_t limit, int& error) {
  const std::unique_ptr<DIR, CloseFolder> handle(::opendir(folder.c_str()));
  error = handle ? 0 : errno;
  std::vector<std::string> names;
  while (handle && names.size() < limit) {
    const dirent* entry = ::readdir(handle.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return natural_less(a, b); });
  return names;
}

/// Empty where the first bytes cannot be read.
std::optional<Sniffed> sniff_file(const std::string& path, std::vector<Error>& errors) {
  const auto file = open_for_reading(path);
  if (!file) {
    errors.push_back(file.error());
    return std::nullopt;
  }
  std::string head(kSniffBytes, '\0');
  const std::ptrdiff_t got = read_full(file.value().get(), head.data(), head.size());
  if (got < 0) {
    errors.push_back(system_error(path, "cannot read", errno));
    return std::nullopt;
  }
  return sniff(std::string_view(head).substr(0, static_cast<std::size_t>(got)));
}

class FolderWalk {
 public:
  FolderWalk(std::string root, std::set<FileKey>& seen, FileList& list)
      : root_(std::move(root)), real_root_(real_path(root_)), seen_(seen), list_(list) {}

  void run() {
    enter(root_, 0);
    follow_links();
    std::sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return natural_less(a, b); });
    list_.files.insert(list_.files.end(), found_.begin(), found_.end());
    for (std::string& note : passed_.notes(root_)) list_.notes.push_back(std::move(note));
    if (full_)
      list_.notes.push_back(root_ + ": more than " + std::to_string(kMaxFolderFiles) +
                            " entries; the rest was left out");
    if (found_.empty()) list_.notes.push_back(root_ + ": no log file in this folder");
  }

 private:
  struct Link {
    std::string path;
    int depth;
  };

  void enter(const std::string& folder, int depth) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0 || !folders_.insert(key_of(status)).second) return;
    if (is_kernel_file_system(folder)) {
      list_.errors.push_back({"belongs to the kernel, not to a job", folder, "name a folder of logs", ""});
      return;
    }
    int error = 0;
    for (const std::string& name : list_names(folder, kMaxFolderFiles + 1, error)) {
      if (++entries_ > kMaxFolderFiles) full_ = true;
      if (full_) return;
      visit(join(folder, name), name, depth);
    }
    if (error != 0) list_.errors.push_back(system_error(folder, "cannot read the folder", error));
  }

  void visit(const std::string& path, std::string_view name, int depth) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return;  // gone since it was listed
    if (name.starts_with('.')) return passed_.add(Skip::Hidden, path);
    if (S_ISLNK(status.st_mode)) return links_.push_back({path, depth});
    if (S_ISDIR(status.st_mode)) return descend(path, name, depth);
    if (!S_ISREG(status.st_mode)) return passed_.add(Skip::Special, path);
    take(path, status);
  }

  void descend(const std::string& path, std::string_view name, int depth) {
    if (is_tool_folder(name)) return passed_.add(Skip::Tool, path);
    if (depth + 1 > kMaxFolderDepth) return passed_.add(Skip::TooDeep, path);
    enter(path, depth + 1);
  }

  void take(const std::string& path, const struct stat& status) {
    if (has_suffix(kSourceSuffixes, path)) return passed_.add(Skip::Source, path);
    if (has_suffix(kBinarySuffixes, path) || path.find(".tfevents.") != std::string::npos)
      return passed_.add(Skip::NoText, path);
    const bool data_set = has_suffix(kRecordSuffixes, path) && status.st_size > kMostOfRecords;
    if (data_set || has_suffix(kDataSuffixes, path)) return passed_.add(Skip::Data, path);
    if (!seen_.insert(key_of(status)).second) return;
    const auto sniffed = sniff_file(path, list_.errors);
    if (!sniffed) return;
    if (sniffed->content == Content::Binary) return passed_.add(Skip::NoText, path);
    found_.push_back(path);
  }

  /// After all that is no link, so that a file keeps its own name where a link shows it again.
  void follow_links() {
    while (!links_.empty() && !full_) {
      std::vector<Link> links;
      links.swap(links_);
      for (const Link& link : links) follow(link);
    }
  }

  void follow(const Link& link) {
    struct stat status {};
    if (::stat(link.path.c_str(), &status) != 0) return passed_.add(Skip::BrokenLink, link.path);
    const std::string inside = real_root_ == "/" ? real_root_ : real_root_ + "/";
    if (!(real_path(link.path) + "/").starts_with(inside)) return passed_.add(Skip::OutsideLink, link.path);
    if (S_ISDIR(status.st_mode)) return descend(link.path, link.path.substr(link.path.rfind('/') + 1), link.depth);
    if (!S_ISREG(status.st_mode)) return passed_.add(Skip::Special, link.path);
    take(link.path, status);
  }

  std::string root_;
  std::string real_root_;
  std::set<FileKey>& seen_;
  FileList& list_;
  std::set<FileKey> folders_;
  std::vector<std::string> found_;
  std::vector<Link> links_;
  PassedOver passed_;
  std::size_t entries_ = 0;
  bool full_ = false;
};

}  // namespace

void walk_folder(const std::string& folder, std::set<FileKey>& seen, FileList& list) {
  FolderWalk(folder, seen, list).run();
}

}  // namespace firstfault::host
