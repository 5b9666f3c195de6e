#include "parse/traceback_parser.h"
#include "targets.h"

namespace firstfault::fuzz {

void tracebacks(std::string_view data) {
  parse::TracebackParser parser;
  const parse::TracebackParser::Sink sink = [](parse::FinishedTraceback&& done) {
    require(!done.chain.empty(), "a traceback has a chain");
    require(!done.chain.back().type.empty(), "a traceback has a type");
    for (const auto& part : done.chain) {
      require(part.full.size() <= 64 * 1024, "a message is bounded");
      for (const auto& frame : part.frames)
        require(frame.mark_begin >= -1 && frame.mark_end >= -1 && frame.mark_end >= frame.mark_begin,
                "marks are columns");
    }
  };
  const auto is_peer = [](std::string_view text) { return text.find("peer") != std::string_view::npos; };
  parse::LineContext context{};
  for (std::string_view rest = data; !rest.empty();) {
    const auto end = rest.find('\n');
    const auto line = rest.substr(0, end);
    ++context.order;
    context.line = line;
    (void)parser.line(line, context, is_peer, sink);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  parser.finish(sink);
  (void)parse::exception_type(data, parse::NameCheck::Strict);
}

}  // namespace firstfault::fuzz
