// Report → what a tired engineer reads in a terminal: the verdict first, the lines that prove it, who is collateral,
// what to run next. One screen unless everything is asked for. Pure: width and colour are told, not asked of the
// terminal.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "model/report.h"
#include "output/colour.h"

namespace firstfault::output {

enum class Detail { Brief, Everything };

struct TextOptions {
  std::size_t width = 110;  // columns; quoted lines are shortened to it, the verdict and commands never
  Colour colour = Colour::Off;
  Detail detail = Detail::Brief;
  std::function<std::string(std::string_view cause)> cause_title;  // titles of hypotheses; may be empty
};

[[nodiscard]] std::string to_text(const Report& report, const TextOptions& options);

}  // namespace firstfault::output
