// A Python traceback as it was printed: frames, the exception, and how it is chained. Plain data; traceback_parser.h
// reads it.
#pragma once

#include <string>
#include <vector>

namespace firstfault::parse {

struct TracebackFrame {
  std::string file;
  int line = 0;
  std::string function;
  std::string source;
  int mark_begin = -1;  // columns of ^^^^ in `source`
  int mark_end = -1;
};

enum class Link { None, DirectCause, DuringHandling, Original };

/// One exception with its frames, outermost call first. Chained ones follow each other, linked to the one before.
struct Traceback {
  std::vector<TracebackFrame> frames;
  std::string type;     // "IndexError", "torch.distributed.DistBackendError"
  std::string message;  // first line of the message
  std::string full;     // "Type: message" with continuation lines, joined by \n
  Link link = Link::None;
  bool headless = false;  // no "Traceback (most recent call last)" was seen
  bool logged = false;    // a log record of level WARNING or above stands right before it, or carries it
};

}  // namespace firstfault::parse
