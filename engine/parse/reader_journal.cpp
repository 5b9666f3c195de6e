// The part of the reader that gives records of the journal which take several lines to their speakers.
#include <algorithm>

#include "parse/reader.h"
#include "text/cursor.h"

namespace firstfault::parse {

void Reader::journal_record(const JournalRecord& record) {
  demux::PeeledLine outer;
  demux::Prefix& prefix = outer.prefix;
  const std::string tag = record.program + "[" + record.pid + "]:";
  prefix.label = prefix.node = record.host;
  prefix.time = record.time;
  text::Cursor cursor(record.pid);
  if (const auto pid = cursor.take_number()) {  // one process, or a launcher that passes on what others say
    prefix.pid = *pid;
    prefix.tag = tag;
    prefix.shared_tag = true;
  }
  outer.text = record.message;
  whole_line_ = record.line;
  part_ = Part::Text;
  rule_ = {};
  for (std::string_view rest = record.message; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    record_line(rest.substr(0, end), prefix, record.span);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (keep_ == Keep::Readings) keep_reading(outer, stream_of(prefix), record.span);
}

bool Reader::journal_line(std::string_view clean, const SourceSpan& span) {
  std::optional<JournalRecord> done;
  const bool taken = journal_.line(clean, span, done);
  if (done) journal_record(*done);
  return taken;
}

}  // namespace firstfault::parse
