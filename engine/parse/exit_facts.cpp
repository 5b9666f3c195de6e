#include "parse/exit_facts.h"

#include <array>

#include "model/rank_set.h"
#include "text/cursor.h"

namespace firstfault::parse {
namespace {

struct SignalName {
  int number;
  std::string_view name;
  std::string_view words;
};

constexpr std::array<SignalName, 12> kSignals{{{1, "SIGHUP", "Hangup"},
                                               {2, "SIGINT", "Interrupt"},
                                               {3, "SIGQUIT", "Quit"},
                                               {4, "SIGILL", "Illegal instruction"},
                                               {6, "SIGABRT", "Aborted"},
                                               {7, "SIGBUS", "Bus error"},
                                               {8, "SIGFPE", "Floating point exception"},
                                               {9, "SIGKILL", "Killed"},
                                               {10, "SIGUSR1", "User defined signal 1"},
                                               {11, "SIGSEGV", "Segmentation fault"},
                                               {12, "SIGUSR2", "User defined signal 2"},
                                               {15, "SIGTERM", "Terminated"}}};

std::optional<int> read_int(const std::string* text) {
  if (text == nullptr) return std::nullopt;
  text::Cursor cursor(*text);
  const bool negative = cursor.take('-');
  const auto number = cursor.take_number();
  if (!number || *number > 1'000'000'000) return std::nullopt;
  return static_cast<int>(negative ? -*number : *number);
}

ExitSource source_of(const rules::Match& match) {
  const auto id = match.signature->id;
  if (id.find("elastic") != std::string_view::npos) return ExitSource::ElasticFailed;
  if (id.find("srun") != std::string_view::npos || id.find("slurm") != std::string_view::npos) return ExitSource::Srun;
  if (id.find("mpi") != std::string_view::npos || id.find("prte") != std::string_view::npos) return ExitSource::Mpirun;
  if (id.find("spawn") != std::string_view::npos) return ExitSource::Spawn;
  return ExitSource::Other;
}

bool hints_at(const rules::Match& match, std::string_view cause) {
  for (const auto& weight : match.signature->evidence)
    if (weight.cause == cause) return true;
  return false;
}

}  // namespace

std::optional<int> signal_number(std::string_view text) {
  text::Cursor cursor(text);
  if (const auto number = cursor.take_number())
    return *number < 65 ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
  for (const auto& signal : kSignals)
    if (text.starts_with(signal.name) || text.starts_with(signal.words)) return signal.number;
  return std::nullopt;
}

std::string_view signal_name(int number) {
  for (const auto& signal : kSignals)
    if (signal.number == number) return signal.name;
  return "a signal";
}

ExitNotice read_exit(const rules::Match& match, std::string_view text) {
  ExitNotice notice;
  const auto pid = read_int(find_fact(match.facts, Fact::Pid));
  if (match.signature->cls == rules::Class::Teardown) {
    if (pid) notice.closed.push_back({*pid, {}, 0, {}});
    return notice;
  }
  ProcessExit process;
  process.source = source_of(match);
  process.exit_code = read_int(find_fact(match.facts, Fact::ExitCode));
  if (const auto* name = find_fact(match.facts, Fact::Signal)) process.signal = signal_number(*name);
  if (process.exit_code && *process.exit_code < 0) process.signal = -*process.exit_code;
  if (process.exit_code && *process.exit_code > 128 && *process.exit_code < 160)
    process.signal = *process.exit_code - 128;
  process.out_of_memory = hints_at(match, "memory.host_oom") &&
                          (text.find("Memory") != std::string_view::npos ||
                           text.find("OOM") != std::string_view::npos || text.find("oom") != std::string_view::npos);
  if (const auto local = read_int(find_fact(match.facts, Fact::LocalRank))) process.local_rank = LocalRank{*local};
  if (const auto* host = find_fact(match.facts, Fact::Host)) process.node = *host;
  if (pid) process.pid = *pid;
  process.text = std::string(text.substr(0, 500));
  if (!process.exit_code && !process.signal && !process.out_of_memory) return notice;
  RankSet ranks;
  if (const auto* list = find_fact(match.facts, Fact::Ranks)) ranks = parse_ranks(*list);
  if (const auto rank = read_int(find_fact(match.facts, Fact::Rank)); rank && *rank >= 0) ranks.insert(Rank{*rank});
  if (ranks.empty()) {
    notice.exits.push_back(std::move(process));
    return notice;
  }
  for (const Rank rank : ranks) {
    notice.exits.push_back(process);
    notice.exits.back().rank = rank;
  }
  return notice;
}

}  // namespace firstfault::parse
