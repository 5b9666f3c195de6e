// The arguments that may name the initiator, strongest first. Each looks at one kind of evidence and either answers or
// passes. A new kind of evidence is one more function here and its place in the list in arguments.cpp.
#pragma once

#include <optional>

#include "blame/blame.h"
#include "blame/identity.h"
#include "blame/processes.h"

namespace firstfault::blame {

struct Case {
  const parse::Facts& facts;
  const Identity& identity;
  const Attempt& attempt;
};

using Argument = std::optional<Blame> (*)(const Case&);

std::optional<Blame> from_outside(const Case& c);            // a scheduler, a user or a node ended the job
std::optional<Blame> own_error_with_rank(const Case& c);     // a rank's own text states a local cause
std::optional<Blame> own_error_without_rank(const Case& c);  // a local cause whose speaker is found by other roads
std::optional<Blame> odd_fingerprint(const Case& c);         // ranks did different things, one differs from the rest
std::optional<Blame> crashed_silently(const Case& c);        // a process died of a signal of its own doing
std::optional<Blame> missing_list(const Case& c);            // a line lists the ranks that did not come
std::optional<Blame> disagreement(const Case& c);            // ranks did different things, nothing says which is odd
std::optional<Blame> unexplained_exit(const Case& c);        // a process died, and its text gives no peer the blame
std::optional<Blame> leader_first(const Case& c);            // the code lets rank 0 go first and it did not come back
std::optional<Blame> absence(const Case& c);                 // all but one rank waited
std::optional<Blame> network_trouble(const Case& c);         // path trouble that names no side
std::optional<Blame> launcher_only(const Case& c);           // nothing but the launcher's word
std::optional<Blame> undetermined(const Case& c);            // always answers

/// The first answer, with collateral and launcher's opinion added.
[[nodiscard]] Blame argue(const Case& c);

/// So many quotes show that a launcher saw processes end; thousands of ranks end alike.
inline constexpr std::size_t kMostExits = 40;

// Helpers that several arguments share (argument_tools.cpp).
[[nodiscard]] std::size_t exhibit_failure(Blame& blame, const Case& c, std::size_t failure, Role role);
[[nodiscard]] std::size_t exhibit_exit(Blame& blame, const Case& c, std::size_t exit, Role role);
void name_rank(Blame& blame, const Case& c, std::optional<Rank> rank, std::optional<std::size_t> failure);
void add_candidate(Blame& blame, Rank rank, double weight, std::string why);
[[nodiscard]] std::string_view cause_of_exit(const parse::ProcessExit& process);
/// Exits that began the end: without the launcher's own teardown of processes that were alive.
[[nodiscard]] std::vector<std::size_t> first_exits(const Case& c);
/// Processes that the launcher knows: dead when it looked, or ended by it.
[[nodiscard]] std::size_t processes_of_launcher(const Case& c);
[[nodiscard]] bool all_ranks_of_job(const Case& c, const RankSet& ranks);

}  // namespace firstfault::blame
