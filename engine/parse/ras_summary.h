// The report of NCCL's RAS client: whether the communicator that it speaks of holds the whole job, so that ranks in it
// are ranks of the job. Not for what the report says of them (rules).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace firstfault::parse {

class RasSummary {
 public:
  void line(std::string_view text);
  /// "The missing rank: 5" in a communicator that does not hold all GPUs of the job, or is not known to.
  [[nodiscard]] bool is_rank_of_a_part(std::string_view text) const;

 private:
  enum class Table { None, Job, Groups };

  Table table_ = Table::None;
  std::int64_t gpus_ = 0;
  std::map<std::int64_t, std::int64_t> ranks_;  // of a communicator, by the number of its group
  std::optional<std::int64_t> group_;           // which the lines below are about
};

}  // namespace firstfault::parse
