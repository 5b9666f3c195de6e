#include "model/fact.h"

#include <algorithm>

namespace firstfault {

const std::vector<std::string_view>& fact_names() {
  static const std::vector<std::string_view> names = {
      "rank",          "local_rank", "group_rank", "ranks",         "missing_ranks", "world_size",
      "joined",        "host",       "pid",        "peer_address",  "exit_code",     "signal",
      "process_group", "collective", "sequence",   "last_enqueued", "last_started",  "last_completed",
      "timeout_ms",    "elapsed_ms", "operation",  "value",         "bound",         "lower",
      "dimension",     "block",      "thread",     "kernel",        "source_file",   "source_line",
      "device",        "bytes",      "free_bytes", "xid",           "step",          "detail"};
  return names;
}

std::optional<Fact> fact_from_name(std::string_view name) {
  const auto& names = fact_names();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) return std::nullopt;
  return static_cast<Fact>(it - names.begin());
}

std::string_view fact_name(Fact fact) { return fact_names()[static_cast<std::size_t>(fact)]; }

}  // namespace firstfault
