// Ctrl-C and SIGTERM as a question that a loop asks. A second one ends the program as ever.
#pragma once

#include <csignal>

namespace firstfault::cli {

/// While it lives, the first signal only sets a mark (and ends a wait). Only one at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  [[nodiscard]] static bool interrupted();

 private:
  struct sigaction before_int_ {};
  struct sigaction before_term_ {};
};

}  // namespace firstfault::cli
