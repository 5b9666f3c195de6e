#include "harness/changes.h"

#include <algorithm>
#include <cstdio>

namespace firstfault::corpus {
namespace {

using Files = std::vector<File>;

// In UTF-16 a single byte put between the lines would tear every character after it: such files stay as they are.
bool is_utf16(const File& file) { return file.bytes.starts_with("\xff\xfe") || file.bytes.starts_with("\xfe\xff"); }

// Calls `line(text, number)` for every line (without its "\n") and joins what comes back with the same endings.
template <class Rewrite>
Files each_line(Files files, Rewrite&& rewrite) {
  std::size_t number = 0;
  for (auto& file : files) {
    if (is_utf16(file)) continue;
    std::string out;
    for (std::string_view rest = file.bytes; !rest.empty();) {
      const auto end = rest.find('\n');
      out += rewrite(std::string(rest.substr(0, end)), number++);
      if (end == std::string_view::npos) break;
      out += '\n';
      rest.remove_prefix(end + 1);
    }
    file.bytes = std::move(out);
  }
  return files;
}

Files crlf(Files files) {
  return each_line(std::move(files),
                   [](std::string line, std::size_t) { return line.ends_with('\r') ? line : line + '\r'; });
}

Files colours(Files files) {
  return each_line(std::move(files), [](std::string line, std::size_t) {
    for (auto at = line.find("Error"); at != std::string::npos; at = line.find("Error", at + 14))
      line.replace(at, 5, "\x1b[31mError\x1b[0m");
    return "\x1b[2K\x1b[1;33m" + line + "\x1b[0m";
  });
}

Files collector_time(Files files) {
  return each_line(std::move(files), [](std::string line, std::size_t number) {
    char stamp[40];
    (void)std::snprintf(stamp, sizeof stamp, "2026-01-02T03:%02zu:%02zu.%06zuZ ", number / 60 % 60, number % 60,
                        number % 1'000'000);
    return stamp + line;
  });
}

Files pod_name(Files files) {
  return each_line(std::move(files), [](std::string line, std::size_t) { return "trainer-0 " + line; });
}

Files progress_bars(Files files) {
  return each_line(std::move(files), [](std::string line, std::size_t) {
    return line + "\n 42%|####      | 42/100 [00:10<00:14,  4.10it/s]\r";
  });
}

Files reversed(Files files) {
  std::reverse(files.begin(), files.end());
  return files;
}

Files noise_lines(Files files) {
  using namespace std::string_literals;
  return each_line(std::move(files), [](std::string line, std::size_t number) {
    return number % 25 == 0 ? "\0\xff\xfe\x80 \xed\xa0\x80 \xf4\x90\x80\x80\x1b[\x1b]\n"s + line : line;
  });
}

// Does the line say who printed it: "[default3]:", "[1,3]<stderr>:", "3: "? Of untagged lines that come twice nobody
// can tell whether two ranks said the same.
bool is_tagged(const std::string& line) {
  if (line.starts_with("[default") || line.starts_with("[1,") || line.starts_with("[rank")) return true;
  const auto digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string::npos && line.compare(digits, 2, ": ") == 0;
}

bool is_of_one_rank(const std::string& path) {
  return path.ends_with("/stderr.log") || path.find("rank_") != std::string::npos;
}

// Two sinks for the standard error of a rank: what is no log record comes twice.
Files doubled_stderr(Files files) {
  Files out;
  for (auto& file : files) {
    const bool own = is_of_one_rank(file.path);
    auto doubled = each_line({std::move(file)}, [own](std::string line, std::size_t) {
      const bool record = line.find("INFO") != std::string::npos;
      return !record && (own || is_tagged(line)) ? line + "\n" + line : line;
    });
    out.push_back(std::move(doubled.front()));
  }
  return out;
}

}  // namespace

const std::vector<Change>& harmless_changes() {
  static const std::vector<Change> changes{{"CRLF line endings", crlf},
                                           {"colours", colours},
                                           {"a collector's time in front", collector_time},
                                           {"a pod's name in front", pod_name},
                                           {"progress bars between the lines", progress_bars},
                                           {"files in reverse order", reversed},
                                           {"lines of noise", noise_lines},
                                           {"doubled lines of stderr", doubled_stderr}};
  return changes;
}

std::vector<File> cut_after(const std::vector<File>& files, std::size_t bytes) {
  std::vector<File> cut;
  for (const auto& file : files) {
    const std::size_t kept = std::min(bytes, file.bytes.size());
    cut.push_back({file.path, file.bytes.substr(0, kept)});
    bytes -= kept;
  }
  return cut;
}

std::size_t size_of(const std::vector<File>& files) {
  std::size_t size = 0;
  for (const auto& file : files) size += file.bytes.size();
  return size;
}

}  // namespace firstfault::corpus
