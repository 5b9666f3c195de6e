// Errors that a program printed and survived: a logger said so and the program went on.
#pragma once

#include "parse/facts.h"

namespace firstfault::blame {

[[nodiscard]] bool is_caught(const parse::Facts& facts, const parse::Failure& failure);

/// The process (or its successor after a restart) printed later, in its own stream, that it ended well.
[[nodiscard]] bool finished_later(const parse::Facts& facts, const parse::Failure& failure);

/// The same speaker counted on after the error: at least two later progress lines of its own.
[[nodiscard]] bool went_on_counting(const parse::Facts& facts, const parse::Failure& failure);

/// The rank of the error printed a step after it: enough to doubt that it ended there, not to know.
[[nodiscard]] bool counted_later(const parse::Facts& facts, const parse::Failure& failure);

/// A logged error after which the same stream went on logging as usual. Proves survival only where nothing else failed.
[[nodiscard]] bool went_on_logging(const parse::Facts& facts, const parse::Failure& failure);

}  // namespace firstfault::blame
