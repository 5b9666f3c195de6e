// Every file of guards/ is one case: a source with one line marked ">>>", and what the code action makes of it.
//
//   cause: class | embedding | position | <a cause id>   default: class
//   mark: F.cross_entropy(logits, labels)   the part of the line that the traceback underlines; default: no marks
//   columns: characters                     what the columns of the mark count; default: bytes
//   quoted: return f(x)                     the line as the traceback quoted it; default: the marked line; "-": nothing
//   line: 7                                 the line number in the traceback; default: the marked line's
//   function: forward                       default: none
//   reliable: no                            default: yes
//   eol: crlf                               default: lf
//   --- before
//   --- after                               the edited source, or "(no action)"
//
// UPDATE_EXPECT=1 rewrites what follows "--- after".
#include "advice/code_actions.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "apply_edits.h"

namespace firstfault::advice {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarker = ">>>";
constexpr std::string_view kNoAction = "(no action)\n";
constexpr std::string_view kBefore = "--- before\n";
constexpr std::string_view kAfter = "--- after\n";

struct GuardCase {
  std::map<std::string, std::string> settings;
  std::string source;
  std::string expected;
  std::string up_to_after;  // the file without its expectation
  int marked_line = 0;

  [[nodiscard]] std::string setting(const std::string& name, const std::string& otherwise) const {
    const auto found = settings.find(name);
    return found == settings.end() ? otherwise : found->second;
  }
};

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

void read_settings(std::string_view head, GuardCase& result) {
  std::istringstream lines{std::string(head)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    REQUIRE_MESSAGE(colon != std::string::npos, "not a setting: ", line);
    result.settings[line.substr(0, colon)] = line.substr(colon + 2);
  }
}

GuardCase parse_case(const std::string& text) {
  GuardCase result;
  const std::size_t before = text.find(kBefore);
  const std::size_t after = text.find(kAfter);
  REQUIRE(before != std::string::npos);
  REQUIRE(after != std::string::npos);
  read_settings(std::string_view(text).substr(0, before), result);
  result.source = text.substr(before + kBefore.size(), after - before - kBefore.size());
  result.up_to_after = text.substr(0, after + kAfter.size());
  result.expected = text.substr(after + kAfter.size());
  const std::size_t marker = result.source.find(kMarker);
  if (marker != std::string::npos) {
    result.source.erase(marker, kMarker.size());
    result.marked_line =
        1 + static_cast<int>(
                std::count(result.source.begin(), result.source.begin() + static_cast<std::ptrdiff_t>(marker), '\n'));
  }
  return result;
}

std::string line_of(const std::string& source, int number) {
  std::istringstream lines(source);
  std::string line;
  for (int i = 0; i < number; ++i) std::getline(lines, line);
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

UserFrame frame_of(const GuardCase& guard_case) {
  UserFrame frame;
  frame.file = "train.py";
  frame.line = std::stoi(guard_case.setting("line", std::to_string(guard_case.marked_line)));
  frame.function = guard_case.setting("function", "");
  frame.source = guard_case.setting("quoted", line_of(guard_case.source, guard_case.marked_line));
  if (frame.source == "-") frame.source.clear();
  frame.reliable = guard_case.setting("reliable", "yes") == "yes";
  const std::string mark = guard_case.setting("mark", "");
  if (mark.empty()) return frame;
  const std::size_t begin = frame.source.find(mark);
  REQUIRE(begin != std::string::npos);
  const bool by_character = guard_case.setting("columns", "bytes") == "characters";
  const auto column = [&](std::size_t offset) {
    const auto is_counted = [&](char c) { return !by_character || (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    const auto end = frame.source.begin() + static_cast<std::ptrdiff_t>(offset);
    return static_cast<int>(std::count_if(frame.source.begin(), end, is_counted));
  };
  frame.mark_begin = column(begin);
  frame.mark_end = column(begin + mark.size());
  return frame;
}

std::string cause_of(const GuardCase& guard_case) {
  const std::string cause = guard_case.setting("cause", "class");
  if (cause == "class") return "data.class_index_out_of_range";
  if (cause == "embedding") return "data.embedding_index_out_of_range";
  if (cause == "position") return "data.position_out_of_range";
  return cause;
}

std::string edited(const GuardCase& guard_case) {
  const bool crlf = guard_case.setting("eol", "lf") == "crlf";
  const std::string source = crlf ? replace_all(guard_case.source, "\n", "\r\n") : guard_case.source;
  const UserFrame frame = frame_of(guard_case);
  const auto actions = code_actions(source, frame, cause_of(guard_case));
  CHECK(actions.size() <= 1);
  if (actions.empty()) return std::string(kNoAction);
  CHECK(actions.front().preferred == frame.reliable);
  CHECK_FALSE(actions.front().title.empty());
  std::string result = apply_edits(source, actions.front().edits);
  if (!crlf) return result;
  CHECK(std::count(result.begin(), result.end(), '\n') == std::count(result.begin(), result.end(), '\r'));
  return replace_all(result, "\r\n", "\n");
}

/// The line of the call moved down by what was inserted; nothing may be offered there again.
void check_second_application(const GuardCase& guard_case, const std::string& result) {
  UserFrame frame = frame_of(guard_case);
  CHECK_MESSAGE(code_actions(result, frame, cause_of(guard_case)).empty(), "offered again with the old line number");
  const auto lines = [](const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  };
  frame.line = guard_case.marked_line + lines(result) - lines(guard_case.source);
  frame.source = line_of(result, frame.line);
  frame.mark_begin = frame.mark_end = -1;
  CHECK_MESSAGE(code_actions(result, frame, cause_of(guard_case)).empty(), "offered again at the new line");
}

void check_case(const fs::path& path) {
  CAPTURE(path.filename().string());
  const GuardCase guard_case = parse_case(read_file(path));
  const std::string result = edited(guard_case);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(path, std::ios::binary) << guard_case.up_to_after << result;
  } else {
    CHECK(result == guard_case.expected);
  }
  if (result != kNoAction) check_second_application(guard_case, result);
}

}  // namespace

TEST_CASE("edits sources as the cases in guards/ say, and never twice") {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(FIRSTFAULT_ROOT) / "tests/unit/advice/guards"))
    if (entry.path().extension() == ".case") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  CHECK(paths.size() >= 60);
  for (const auto& path : paths) check_case(path);
}

}  // namespace firstfault::advice
