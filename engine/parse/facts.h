// What parsing hands to blame: everything of a job's text that matters, still unjudged. Plain data.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "demux/dialect.h"
#include "demux/file_identity.h"
#include "demux/prefix.h"
#include "model/ids.h"
#include "model/reading.h"
#include "model/report.h"
#include "parse/order.h"
#include "parse/process_exit.h"
#include "parse/traceback.h"
#include "rules/matcher.h"
#include "text/line_splitter.h"

namespace firstfault::parse {

/// A local rank of one launcher: input, label of whoever carried its lines, local rank.
using LocalPlace = std::tuple<std::uint32_t, std::string, int>;

/// Lines of one speaker (one transport tag of one input, or the untagged lines of it).
struct Stream {
  InputId input;
  std::string tag;          // of one process; "" for lines that any process may have written
  std::string label;        // of whoever carried the line: a host, a pod, or a learned prefix
  bool shared = false;      // the tag may be a launcher's, which passes on what several processes say
  std::optional<int> task;  // of mpirun or srun, whose tag or label stands in front
  demux::FileIdentity file;
  std::optional<Rank> rank;  // said by the transport tag, the file's name or, for untagged lines, by nothing
  std::optional<LocalRank> local_rank;
  std::optional<std::int64_t> pid;
  std::string node;
  std::uint64_t lines = 0;
};
using StreamIndex = std::size_t;

enum class Source { Exception, Line };

/// A statement about one process that may be a reason to fail. Classified by its best signature, or by structure.
struct Failure {
  StreamIndex stream = 0;
  Order order = 0;
  SourceSpan span;  // the deciding line
  Source source = Source::Line;
  rules::Class cls = rules::Class::Context;
  std::vector<rules::Match> matches;  // best first
  std::vector<Traceback> chain;       // oldest first, the last one is what was reported; empty for lines
  std::optional<Rank> rank;           // of the process that failed, where the text itself says so (table, "[rank3]")
  std::optional<LocalRank> local_rank;
  std::optional<int> group_rank;
  std::optional<std::int64_t> pid;
  std::optional<int> device;
  std::string node;  // said by the line's own prefix
  std::string time;
  demux::Level level = demux::Level::None;
  bool record = false;
  std::string text;             // the deciding line without prefixes
  std::string line;             // the whole line, prefixes included, escape codes off
  bool suspect = false;         // wording unknown, raised by a communication call: probably collateral
  bool generic = false;         // no signature, and a type that any library raises
  bool quoted = false;          // a launcher's copy of an error (elastic table)
  bool rank_of_record = false;  // the rank is that of the log record right above
  bool woven = false;           // its frames stood between those of other processes
  bool logged = false;          // printed by a logger, so perhaps caught
  bool cut = false;  // the log ends within this traceback, its chain or its last line: what it says may be half of it

  bool ignored = false;            // Python itself says that it ignores it (__del__, atexit)
  std::optional<int> spawn_index;  // "-- Process 3 terminated with the following error:"

  int attempt = 0;  // filled in by blame
};

/// Any other line with a signature: who is who, progress, outside signals, teardown.
struct Mark {
  StreamIndex stream = 0;
  Order order = 0;
  SourceSpan span;
  rules::Match match;
  std::optional<Rank> rank;  // of the speaker, as the line's own prefix says
  std::optional<LocalRank> local_rank;
  std::optional<std::int64_t> pid;
  std::optional<int> device;
  std::string node;
  std::string text;
  std::string line;
  std::string time;
  int attempt = 0;
};

/// How far a speaker got; the last line it printed.
struct Trail {
  std::optional<Rank> rank;
  std::optional<LocalRank> local_rank;
  Order first = 0;
  Order last = 0;
  SourceSpan last_span;

  std::string last_line;
  std::string last_time;
  Order last_info = 0;  // the last two log records of level INFO
  Order info_before_last = 0;
  std::uint64_t lines = 0;
};

struct InputFacts {
  Input info;
  demux::FileIdentity file;
  demux::Dialect dialect;
  text::CutLines cut_lines;
  bool binary = false;
  bool document = false;  // prose with code blocks: what it quotes did not happen here
};

/// For --explain-reading: the rank is filled in once all inputs are read.
struct KeptReading {
  StreamIndex stream = 0;
  LineReading line;
};

struct Facts {
  std::vector<InputFacts> inputs;
  std::vector<Stream> streams;
  std::vector<Failure> failures;
  std::vector<ProcessExit> exits;
  std::vector<ClosedProcess> closed;
  std::vector<Mark> marks;
  std::vector<Order> elastic_failures;                 // where an elastic agent noticed a failure
  std::map<StreamIndex, std::map<int, Trail>> trails;  // by stream, by rank said in the line (-1: none)
  std::map<LocalPlace, int> local_to_global;           // → global rank, from lines with both
  bool several_nodes = false;                          // the launcher was told to use more than one node
  std::vector<std::string> notes;
  std::vector<KeptReading> readings;  // only where asked for
};

}  // namespace firstfault::parse
