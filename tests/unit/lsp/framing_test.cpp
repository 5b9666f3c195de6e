#include "lsp/framing.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace firstfault::lsp;

namespace {

/// All frames of `bytes`, fed in pieces of `piece` bytes; malformed ones with a leading "!".
std::vector<std::string> decode(const std::string& bytes, std::size_t piece, Framing framing = Framing::ContentLength,
                                std::size_t limit = kMaxMessageBytes) {
  Decoder decoder(framing, limit);
  std::vector<std::string> frames;
  const auto collect = [&] {
    while (const auto frame = decoder.next())
      frames.push_back((frame->kind == Frame::Kind::Malformed ? "!" : "") + frame->text);
  };
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    decoder.append(std::string_view(bytes).substr(at, piece));
    collect();
  }
  decoder.finish();
  collect();
  return frames;
}

void check_frames(const std::string& bytes, const std::vector<std::string>& expected,
                  Framing framing = Framing::ContentLength, std::size_t limit = kMaxMessageBytes) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{7}, bytes.size()}) {
    CAPTURE(piece);
    CHECK(decode(bytes, piece, framing, limit) == expected);
  }
}

}  // namespace

TEST_CASE("takes messages out of any pieces of the stream") {
  check_frames("Content-Length: 2\r\n\r\n{}Content-Length: 0\r\n\r\nContent-Length: 3\r\n\r\n[1]", {"{}", "", "[1]"});
}

TEST_CASE("counts bytes, not characters") {
  check_frames("Content-Length: 7\r\n\r\n\"é€\"Content-Length: 1\r\n\r\n1", {"\"é€\"", "1"});
}

TEST_CASE("tolerates other headers, any case, blanks and bare line ends") {
  check_frames("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:2 \r\n\r\n{}", {"{}"});
  check_frames("\r\n\nContent-Length: 2\n\n{}", {"{}"});
  check_frames("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", {"{}"});
}

TEST_CASE("goes on at the next good header after a bad one") {
  const std::string good = "Content-Length: 2\r\n\r\n{}";
  check_frames("Content-Length: x\r\n\r\n{}" + good, {"!Content-Length is not a number", "{}"});
  check_frames("Content-Length: -2\r\n\r\n{}" + good, {"!Content-Length is not a number", "{}"});
  check_frames("Content-Type: a\r\n\r\n{}" + good, {"!a header has no Content-Length", "{}"});
  check_frames("no colon\r\n\r\n{}" + good, {"!a header line has no colon", "{}"});
  check_frames("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + good,
               {"!a header names two different Content-Lengths", "{}"});
}

TEST_CASE("does not take what a message says for a header") {
  const std::string body = R"({"text":"Content-Length: 2\r\n\r\n{}"})";
  const std::string good = "Content-Length: 2\r\n\r\n[]";
  check_frames("Content-Length: 999\r\n\r\n" + body + good, {"!a message is larger than 100 bytes", "[]"},
               Framing::ContentLength, 100);
}

TEST_CASE("keeps nothing of a message that is too large") {
  Decoder decoder(Framing::ContentLength, 100);
  decoder.append("Content-Length: 184467440737095516159\r\n\r\n");
  REQUIRE(decoder.next()->kind == Frame::Kind::Malformed);
  for (int i = 0; i < 1000; ++i) {
    decoder.append(std::string(1000, 'x'));
    CHECK(!decoder.next());
  }
  decoder.append("Content-Length: 2\r\n\r\n{}");
  CHECK(decoder.next()->text == "{}");
}

TEST_CASE("gives up a header that does not end") {
  const std::string bytes = "Content-Length: 2\r\nX: " + std::string(2 * kMaxHeaderBytes, 'x');
  check_frames(bytes, {"!a message header is longer than 8192 bytes"});
}

TEST_CASE("reads delimited messages with comments, the last without its delimiter") {
  check_frames("# a comment\n{\n  \"a\": 1\n}\n---\n---\n\n[2]", {"{\n  \"a\": 1\n}\n", "[2]\n"}, Framing::Delimited);
}

TEST_CASE("frames what it writes") {
  CHECK(encode_frame("{}", Framing::ContentLength) == "Content-Length: 2\r\n\r\n{}");
  CHECK(encode_frame("{}", Framing::Delimited) == "{}\n---\n");
}
