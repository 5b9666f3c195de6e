// Errors that a program printed and survived: a logger said so and the program went on.
#pragma once

#include "parse/facts.h"

namespace firstfault::blame {

[[nodiscard]] bool is_caught(const parse::Facts& facts, const parse::Failure& failure);

}  // namespace firstfault::blame
