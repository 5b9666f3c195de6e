// Lines of one stream → Python tracebacks, chained as Python chains them. Ranks are already apart (demux/) where
// prefixes allow; where several processes wrote into one untagged stream, open tracebacks are kept side by side and
// frames are joined by structure. Not for judging what an exception means.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/column.h"
#include "parse/facts.h"

namespace firstfault::parse {

/// Stands for the type of an exception whose line the log does not reach.
inline constexpr std::string_view kCutTraceback = "Traceback";

/// A complete exception: its chain, and the line that said so.
struct FinishedTraceback {
  std::vector<Traceback> chain;
  Order order = 0;
  SourceSpan span;                 // the exception line of the last traceback
  Order begin = 0;                 // first line of the chain
  std::optional<int> spawn_index;  // "-- Process 3 terminated with the following error:"
  bool woven = false;              // frames of other processes stood between its own
  demux::Level level = demux::Level::None;
  bool record = false;
  std::string time;
  bool cut = false;  // the log ends before the exception line

  bool ignored = false;      // "Exception ignored in: …"
  std::string line;          // the whole exception line
  std::optional<Rank> rank;  // said by the header's or the exception line's own prefix, or by the record above
  bool rank_of_record = false;
};

struct LineContext {
  Order order = 0;
  SourceSpan span;
  demux::Level level = demux::Level::None;
  bool record = false;
  std::string_view time;
  std::string_view line;  // with its prefixes
  std::optional<Rank> rank;
  std::optional<Rank> record_rank;  // of the log record on the line before, which may have written this one too
};

class TracebackParser {
 public:
  using Sink = std::function<void(FinishedTraceback&&)>;
  /// Says whether an exception text reads like a lost or late peer; used only to tell woven tracebacks apart.
  using IsPeerText = std::function<bool(std::string_view)>;

  /// True if the line belongs to a traceback and has no meaning of its own (frames, source, marks, headers, exception).
  bool line(std::string_view text, const LineContext& context, const IsPeerText& is_peer, const Sink& sink);
  void finish(const Sink& sink);

 private:
  enum class State { Frames, Message, After };
  static constexpr int kMaxForeign = 400;  // lines of others before an open traceback is given up

  struct Open {
    FinishedTraceback done;  // chain.back() is being filled
    State state = State::Frames;
    std::size_t indent = 0;  // of the header

    bool wants_source = false;
    int foreign = 0;  // lines of others seen since its last own line
    int message_lines = 0;
    bool drawn = false;            // by IPython or rich
    std::optional<Column> column;  // rich printed it into one
    std::string broken_frame;      // the first rows of a frame that the column broke
    std::string broken_path;       // that goes on in the next row of rich's box
    bool faulthandler = false;     // frames come innermost first
    bool stack_dump = false;       // of a living process: no exception
    bool linked = false;           // a chain link was read, a header must follow
    Link link = Link::None;
    std::size_t message_bytes = 0;
  };

  bool header(std::string_view text, const LineContext& context, const Sink& sink);
  void begin_column(std::string_view header);
  void note_column(std::string_view text);
  [[nodiscard]] static bool goes_on(const Open& open, std::string_view next);
  static void join_column(Open& open);
  bool broken_frame(std::string_view text, const LineContext& context);
  bool frame(std::string_view text, const LineContext& context);
  bool drawn(std::string_view text);
  bool source_or_marks(std::string_view text);
  bool exception(std::string_view text, const LineContext& context, const IsPeerText& is_peer);
  bool link(std::string_view text);
  bool continuation(std::string_view text, const LineContext& context, const Sink& sink);
  bool bare_exception(std::string_view text, const LineContext& context);
  bool faulthandler(std::string_view text, const LineContext& context, const Sink& sink);
  bool fatal_python(std::string_view text, const LineContext& context);
  void open_stack_dump(const LineContext& context);
  void open(const LineContext& context, std::size_t indent, bool headless);
  void close(std::size_t index, const Sink& sink);
  [[nodiscard]] Open* pick_for_frame(std::string_view function);
  [[nodiscard]] Open* pick_for_exception(std::string_view text, const IsPeerText& is_peer, std::size_t indent);

  std::vector<Open> open_;  // the most recently touched one is last
  std::optional<int> spawn_index_;
  demux::Level previous_level_ = demux::Level::None;  // of the line before, for "logged"
  bool previous_record_ = false;
  bool not_fatal_ = false;       // the line before says that a thread or task failed, not the program
  bool closed_logged_ = false;   // the traceback closed last was a logger's
  bool goes_on_logged_ = false;  // and a link follows it
  bool ignoring_ = false;        // the line before says that what follows is ignored
};

/// "torch.cuda.OutOfMemoryError: text" → its type; empty if the text does not begin like an exception.
/// `strict`: only names that end like exceptions do.
enum class NameCheck { Strict, AnyCapitalised };
[[nodiscard]] std::string_view exception_type(std::string_view text, NameCheck check);

}  // namespace firstfault::parse
