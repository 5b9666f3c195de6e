#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "host/files.h"

namespace firstfault::host {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxSourceDepth = 12;
constexpr std::size_t kMaxSourceEntries = 20'000;
constexpr std::array<std::string_view, 6> kSkipped = {"node_modules", "__pycache__",   "venv",
                                                      "env",          "site-packages", "dist-packages"};

using Parts = std::vector<std::string>;

bool is_drive(std::string_view text) {
  return text.size() >= 2 && text[1] == ':' &&
         ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

/// With "/" between the folders, whatever the system that wrote it: "C:\train\a.py" becomes "c:/train/a.py".
std::string with_slashes(std::string_view logged) {
  std::string path(logged);
  const bool windows = is_drive(path) || path.starts_with("\\\\") || path.find('/') == std::string::npos;
  if (windows) std::replace(path.begin(), path.end(), '\\', '/');
  if (is_drive(path) && path[0] <= 'Z') path[0] = static_cast<char>(path[0] - 'A' + 'a');
  return path;
}

/// The names of a path without ".", drive and root; empty where it climbs ("..") out of what is known or names no file.
Parts parts_of(std::string_view path) {
  if (is_drive(path)) path.remove_prefix(2);
  Parts parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.emplace_back(part);
    } else if (!parts.empty()) {
      parts.pop_back();
    }
  }
  return parts;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::string real_path(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? "" : real.string();
}

bool is_inside(const std::string& real, const std::string& real_root) {
  return !real_root.empty() && (real_root == "/" || real.starts_with(real_root + "/"));
}

fs::path under(const fs::path& folder, const Parts& parts, std::size_t first) {
  fs::path path = folder;
  for (std::size_t i = first; i < parts.size(); ++i) path /= parts[i];
  return path;
}

/// The file that a path map names, if it exists and does not leave the map's target through a link.
std::optional<std::string> by_map(const std::string& logged, const PathMap& map) {
  std::string from = with_slashes(map.from);
  while (from.size() > 1 && from.ends_with('/')) from.pop_back();
  const bool hit =
      logged.starts_with(from) && (from.ends_with('/') || logged.size() == from.size() || logged[from.size()] == '/');
  if (!hit) return std::nullopt;
  const fs::path path = under(map.to, parts_of(std::string_view(logged).substr(from.size())), 0);
  if (!is_file(path) || !(is_inside(real_path(path), real_path(map.to)) || path == fs::path(map.to)))
    return std::nullopt;
  return path.lexically_normal().string();
}

/// The very path of the log, where it lies inside a root (the job ran on this machine, or below this folder).
std::optional<std::string> as_written(const std::string& logged, const Parts& parts, const std::string& root) {
  const fs::path path = logged.starts_with('/') ? fs::path(logged) : under(root, parts, 0);
  if (!is_file(path) || !is_inside(real_path(path), real_path(root))) return std::nullopt;
  return path.lexically_normal().string();
}

struct Found {
  std::map<std::string, std::string> by_real_path;  // → as it would be written
  std::size_t common = 0;                           // trailing names shared with the logged path
};

class SourceWalk {
 public:
  explicit SourceWalk(const Parts& parts) : parts_(parts) {}

  void run(const std::string& root) {
    real_root_ = real_path(root);
    // The root's own names count, so that a log's ".../project/train.py" fits the root ".../project".
    std::vector<std::string> above = parts_of(real_root_);
    if (!real_root_.empty()) enter(root, above, 0);
  }

  [[nodiscard]] const Found& found() const { return found_; }
  [[nodiscard]] bool cut() const { return entries_ > kMaxSourceEntries; }

 private:
  void enter(const fs::path& folder, std::vector<std::string>& above, int depth) {
    std::error_code error;
    std::vector<fs::directory_entry> folders;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      if (++entries_ > kMaxSourceEntries) return;
      std::error_code ignored;
      const std::string name = it->path().filename().string();
      if (it->is_directory(ignored) && !it->is_symlink(ignored)) {
        if (!name.starts_with('.') && std::find(kSkipped.begin(), kSkipped.end(), name) == kSkipped.end())
          folders.push_back(*it);
      } else if (name == parts_.back() && it->is_regular_file(ignored)) {
        offer(it->path(), above);
      }
    }
    if (depth == kMaxSourceDepth) return;
    std::sort(folders.begin(), folders.end());
    for (const auto& entry : folders) {
      above.push_back(entry.path().filename().string());
      enter(entry.path(), above, depth + 1);
      above.pop_back();
    }
  }

  void offer(const fs::path& path, const std::vector<std::string>& above) {
    const std::string real = real_path(path);
    std::size_t common = 1;
    while (common < parts_.size() && common <= above.size() &&
           parts_[parts_.size() - 1 - common] == above[above.size() - common])
      ++common;
    if (!is_inside(real, real_root_) || common < found_.common) return;
    if (common > found_.common) found_ = {{}, common};
    found_.by_real_path.emplace(real, path.lexically_normal().string());
  }

  const Parts& parts_;
  std::string real_root_;
  Found found_;
  std::size_t entries_ = 0;
};

SourceMatch by_suffix(const Parts& parts, const std::vector<std::string>& roots) {
  SourceWalk walk(parts);
  for (const std::string& root : roots) walk.run(root);
  const auto& files = walk.found().by_real_path;
  if (files.size() == 1 && !walk.cut()) return {files.begin()->second, ""};
  if (files.size() > 1)
    return {"", parts.back() + ": " + std::to_string(files.size()) +
                    " files fit the path in the log equally well; none was taken (say which with --path-map FROM=TO)"};
  if (walk.cut())
    return {"", parts.back() + ": looked for in the first " + std::to_string(kMaxSourceEntries) +
                    " entries only; none was taken (name a smaller folder with --source DIR)"};
  return {};
}

}  // namespace

SourceMatch find_source(std::string_view logged, const std::vector<std::string>& roots,
                        const std::vector<PathMap>& maps) {
  const std::string path = with_slashes(logged);
  const Parts parts = parts_of(path);
  if (parts.empty() || path.starts_with('<') || path.find('\0') != std::string::npos)
    return {};  // "<stdin>", "<frozen …>"
  for (const PathMap& map : maps)
    if (const auto hit = by_map(path, map)) return {*hit, ""};
  for (const std::string& root : roots)
    if (const auto hit = as_written(path, parts, root)) return {*hit, ""};
  return by_suffix(parts, roots);
}

}  // namespace firstfault::host
