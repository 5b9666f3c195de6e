#include "mutate.h"

#include <algorithm>
#include <string_view>

namespace firstfault::fuzz {
namespace {

using namespace std::string_view_literals;

// What the parsers look for, at the places where it is least expected.
constexpr std::string_view kWords[] = {"\n"sv,
                                       "\r"sv,
                                       "\r\n"sv,
                                       "\0"sv,
                                       "\xff\xfe"sv,
                                       "\x1b[31m"sv,
                                       "\x1b]0;t\x07"sv,
                                       "\xe2\x80"sv,
                                       "\x1c\n"sv,
                                       "[default3]:"sv,
                                       "[rank3]: "sv,
                                       "[1,2]<stderr>:"sv,
                                       " 3: "sv,
                                       "[rank99999999999999999999]:"sv,
                                       "[-1]:"sv,
                                       "Traceback (most recent call last):\n"sv,
                                       "  File \"a.py\", line 7, in f\n"sv,
                                       "  File \"a.py\", line 99999999999, in f\n"sv,
                                       "IndexError: Target 7 is out of bounds.\n"sv,
                                       "RuntimeError: Connection closed by peer\n"sv,
                                       "During handling of the above exception, another exception occurred:\n"sv,
                                       "Root Cause (first observed failure):\n[0]:\n"sv,
                                       "  rank      : 4294967296 (local_rank: 9)\n"sv,
                                       "  exitcode  : -9 (pid: 1)\n"sv,
                                       "Failures:\n"sv,
                                       "{\"rank\": 3, \"msg\": \""sv,
                                       "\"}"sv,
                                       "Content-Length: 12\r\n\r\n"sv,
                                       "Content-Length: 99999999999999999999\r\n\r\n"sv,
                                       "---\n"sv,
                                       "{"sv,
                                       "["sv,
                                       "\\ud800"sv,
                                       "\\"sv,
                                       "(?P<x>"sv,
                                       "(((((((((("sv,
                                       "//"sv,
                                       "\"match\": "sv,
                                       "\t"sv,
                                       "lambda x: "sv,
                                       "'''"sv};

}  // namespace

void Mutator::change_once(std::string& text, const std::string& other) {
  const std::size_t at = below(text.size() + 1);
  const std::size_t length = below(std::min<std::size_t>(text.size() - at, 200) + 1);
  switch (below(8)) {
    case 0:
      if (!text.empty()) text[below(text.size())] = static_cast<char>(random_() & 0xff);
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, kWords[below(std::size(kWords))]);
      break;
    case 3:
      text.insert(at, text.substr(at, length));
      break;
    case 4:
      text.resize(at);
      break;
    case 5: {
      const std::size_t from = below(other.size());
      text.insert(at, other.substr(from, below(600)));
      break;
    }
    case 6:
      text.replace(at, std::min<std::size_t>(length, 8), std::string(below(40), static_cast<char>(random_() & 0xff)));
      break;
    default: {
      const std::size_t newline = text.find('\n', at);
      if (newline != std::string::npos) text = text.substr(newline + 1) + text.substr(0, newline + 1);
      break;
    }
  }
}

std::string Mutator::mutate(std::string text, const std::string& other) {
  for (std::size_t changes = below(4) + 1; changes > 0; --changes) change_once(text, other);
  return text;
}

}  // namespace firstfault::fuzz
