// Other names of ranks: process ids, devices of a node, local ranks of a host. Learned from the lines that know two of
// them; a name that two ranks share is no name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/ids.h"
#include "parse/facts.h"

namespace firstfault::blame {

class Speakers {
 public:
  Speakers() = default;
  explicit Speakers(const parse::Facts& facts);

  /// `node` is only needed where two nodes know the same pid.
  [[nodiscard]] std::optional<Rank> by_pid(std::string_view node, std::int64_t pid) const;
  [[nodiscard]] std::optional<Rank> by_device(std::string_view node, int device) const;
  [[nodiscard]] std::optional<Rank> by_local_rank(std::string_view node, LocalRank local_rank) const;

 private:
  using Names = std::map<std::pair<std::string, std::int64_t>, std::optional<Rank>>;  // none: two ranks share it
  static void learn(Names& names, std::string_view node, std::int64_t number, Rank rank);
  [[nodiscard]] static std::optional<Rank> find(const Names& names, std::string_view node, std::int64_t number);
  void learn_from_tables(const parse::Facts& facts);
  void learn_from_prefixes(const parse::Facts& facts);
  void learn_from_communicators(const parse::Facts& facts);

  Names pids_;
  Names devices_;
  Names local_ranks_;
};

}  // namespace firstfault::blame
