// Bytes ↔ messages, for both kinds of framing. Pure: no descriptors here (transport.h), no JSON (server.cpp parses).
// Survives whatever comes: a header that makes no sense costs one Malformed frame, then reading goes on at the next
// header.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace firstfault::lsp {

/// How messages are told apart on the wire.
enum class Framing {
  ContentLength,  // as LSP says
  Delimited  // for people and tests: messages between lines `---`, lines with `#` are comments; handled strictly in
             // order
};

inline constexpr std::size_t kMaxMessageBytes = 64 * 1024 * 1024;
inline constexpr std::size_t kMaxHeaderBytes = 8 * 1024;

struct Frame {
  enum class Kind { Message, Malformed };
  Kind kind = Kind::Message;
  std::string text;  // the message, or what is wrong with it
};

class Decoder {
 public:
  explicit Decoder(Framing framing, std::size_t max_message_bytes = kMaxMessageBytes)
      : framing_(framing), max_message_bytes_(max_message_bytes) {}

  void append(std::string_view bytes);
  /// No more bytes will come: a last delimited message may end without `---`.
  void finish() { finished_ = true; }
  /// The next whole frame, if there is one.
  [[nodiscard]] std::optional<Frame> next();

 private:
  enum class State { Header, Body, Lost };

  [[nodiscard]] std::optional<Frame> next_counted();
  [[nodiscard]] std::optional<Frame> next_delimited();
  [[nodiscard]] std::optional<Frame> read_header();
  [[nodiscard]] std::optional<Frame> accept_header(std::string_view header);
  [[nodiscard]] bool find_next_header();
  [[nodiscard]] Frame lose_track(std::string what);
  [[nodiscard]] std::string_view rest() const { return std::string_view(buffer_).substr(at_); }

  Framing framing_;
  std::size_t max_message_bytes_;
  std::string buffer_;
  std::size_t at_ = 0;  // what lies before is used up
  State state_ = State::Header;
  std::size_t body_bytes_ = 0;
  bool finished_ = false;
};

/// The bytes that carry `message` to the client.
[[nodiscard]] std::string encode_frame(std::string_view message, Framing framing);

}  // namespace firstfault::lsp
