// Records of the systemd journal that take several lines (journalctl -o export, -o verbose) → what each says. Not for
// the one-line forms (demux/) and JSON (reader_records).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/ids.h"

namespace firstfault::parse {

struct JournalRecord {
  std::string host;
  std::string program;
  std::string pid;
  std::string time;
  std::string message;
  std::string line;  // which the message stands in
  SourceSpan span;   // of that line
};

class Journal {
 public:
  /// True where the line is part of a record. `done` is a record that ended before this line.
  [[nodiscard]] bool line(std::string_view text, const SourceSpan& span, std::optional<JournalRecord>& done);
  [[nodiscard]] std::optional<JournalRecord> finish();

 private:
  enum class Form { None, Export, Verbose };

  [[nodiscard]] Form begins(std::string_view text) const;
  [[nodiscard]] bool field(std::string_view text, const SourceSpan& span);

  Form form_ = Form::None;
  JournalRecord record_;
};

}  // namespace firstfault::parse
