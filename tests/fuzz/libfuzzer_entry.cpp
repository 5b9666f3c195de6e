// libFuzzer's entry for one target; FUZZ_TARGET names it. Broken promises leave as exceptions, which libFuzzer reports.
#include <cstddef>
#include <cstdint>

#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  firstfault::fuzz::FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
