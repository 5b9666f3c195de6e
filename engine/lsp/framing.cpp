#include "lsp/framing.h"

#include <algorithm>
#include <charconv>

namespace firstfault::lsp {
namespace {

constexpr std::string_view kLengthName = "content-length";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view text, std::string_view lower_case_name) {
  return std::equal(text.begin(), text.end(), lower_case_name.begin(), lower_case_name.end(),
                    [](char a, char b) { return lower(a) == b; });
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// Only digits count; what is beyond 64 bits is the largest number there is.
std::optional<std::size_t> parse_length(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) return {};
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? value : std::string_view::npos;
}

/// Takes one line, without its ending, off `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// Where the header section at the start of `text` ends (after its empty line). Bare "\n" is tolerated.
std::size_t header_end(std::string_view text) {
  const std::size_t crlf = text.find("\r\n\r\n");
  const std::size_t lf = text.find("\n\n");
  if (crlf == std::string_view::npos && lf == std::string_view::npos) return std::string_view::npos;
  return crlf < lf ? crlf + 4 : lf + 2;
}

}  // namespace

void Decoder::append(std::string_view bytes) {
  if (at_ > 0 && at_ == buffer_.size()) {
    buffer_.clear();
    at_ = 0;
  } else if (at_ > buffer_.size() / 2) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  buffer_.append(bytes);
}

std::optional<Frame> Decoder::next() { return framing_ == Framing::Delimited ? next_delimited() : next_counted(); }

std::optional<Frame> Decoder::next_counted() {
  if (state_ == State::Lost && !find_next_header()) return {};
  if (state_ == State::Header) {
    if (auto problem = read_header()) return problem;
  }
  if (state_ != State::Body || rest().size() < body_bytes_) return {};
  Frame frame{Frame::Kind::Message, std::string(rest().substr(0, body_bytes_))};
  at_ += body_bytes_;
  state_ = State::Header;
  return frame;
}

/// Moves on to Body where a whole header is there; a frame comes back only for a bad one.
std::optional<Frame> Decoder::read_header() {
  while (at_ < buffer_.size() && (buffer_[at_] == '\r' || buffer_[at_] == '\n')) ++at_;
  const std::size_t end = header_end(rest());
  if (std::min(end, rest().size()) > kMaxHeaderBytes) {
    ++at_;
    return lose_track("a message header is longer than " + std::to_string(kMaxHeaderBytes) + " bytes");
  }
  if (end == std::string_view::npos) return {};
  const std::string header(rest().substr(0, end));
  at_ += end;
  return accept_header(header);
}

std::optional<Frame> Decoder::accept_header(std::string_view header) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::string_view line = take_line(header);
    if (line.empty()) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return lose_track("a header line has no colon");
    if (!same_name(without_blanks(line.substr(0, colon)), kLengthName)) continue;
    const auto value = parse_length(without_blanks(line.substr(colon + 1)));
    if (!value) return lose_track("Content-Length is not a number");
    if (length && *length != *value) return lose_track("a header names two different Content-Lengths");
    length = value;
  }
  if (!length) return lose_track("a header has no Content-Length");
  if (*length > max_message_bytes_)
    return lose_track("a message is larger than " + std::to_string(max_message_bytes_) + " bytes");
  body_bytes_ = *length;
  state_ = State::Body;
  return {};
}

Frame Decoder::lose_track(std::string what) {
  state_ = State::Lost;
  return {Frame::Kind::Malformed, std::move(what)};
}

/// Looks for the next line "Content-Length: N". Text inside a message cannot pass for one: JSON holds no raw line ends.
bool Decoder::find_next_header() {
  while (true) {
    const std::string_view text = rest();
    const auto found = std::search(text.begin(), text.end(), kLengthName.begin(), kLengthName.end(),
                                   [](char a, char b) { return lower(a) == b; });
    if (found == text.end()) {
      at_ = buffer_.size() - std::min(text.size(), kLengthName.size());
      return false;
    }
    at_ += static_cast<std::size_t>(found - text.begin());
    const std::size_t end = rest().find('\n');
    if (end == std::string_view::npos && rest().size() <= kMaxHeaderBytes) return false;
    std::string_view value =
        rest().substr(kLengthName.size(), end == std::string_view::npos ? 0 : end - kLengthName.size());
    if (!value.empty() && value.front() == ':' && parse_length(without_blanks(value.substr(1)))) break;
    at_ += kLengthName.size();
  }
  state_ = State::Header;
  return true;
}

std::optional<Frame> Decoder::next_delimited() {
  while (true) {
    std::string_view text = rest();
    if (text.empty()) return {};
    Frame frame;
    bool closed = false;
    while (!text.empty() && !closed) {
      const bool whole_line = finished_ || text.find('\n') != std::string_view::npos;
      if (!whole_line) break;
      const std::string_view line = take_line(text);
      closed = line == "---";
      if (closed || line.empty() || line.front() == '#') continue;
      frame.text.append(line).push_back('\n');
    }
    if (!closed && !finished_) return {};
    at_ = buffer_.size() - text.size();
    if (!frame.text.empty()) return frame;
  }
}

std::string encode_frame(std::string_view message, Framing framing) {
  std::string bytes;
  bytes.reserve(message.size() + 32);
  if (framing == Framing::ContentLength) bytes = "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n";
  bytes.append(message);
  if (framing == Framing::Delimited) bytes.append("\n---\n");
  return bytes;
}

}  // namespace firstfault::lsp
