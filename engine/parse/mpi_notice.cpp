#include "parse/mpi_notice.h"

#include "text/clean.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

constexpr int kMaxAge = 6;  // lines between the parts of one notice

std::optional<int> small(std::optional<std::int64_t> number) {
  if (!number || *number > (1 << 20)) return std::nullopt;
  return static_cast<int>(*number);
}

// "Process name: [[50371,1],3]", "Process name: [prterun-node01-23457@1,2]": the last number is the rank.
std::optional<int> rank_of_name(std::string_view text) {
  text::Cursor cursor(text);
  if (!cursor.take("Process name:") && !cursor.take("Proc:")) return std::nullopt;
  cursor.skip_blanks();
  const bool job = cursor.take("[[") && cursor.take_until("],", 64);
  if (!job && !(cursor.take('[') && cursor.take_until("@", 300) && cursor.take_until(",", 16))) return std::nullopt;
  const auto rank = small(cursor.take_number());
  return cursor.take(']') ? rank : std::nullopt;
}

// "prterun noticed that process rank 3 with PID 23685 on node node01 exited on": the signal stands on the next line.
std::optional<ProcessExit> wrapped_notice(std::string_view text) {
  static constexpr std::string_view kNoticed = " noticed that process rank ";
  const auto at = text.find(kNoticed);
  if (at == std::string_view::npos || at > 40 || text.find(" signal ") != std::string_view::npos) return std::nullopt;
  text::Cursor cursor(text.substr(at + kNoticed.size()));
  ProcessExit exit;
  const auto rank = small(cursor.take_number());
  if (!rank || !cursor.take(" with PID ")) return std::nullopt;
  exit.rank = Rank{*rank};
  if (const auto pid = cursor.take_number(); pid && *pid > 0) exit.pid = pid;
  if (cursor.take(" on node ")) exit.node = std::string(cursor.rest().substr(0, cursor.rest().find(' ')));
  return exit;
}

// "=   RANK 3 PID 4711 RUNNING AT node7"
std::optional<ProcessExit> mpich_rank(std::string_view text) {
  text::Cursor cursor(text);
  if (!cursor.take('=')) return std::nullopt;
  cursor.skip_blanks();
  if (!cursor.take("RANK ")) return std::nullopt;
  ProcessExit exit;
  const auto rank = small(cursor.take_number());
  if (!rank || !cursor.take(" PID ")) return std::nullopt;
  exit.rank = Rank{*rank};
  exit.pid = cursor.take_number();
  if (cursor.take(" RUNNING AT ")) exit.node = std::string(text::trim(cursor.rest()));
  return exit;
}

// "signal 11 (Segmentation fault).", "exited on signal 11"
bool take_signal(std::string_view text, ProcessExit& exit) {
  const auto at = text.find("signal ");
  if (at == std::string_view::npos || at > 12) return false;
  text::Cursor cursor(text.substr(at + 7));
  exit.signal = small(cursor.take_number());
  return exit.signal.has_value();
}

// "Exit code:    1", "=   KILLED BY SIGNAL: 9 (Killed)", "=   EXIT CODE: 134"
bool take_end(std::string_view text, ProcessExit& exit) {
  text::Cursor cursor(text);
  if (cursor.take('=')) cursor.skip_blanks();
  const bool signal = cursor.take("KILLED BY SIGNAL:");
  if (!signal && !cursor.take("Exit code:") && !cursor.take("EXIT CODE:")) return false;
  cursor.skip_blanks();
  const auto number = small(cursor.take_number());
  if (!number) return false;
  if (signal)
    exit.signal = *number;
  else
    exit.exit_code = *number;
  if (!signal && *number > 128 && *number < 160) exit.signal = *number - 128;
  return true;
}

}  // namespace

std::optional<ProcessExit> MpiNotice::line(std::string_view text, std::string_view whole, const SourceSpan& span) {
  const auto body = text::trim(text);
  if (const auto rank = rank_of_name(body)) {
    pending_.emplace();
    pending_->rank = Rank{*rank};
  } else if (auto mpich = mpich_rank(body)) {
    pending_ = std::move(mpich);
  } else if (auto noticed = wrapped_notice(body)) {
    pending_ = std::move(noticed);
  } else if (pending_ && (take_end(body, *pending_) || take_signal(body, *pending_))) {
    auto done = std::move(pending_);
    pending_.reset();
    return done;
  } else {
    if (pending_ && ++age_ > kMaxAge) pending_.reset();
    return std::nullopt;
  }
  age_ = 0;
  pending_->source = ExitSource::Mpirun;
  pending_->span = span;
  pending_->text = std::string(body.substr(0, 500));
  pending_->line = std::string(whole.substr(0, 2000));
  return std::nullopt;
}

}  // namespace firstfault::parse
