#include "text/words.h"

#include "text/cursor.h"

namespace firstfault::text {

std::string lower_first(std::string_view text) {
  std::string out(text);
  if (out.size() > 1 && is_upper(out[0]) && !is_upper(out[1])) out[0] = static_cast<char>(out[0] | 0x20);
  return out;
}

}  // namespace firstfault::text
