#include "cli/follow.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "analysis/session.h"
#include "cli/interrupt.h"
#include "cli/job.h"
#include "host/files.h"
#include "host/follow.h"
#include "output/words.h"

namespace firstfault::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto kPause = milliseconds(150);
constexpr auto kSettled = milliseconds(300);  // what belongs to a failure is printed within this …
constexpr auto kLongest = milliseconds(600);  // … but a busy log is judged all the same
constexpr auto kOverWhenQuiet = milliseconds(10'000);
constexpr int kCostFactor = 4;  // so that at most a fifth of the time goes into judging

/// Judges the job while it runs: not at every byte, and not more often than it can be afforded.
class Judge {
 public:
  enum class Judged { NotNow, Now };

  void grew(Clock::time_point now) {
    quiet_since_ = now;
    if (!pending_) pending_since_ = now;
    pending_ = true;
  }

  /// Finishes the session where a verdict is due.
  Judged consider(const analysis::Session& session, Clock::time_point now) {
    if (!pending_ || now < not_before_) return Judged::NotNow;
    const auto quiet = now - quiet_since_;
    const bool due = quiet >= kSettled || now - pending_since_ >= kLongest;
    if (!due || (quiet < kOverWhenQuiet && !session.saw_deciding_line())) return put_off(now);
    pending_ = false;
    return Judged::Now;
  }

  [[nodiscard]] bool is_quiet(Clock::time_point now) const { return now - quiet_since_ >= kOverWhenQuiet; }
  void took(Clock::time_point from) { not_before_ = Clock::now() + kCostFactor * (Clock::now() - from); }

 private:
  Judged put_off(Clock::time_point from) {
    took(from);
    return Judged::NotNow;
  }

  Clock::time_point quiet_since_ = Clock::now();
  Clock::time_point pending_since_;
  Clock::time_point not_before_;
  bool pending_ = false;
};

class Following {
 public:
  Following(const std::vector<std::string>& paths, const DiagnoseOptions& options, const ActiveRules& active,
            Console& console)
      : paths_(paths),
        options_(options),
        active_(active),
        console_(console),
        follower_(paths),
        session_(*active.rules, *active.matcher) {}

  int run() {
    look();
    for (const auto& path : follower_.awaited()) console_.complain("waiting for " + path);
    while (!is_over()) {
      follower_.wait(kPause);
      look();
      judge();
    }
    return report();
  }

 private:
  [[nodiscard]] bool is_over() const {
    return (said_over_ && judge_.is_quiet(Clock::now())) || InterruptWatch::interrupted() || console_.is_broken() ||
           follower_.ended();
  }

  void look() {
    host::FollowSink sink;
    sink.open = [this](const std::string& path) {
      opened_.insert(path);
      return session_.open({path, InputKind::Log}).value;
    };
    sink.feed = [this](std::uint32_t file, std::string_view bytes) {
      session_.feed(InputId{file}, bytes);
      return !InterruptWatch::interrupted();
    };
    sink.note = [this](std::string note) { session_.note(std::move(note)); };
    if (follower_.look(sink) != host::Follower::Looked::Grew) return;
    judge_.grew(Clock::now());
    said_over_ = false;
  }

  void judge() {
    const auto now = Clock::now();
    if (judge_.consider(session_, now) == Judge::Judged::NotNow) return;
    const Report report = session_.finish().report;
    judge_.took(now);
    announce(report);
    said_over_ = says_it_is_over(report);
  }

  void announce(const Report& report) {
    if (report.outcome != Outcome::Failed && said_.empty()) return;
    const std::string certainty =
        report.incidents.empty() ? "" : " (" + std::string(output::word(report.incidents.front().certainty)) + ")";
    if (said_ == report.verdict + certainty) return;
    said_ = report.verdict + certainty;
    if (options_.format == Format::Text)
      console_.print(said_ + "\n");
    else
      console_.print_error(said_ + "\n");
  }

  /// Paths that were never read, and what a folder holds besides logs.
  std::vector<Error> take_stock() {
    host::FileList list = host::find_logs(paths_);
    for (std::string& note : list.notes) session_.note(std::move(note));
    std::vector<Error> errors = follower_.errors();
    for (Error& error : list.errors) {
      const auto known = [&](const Error& other) { return to_line(other) == to_line(error); };
      if (!opened_.contains(error.where) && std::none_of(errors.begin(), errors.end(), known))
        errors.push_back(std::move(error));
    }
    for (const Error& error : errors) session_.note(to_line(error));
    return errors;
  }

  int report() {
    look();
    const std::vector<Error> errors = take_stock();
    if (opened_.empty() && !errors.empty()) return complain_of(errors, console_);
    Report report = session_.finish().report;
    add_sources(report, options_.sources, options_.path_maps);
    add_rule_notes(report, active_);
    console_.print(rendered(report, options_, *active_.rules));
    return console_.finish(status_of(report, options_, errors.empty() ? Unread::None : Unread::Some));
  }

  const std::vector<std::string>& paths_;
  const DiagnoseOptions& options_;
  const ActiveRules& active_;
  Console& console_;
  host::Follower follower_;
  analysis::Session session_;
  Judge judge_;
  std::set<std::string> opened_;
  std::string said_;
  bool said_over_ = false;
};

}  // namespace

bool says_it_is_over(const Report& report) {
  if (report.outcome == Outcome::Succeeded) return true;
  if (report.outcome != Outcome::Failed || report.incidents.empty()) return false;
  const auto& evidence = report.incidents.front().evidence;
  return std::any_of(evidence.begin(), evidence.end(), [](const Evidence& e) { return e.role == Role::Launcher; });
}

int run_follow(const std::vector<std::string>& paths, const DiagnoseOptions& options, const ActiveRules& active,
               Console& console) {
  const InterruptWatch watch;
  return Following(paths, options, active, console).run();
}

}  // namespace firstfault::cli
