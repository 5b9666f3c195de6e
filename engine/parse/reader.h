// One input, read line by line, incrementally: dialect, streams, tracebacks, launcher tables, signatures → Facts of
// that input. Copyable, so that a running job can be diagnosed while it is still read.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "demux/restorer.h"
#include "parse/elastic_table.h"
#include "parse/facts.h"
#include "parse/journal.h"
#include "parse/keeping.h"
#include "parse/mpi_notice.h"
#include "parse/pytest_report.h"
#include "parse/ras_summary.h"
#include "parse/traceback_parser.h"
#include "text/line_splitter.h"

namespace firstfault::parse {

/// Whether Facts::readings is filled.
enum class Keep { Facts, Readings };

class Reader {
 public:
  Reader(const rules::Matcher& matcher, InputId input, Input info, Keep keep);

  void feed(std::string_view bytes);
  /// Reads what is pending (a last line without an ending, open tracebacks).
  void finish();
  /// True once a line was seen that ends a run, also among those that are held back until the dialect is known.
  [[nodiscard]] bool saw_deciding_line() const;

  /// What was read so far; complete after finish().
  [[nodiscard]] const Facts& facts() const { return facts_; }
  [[nodiscard]] Facts take_facts() && { return std::move(facts_); }

 private:
  using MarkKind = std::tuple<const rules::Signature*, int, int>;  // signature, its pattern, rank said by the line
  struct StreamState {
    TracebackParser tracebacks;
    ElasticTable table;                                  // of the launcher whose lines these are
    std::map<std::string, Shelf, std::less<>> failures;  // by signature id, or by text where none knows it
    std::map<MarkKind, Shelf> marks;
    std::string last_line;            // its first bytes
    std::optional<Rank> record_rank;  // said by the error record on the line before, whose traceback may follow
    std::string block_prefix;         // unknown text in front of a traceback's lines
  };

  void raw_line(const text::RawLine& line);
  void clean_line(std::string_view clean, const SourceSpan& span);
  void segment(std::string_view clean, const demux::Prefix& carrier, const SourceSpan& span);
  void read(const demux::PeeledLine& peeled, std::string_view clean, StreamIndex stream, const SourceSpan& span);
  void keep_reading(const demux::PeeledLine& peeled, StreamIndex stream, const SourceSpan& span);
  void record(const demux::PeeledLine& peeled, StreamIndex stream, const SourceSpan& span);
  void record_line(std::string_view line, const demux::Prefix& outer, const SourceSpan& span);
  void said(std::string_view text, std::string_view body, const demux::Prefix& prefix, StreamIndex stream,
            const SourceSpan& span);
  void matched_line(std::string_view text, std::string_view body, const demux::Prefix& prefix, StreamIndex stream,
                    const SourceSpan& span);
  void add_failure(Failure failure);
  void add_mark(rules::Match match, std::string_view text, const demux::Prefix& prefix, StreamIndex stream,
                const SourceSpan& span);
  void add_exit(const rules::Match& match, const demux::Prefix& prefix, StreamIndex stream, const SourceSpan& span,
                std::string_view text);
  void finished_traceback(FinishedTraceback&& done, StreamIndex stream);
  void drop_doubtful_ranks();
  void name_process_of_file();
  void journal_record(const JournalRecord& record);
  [[nodiscard]] bool journal_line(std::string_view clean, const SourceSpan& span);
  void note_shard(std::string_view text, const demux::Prefix& prefix, StreamIndex stream);
  void leave_trail(const demux::Prefix& prefix, StreamIndex stream, const SourceSpan& span);
  [[nodiscard]] bool is_doubled(std::string_view clean, StreamIndex stream);
  [[nodiscard]] StreamIndex stream_of_nobody();
  [[nodiscard]] StreamIndex stream_of(const demux::Prefix& prefix);

  const rules::Matcher* matcher_;
  InputId input_;
  Facts facts_;
  text::LineSplitter splitter_;
  demux::Restorer restorer_;
  Order now_ = 0;  // of the line being read: they count in the order in which they were printed
  bool deciding_ = false;
  bool finished_ = false;

  Keep keep_;
  Part part_ = Part::Text;  // what the line being read was taken for
  std::string_view rule_;
  std::string lone_time_;        // the last time that stood on a line of its own
  std::string_view whole_line_;  // of the line being read, escape codes off
  std::uint64_t bytes_ = 0;
  std::uint64_t suspicious_bytes_ = 0;
  std::map<std::string, std::string, std::less<>> pieces_;  // of lines that the container runtime cut, by label
  std::map<std::string, StreamIndex, std::less<>> by_tag_;
  std::deque<StreamState> states_;
  std::size_t trail_count_ = 0;
  std::size_t kind_count_ = 0;         // of marks
  std::optional<StreamIndex> nobody_;  // whoever spoke when there were too many speakers to tell apart
  MpiNotice mpi_;
  PytestReport pytest_;
  RasSummary ras_;
  Journal journal_;
  std::optional<std::pair<StreamIndex, Order>> shard_;  // where the raw output of one began
  std::map<Order, ProcessExit> table_tracebacks_;       // header line of a traceback inside the table → its row
};

}  // namespace firstfault::parse
