#include "host/follow.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <set>

#include "host/followed_file.h"

namespace firstfault::host {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto kLookEvery = milliseconds(150);
constexpr auto kScanEvery = milliseconds(400);
constexpr auto kRarest = milliseconds(5'000);  // of either, where the file system is slow
constexpr int kCostFactor = 4;                 // so that at most a fifth of the time goes into asking
constexpr std::size_t kMostOpen = 256;
constexpr std::size_t kBlocksOfOneLook = 256;  // of a pipe that never runs dry

milliseconds pause_after(Clock::duration cost, milliseconds least) {
  const auto scaled = std::chrono::duration_cast<milliseconds>(cost) * kCostFactor;
  return std::clamp(scaled, least, kRarest);
}

/// "train.log.1", "train.log-20260102.gz" beside "train.log": what was read already, under its new name.
bool is_rotated_copy(std::string_view path, const std::set<std::string>& read) {
  for (const std::string_view packed : {".gz", ".zst", ".xz", ".bz2"})
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  if (path.ends_with(".old") || path.ends_with(".bak"))
    return read.contains(std::string(path.substr(0, path.size() - 4)));
  std::size_t at = path.size();
  while (at > 0 && std::string_view("0123456789.-_").find(path[at - 1]) != std::string_view::npos) {
    --at;
    if ((path[at] < '0' || path[at] > '9') && read.contains(std::string(path.substr(0, at)))) return true;
  }
  return false;
}

class Pipe {
 public:
  Pipe(std::string path, int fd) : path_(std::move(path)), file_(fd) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] int fd() const { return file_.get(); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  /// False where the sink wants no more.
  [[nodiscard]] bool look(const BlockSink& sink) {
    std::vector<char> buffer(kBlockBytes);
    for (std::size_t blocks = 0; !ended_ && blocks < kBlocksOfOneLook && is_ready(); ++blocks) {
      const std::ptrdiff_t got = read_some(file_.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EAGAIN) break;
      if (got < 0) error_ = system_error(path_, "cannot read", errno);
      ended_ = got <= 0;
      if (got > 0 && !sink({buffer.data(), static_cast<std::size_t>(got)})) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool is_ready() const {
    pollfd asked{file_.get(), POLLIN, 0};
    return ::poll(&asked, 1, 0) > 0;
  }

  std::string path_;
  Descriptor file_;
  std::optional<Error> error_;
  bool ended_ = false;
};

struct Log {
  FollowedFile file;
  std::optional<std::uint32_t> number;
};

std::string in_words(const FollowedFile& file, const FollowedFile::Look& look) {
  const std::string before = " after " + std::to_string(look.before) + " bytes";
  return look.change == FollowedFile::Change::Replaced
             ? file.path() + ": a new file took its place" + before + "; its lines are counted on from there"
             : file.path() + ": was truncated" + before + "; what was written then is counted on from there";
}

}  // namespace

struct Follower::State {
  std::vector<std::string> folders;
  std::vector<Log> logs;
  std::vector<Pipe> pipes;
  std::vector<std::uint32_t> pipe_numbers;
  std::set<std::string> paths;  // of `logs`
  std::set<FileKey> known;
  std::vector<Error> errors;
  Clock::time_point next_scan;
  milliseconds pause = kLookEvery;
  bool scanned = false;

  void follow_path(const std::string& path);
  void follow_log(const std::string& path);
  void scan();
  [[nodiscard]] bool look_at_logs(const FollowSink& sink, bool& grew);
  [[nodiscard]] bool look_at_pipes(const FollowSink& sink, bool& grew);
};

void Follower::State::follow_path(const std::string& path) {
  struct stat status {};
  const bool there = path != "-" && ::stat(path.c_str(), &status) == 0;
  if (path == "-") return pipes.emplace_back(path, STDIN_FILENO), void();
  if (there && S_ISDIR(status.st_mode)) return folders.push_back(path);
  if (there && !S_ISREG(status.st_mode)) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0) return errors.push_back(system_error(path, "cannot open", errno));
    if (S_ISFIFO(status.st_mode)) return pipes.emplace_back(path, fd), void();
    Descriptor unwanted(fd);
    return errors.push_back({"is a device, not a log", path, "name a log file, or a folder of logs", ""});
  }
  if (!there || known.insert({status.st_dev, status.st_ino}).second) follow_log(path);
}

void Follower::State::follow_log(const std::string& path) {
  if (paths.insert(path).second) logs.push_back({FollowedFile(path), std::nullopt});
}

void Follower::State::scan() {
  const auto begin = Clock::now();
  for (const auto& log : logs)
    if (log.file.key()) known.insert(*log.file.key());
  FileList list;
  for (const auto& folder : folders) walk_folder(folder, known, list);
  const std::set<std::string> read = scanned ? paths : std::set<std::string>{};
  for (const auto& path : list.files)
    if (!is_rotated_copy(path, read)) follow_log(path);
  if (!scanned) errors.insert(errors.end(), list.errors.begin(), list.errors.end());
  scanned = true;
  next_scan = Clock::now() + pause_after(Clock::now() - begin, kScanEvery);
}

bool Follower::State::look_at_logs(const FollowSink& sink, bool& grew) {
  const auto keep = logs.size() <= kMostOpen ? FollowedFile::Keep::Open : FollowedFile::Keep::Closed;
  for (Log& log : logs) {
    const auto number = [&] {
      if (!log.number) log.number = sink.open(log.file.path());
      return *log.number;
    };
    const auto look = log.file.look([&](std::string_view block) { return sink.feed(number(), block); }, keep);
    if (log.file.key()) (void)number();  // an empty log is one, too
    if (look.change != FollowedFile::Change::None) sink.note(in_words(log.file, look));
    grew = grew || look.grew;
    if (look.more) pause = milliseconds(0);
    if (look.stopped) return false;
  }
  return true;
}

bool Follower::State::look_at_pipes(const FollowSink& sink, bool& grew) {
  for (std::size_t i = 0; i < pipes.size(); ++i) {
    if (i == pipe_numbers.size()) pipe_numbers.push_back(sink.open(pipes[i].path()));
    const auto feed = [&](std::string_view block) {
      grew = true;
      return sink.feed(pipe_numbers[i], block);
    };
    if (!pipes[i].look(feed)) return false;
  }
  return true;
}

Follower::Follower(const std::vector<std::string>& paths) : state_(std::make_unique<State>()) {
  for (const auto& path : paths) state_->follow_path(path);
}

Follower::~Follower() = default;

Follower::Looked Follower::look(const FollowSink& sink) {
  const auto begin = Clock::now();
  if (!state_->folders.empty() && begin >= state_->next_scan) state_->scan();
  state_->pause = kLookEvery;
  bool grew = false;
  const bool all = state_->look_at_logs(sink, grew) && state_->look_at_pipes(sink, grew);
  if (!grew && state_->pause.count() > 0) state_->pause = pause_after(Clock::now() - begin, kLookEvery);
  return !all ? Looked::Stopped : grew ? Looked::Grew : Looked::NothingNew;
}

void Follower::wait(milliseconds limit) const {
  std::vector<pollfd> asked;
  for (const auto& pipe : state_->pipes)
    if (!pipe.ended()) asked.push_back({pipe.fd(), POLLIN, 0});
  const auto pause = std::min(limit, state_->pause);
  (void)::poll(asked.data(), asked.size(), static_cast<int>(pause.count()));
}

bool Follower::ended() const {
  return state_->folders.empty() &&
         std::all_of(state_->logs.begin(), state_->logs.end(),
                     [](const Log& log) { return log.file.error().has_value(); }) &&
         std::all_of(state_->pipes.begin(), state_->pipes.end(), [](const Pipe& pipe) { return pipe.ended(); });
}

std::vector<Error> Follower::errors() const {
  std::vector<Error> all = state_->errors;
  for (const auto& log : state_->logs)
    if (log.file.error()) all.push_back(*log.file.error());
  for (const auto& pipe : state_->pipes)
    if (pipe.error()) all.push_back(*pipe.error());
  return all;
}

std::vector<std::string> Follower::awaited() const {
  std::vector<std::string> paths;
  for (const auto& log : state_->logs)
    if (!log.file.key() && !log.file.error()) paths.push_back(log.file.path());
  return paths;
}

}  // namespace firstfault::host
