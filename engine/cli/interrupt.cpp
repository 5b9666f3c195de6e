#include "cli/interrupt.h"

namespace firstfault::cli {
namespace {

volatile std::sig_atomic_t interruptions = 0;

void count_interruption(int) { interruptions = 1; }

/// Leaves a signal ignored that whoever started the program (nohup, a shell's background job) had ignored.
void watch(int signal, struct sigaction& before) {
  struct sigaction action {};
  action.sa_handler = count_interruption;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: a wait ends
  ::sigaction(signal, nullptr, &before);
  if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptWatch::InterruptWatch() {
  interruptions = 0;
  watch(SIGINT, before_int_);
  watch(SIGTERM, before_term_);
}

InterruptWatch::~InterruptWatch() {
  ::sigaction(SIGINT, &before_int_, nullptr);
  ::sigaction(SIGTERM, &before_term_, nullptr);
}

bool InterruptWatch::interrupted() { return interruptions != 0; }

}  // namespace firstfault::cli
