// How the characters of an input are written changes neither the verdict nor where its evidence stands.
#include <doctest/doctest.h>

#include <algorithm>

#include "../answers.h"
#include "text/encoding.h"

using namespace firstfault;
using namespace firstfault::analysis;
using namespace firstfault::test;

namespace {

const std::string kJob = tagged("[rank0]: ", hello(0, 2)) + tagged("[rank1]: ", hello(1, 2)) +
                         tagged("[rank1]: ", bad_label()) + tagged("[rank0]: ", lost_peer());

// U+4E0A holds the byte 0x0A; it stands where a reader of bytes would split the line.
std::string in_utf16(const std::string& ascii) {
  std::string bytes = "\xff\xfe\x0a\x4e";
  for (const char c : ascii) {
    if (c == '\n') bytes.append("\r\0", 2);
    bytes.append({c, '\0'});
  }
  return bytes;
}

bool has_note(const Report& report, const std::string& words) {
  return std::any_of(report.notes.begin(), report.notes.end(),
                     [&](const auto& note) { return note.find(words) != std::string::npos; });
}

}  // namespace

TEST_CASE("UTF-16 gets the verdict of the same text in bytes, on the same lines") {
  const auto plain = report_of(kJob);
  const std::string bytes = in_utf16(kJob);
  const auto wide = report_of(bytes);
  CHECK(answer(wide) == answer(plain));
  CHECK(wide.inputs.front().bytes == bytes.size());
  CHECK(wide.inputs.front().lines == plain.inputs.front().lines);
  CHECK_FALSE(has_note(wide, "binary"));
  const auto& evidence = wide.incidents.front().evidence.front();
  CHECK(evidence.span.line == plain.incidents.front().evidence.front().span.line);
  CHECK(evidence.text == plain.incidents.front().evidence.front().text);
  std::string quoted;
  text::append_utf16(std::string_view(bytes).substr(evidence.span.begin, evidence.span.end - evidence.span.begin),
                     text::Encoding::Utf16Little, quoted);
  CHECK(quoted == evidence.text);
}

TEST_CASE("a byte order mark does not hide what the first line says") {
  const auto report = report_of("\xef\xbb\xbf" + kJob);
  CHECK(answer(report) == answer(report_of(kJob)));
}

TEST_CASE("lines beyond the cap leave one note for all inputs") {
  const std::string giant(200'000, 'x');
  const auto one = diagnose({{"a.log", "x\n" + giant + "\n"}}).report;
  CHECK(has_note(one, "a.log:2: longer than 64 kB"));
  const auto report = diagnose({{"a.log", "x\n" + giant + "\n"}, {"b.log", giant + "\n" + giant}}).report;
  CHECK(has_note(report, "3 lines longer than 64 kB were read at their head and tail only, the first is a.log:2"));
  CHECK(report.notes.size() == 1);
}
