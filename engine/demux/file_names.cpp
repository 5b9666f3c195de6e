#include "demux/file_names.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "text/cursor.h"

namespace firstfault::demux::names {
namespace {

constexpr std::size_t kShortestId = 28;  // of Ray's workers, Kubernetes' pods and containers

bool is_hex(std::string_view text) { return text.find_first_not_of("0123456789abcdef") == std::string_view::npos; }
bool is_id(std::string_view text) {
  return text.size() >= kShortestId && text.find_first_not_of("0123456789abcdef-") == std::string_view::npos;
}
bool has_letter(std::string_view text) { return std::any_of(text.begin(), text.end(), text::is_alpha); }

/// `text` up to the last separator of `of`, and what follows it.
struct Halves {
  std::string_view before;
  std::string_view after;
};
std::optional<Halves> split_last(std::string_view text, std::string_view of = "_-") {
  const auto at = text.find_last_of(of);
  if (at == std::string_view::npos) return std::nullopt;
  return Halves{text.substr(0, at), text.substr(at + 1)};
}

/// Where the first token that is a number begins and ends: the job's id, before which its name may stand.
struct Job {
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::optional<Job> job_in(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("_-", begin), text.size());
    if (whole_number(text.substr(begin, end - begin))) return Job{begin, end};
    begin = end + 1;
  }
  return std::nullopt;
}

// Operators add five characters of these to a pod's name.
std::string_view without_random(std::string_view pod) {
  constexpr std::string_view kRandom = "bcdfghjklmnpqrstvwxz2456789";
  const auto halves = split_last(pod, "-");
  const bool random = halves && halves->after.size() == 5 &&
                      halves->after.find_first_not_of(kRandom) == std::string_view::npos && has_letter(halves->after);
  return random ? halves->before : pod;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return text::is_upper(c) ? static_cast<char>(c | 0x20) : c; });
  return out;
}

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::string_view stem_of(std::string_view name) {
  static constexpr std::array kEndings = {".gz",  ".zst",  ".log",    ".txt",    ".out",
                                          ".err", ".json", ".stdout", ".stderr", ".output"};
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view ending : kEndings) {
      if (!name.ends_with(ending) || name.size() == ending.size()) continue;
      name.remove_suffix(ending.size());
      again = true;
    }
  }
  return name;
}

std::optional<Task> task_in(std::string_view stem) {
  const bool submitit = stem.ends_with("_log");
  if (submitit) stem.remove_suffix(4);
  const auto last = split_last(stem);
  if (!last) return std::nullopt;
  const auto number = whole_number(last->after);
  if (!number) return std::nullopt;
  const std::string_view before = last->before;
  const bool named = before == "task" || before.ends_with("-task") || before.ends_with("_task");
  if (named || (submitit && before.find_first_not_of("0123456789_") == std::string_view::npos))
    return Task{Place::Kind::Task, *number, {}};
  const auto job = job_in(before);
  if (!job) return std::nullopt;
  const std::string_view node = before.substr(std::min(job->end + 1, before.size()));
  if (!node.empty() && !has_letter(node)) return std::nullopt;  // a date, a version
  // Slurm's own name for the output of job arrays is slurm-%A_%a.
  const bool may_be = node.empty() && stem[before.size()] == '_';
  return Task{may_be ? Place::Kind::MayBe : Place::Kind::Task, *number, node};
}

std::optional<Place> place_of_pod(std::string_view pod) {
  pod = without_random(pod);
  const auto last = split_last(pod, "-");
  if (!last) return std::nullopt;
  const auto number = whole_number(last->after);
  if (!number) return std::nullopt;
  const auto ends_with = [&](std::string_view word) {
    return last->before == word ||
           (last->before.ends_with(word) && last->before[last->before.size() - word.size() - 1] == '-');
  };
  if (ends_with("master")) return Place{Place::Kind::Node, *number};
  if (ends_with("worker")) return Place{Place::Kind::Follower, *number};
  if (ends_with("algo") && *number > 0) return Place{Place::Kind::Node, *number - 1};
  if (ends_with("node-0")) return Place{Place::Kind::Node, *number};
  return std::nullopt;
}

std::optional<std::string_view> pod_of_folder(std::string_view folder) {
  const auto uid = split_last(folder, "_");
  if (!uid || !is_id(uid->after)) return std::nullopt;
  const auto pod = split_last(uid->before, "_");
  return pod && !pod->before.empty() && !pod->after.empty() ? std::optional(pod->after) : std::nullopt;
}

std::optional<std::string_view> pod_of_container_log(std::string_view name) {
  const auto id = split_last(stem_of(name), "-");
  if (!id || id->after.size() < kShortestId || !is_hex(id->after)) return std::nullopt;
  const auto container = split_last(id->before, "_");
  if (!container) return std::nullopt;
  const auto pod = split_last(container->before, "_");
  return pod && !pod->before.empty() ? std::optional(pod->before) : std::nullopt;
}

std::optional<std::int64_t> pid_of_ray_worker(std::string_view name) {
  if (!name.starts_with("worker-")) return std::nullopt;
  const auto pid = split_last(stem_of(name), "-");
  const auto number = pid ? whole_number(pid->after) : std::nullopt;
  const auto job = pid ? split_last(pid->before, "-") : std::nullopt;
  if (!number || !job || !is_hex(job->after) || job->before.size() < 7 + kShortestId) return std::nullopt;
  return is_hex(job->before.substr(7)) ? std::optional<std::int64_t>(*number) : std::nullopt;
}

}  // namespace firstfault::demux::names
