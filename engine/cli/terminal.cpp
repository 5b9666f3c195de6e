#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace firstfault::cli {
namespace {

constexpr std::size_t kDefaultColumns = 110;
constexpr std::size_t kFewestColumns = 60;
constexpr std::size_t kMostColumns = 400;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::size_t columns_of(int fd) {
  std::size_t columns = 0;
  const std::string_view set = environment("COLUMNS");
  if (std::from_chars(set.data(), set.data() + set.size(), columns).ec == std::errc{} && columns > 0) return columns;
  winsize size{};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

Terminal terminal_of(int fd) {
  Terminal terminal;
  terminal.interactive = ::isatty(fd) == 1;
  terminal.no_color = !environment("NO_COLOR").empty();
  terminal.dumb = environment("TERM").empty() || environment("TERM") == "dumb";
  terminal.columns = columns_of(fd);
  return terminal;
}

output::Colour choose_colour(std::string_view when, const Terminal& terminal) {
  if (when == "never" || terminal.no_color) return output::Colour::Off;
  if (when == "always") return output::Colour::On;
  return terminal.interactive && !terminal.dumb ? output::Colour::On : output::Colour::Off;
}

std::size_t choose_width(const Terminal& terminal) {
  return terminal.columns == 0 ? kDefaultColumns : std::clamp(terminal.columns, kFewestColumns, kMostColumns);
}

}  // namespace firstfault::cli
