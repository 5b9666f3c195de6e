// How schedulers, operators and services name the files of one task, pod or host. Internal to demux/: others call
// identify_file (file_identity.h). All names are in lower case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "demux/file_identity.h"

namespace firstfault::demux::names {

[[nodiscard]] constexpr bool is_separator(char c) { return c == '_' || c == '-' || c == '.'; }

[[nodiscard]] std::string lower(std::string_view text);

/// `text` as a number, if it is nothing else.
[[nodiscard]] std::optional<int> whole_number(std::string_view text);

/// "4711-3" of "4711-3.out.gz": endings that say of what kind the file is are off.
[[nodiscard]] std::string_view stem_of(std::string_view name);

/// Srun's %j-%t, %x_%j_%N_%t and the like, submitit's <job>_<task>_log.
struct Task {
  Place::Kind kind = Place::Kind::Task;
  int number = 0;
  std::string_view node;  // may be empty
};
[[nodiscard]] std::optional<Task> task_in(std::string_view stem);

/// "llama-worker-3", "llama-master-0", "llama-node-0-3-x7k2p", "algo-2".
[[nodiscard]] std::optional<Place> place_of_pod(std::string_view pod);

/// The pod of a folder of /var/log/pods: "<namespace>_<pod>_<uid>".
[[nodiscard]] std::optional<std::string_view> pod_of_folder(std::string_view folder);

/// The pod of a file of /var/log/containers: "<pod>_<namespace>_<container>-<id>.log".
[[nodiscard]] std::optional<std::string_view> pod_of_container_log(std::string_view name);

/// "worker-<id>-<job>-<pid>.out".
[[nodiscard]] std::optional<std::int64_t> pid_of_ray_worker(std::string_view name);

}  // namespace firstfault::demux::names
