#include <algorithm>
#include <vector>

#include "lsp/framing.h"
#include "lsp/json.h"
#include "targets.h"

namespace firstfault::fuzz {
namespace {

using lsp::Decoder;
using lsp::Frame;
using lsp::Framing;

constexpr std::size_t kMaxMessage = 1 << 16;

std::vector<Frame> decode(std::string_view data, Framing framing, std::size_t piece) {
  Decoder decoder(framing, kMaxMessage);
  std::vector<Frame> frames;
  const auto drain = [&] {
    while (auto frame = decoder.next()) {
      frames.push_back(std::move(*frame));
      require(frames.size() <= data.size() + 2, "bytes yield no more frames than there are bytes");
    }
  };
  for (std::size_t at = 0; at < data.size(); at += piece) {
    decoder.append(data.substr(at, piece));
    drain();
  }
  decoder.finish();
  drain();
  return frames;
}

void check_framing(std::string_view data, Framing framing) {
  const auto whole = decode(data, framing, std::max<std::size_t>(data.size(), 1));
  std::string messages;
  for (const auto& frame : whole)
    if (frame.kind == Frame::Kind::Message) messages += frame.text + '\n';
  std::string by_pieces;
  for (const auto& frame : decode(data, framing, 3))
    if (frame.kind == Frame::Kind::Message) by_pieces += frame.text + '\n';
  require(messages == by_pieces, "pieces do not change the messages");
  for (const auto& frame : whole) {
    if (frame.kind != Frame::Kind::Message) continue;
    const auto json = lsp::parse_json(frame.text);
    if (json)
      require(lsp::parse_json(lsp::dump_json(*json)).has_value(), "JSON that was read can be written and read again");
  }
}

}  // namespace

void jsonrpc(std::string_view data) {
  check_framing(data, Framing::ContentLength);
  check_framing(data, Framing::Delimited);
  const auto again =
      decode(lsp::encode_frame(data.substr(0, kMaxMessage), Framing::ContentLength), Framing::ContentLength, 5);
  require(again.size() == 1 && again.front().kind == Frame::Kind::Message &&
              again.front().text == data.substr(0, kMaxMessage),
          "a message comes back as it was sent");
}

}  // namespace firstfault::fuzz
