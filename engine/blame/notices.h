// What a kernel or a health check says of the hardware, beside what the job itself says. Such a notice may be of
// another day, of another program on the node, or of something that the job bore. Not for what a notice means (rules/).
#pragma once

#include "parse/facts.h"

namespace firstfault::blame {

/// A line whose signature speaks for a fault of the hardware first of all.
[[nodiscard]] bool is_hardware_notice(const parse::Failure& failure);

/// An error that the CPU decided: no state of a GPU makes a key missing or a label too large.
[[nodiscard]] bool is_decided_on_cpu(const parse::Failure& failure);

/// The job counted on after the notice, whoever counted.
[[nodiscard]] bool was_borne(const parse::Facts& facts, const parse::Failure& notice);

}  // namespace firstfault::blame
