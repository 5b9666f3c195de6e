#include "host/sniff.h"

#include <algorithm>
#include <array>

namespace firstfault::host {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::size_t offset;
  std::string_view bytes;
  Sniffed means;
};

constexpr std::array kMagics = {
    Magic{0, "\x1f\x8b"sv, {Content::Gzip, "", ""}},
    Magic{0, "\x28\xb5\x2f\xfd"sv, {Content::Zstd, "", ""}},
    Magic{0, "\xfd\x37zXZ\0"sv, {Content::Binary, "an xz archive", "expand it first: xz -dk FILE"}},
    Magic{0, "BZh"sv, {Content::Binary, "a bzip2 archive", "expand it first: bzip2 -dk FILE"}},
    Magic{0, "\x04\x22\x4d\x18"sv, {Content::Binary, "an lz4 archive", "expand it first: lz4 -dk FILE"}},
    Magic{0, "7z\xbc\xaf\x27\x1c"sv, {Content::Binary, "a 7z archive", "unpack it first"}},
    Magic{0,
          "PK\x03\x04"sv,
          {Content::Binary, "a zip archive or a PyTorch checkpoint", "unpack it first if logs are inside"}},
    Magic{257, "ustar"sv, {Content::Binary, "a tar archive", "unpack it first, then name the folder"}},
    Magic{0,
          "\x7f"
          "ELF"sv,
          {Content::Binary, "an ELF program or core dump", ""}},
    Magic{0, "\x80\x02"sv, {Content::Binary, "a Python pickle", ""}},
    Magic{0, "\x80\x03"sv, {Content::Binary, "a Python pickle", ""}},
    Magic{0, "\x80\x04"sv, {Content::Binary, "a Python pickle", ""}},
    Magic{0, "\x80\x05"sv, {Content::Binary, "a Python pickle", ""}},
    Magic{0, "\x93NUMPY"sv, {Content::Binary, "a NumPy array", ""}},
    Magic{0, "\x89HDF\r\n"sv, {Content::Binary, "an HDF5 file", ""}},
    Magic{0, "\x89PNG"sv, {Content::Binary, "an image", ""}},
    Magic{0, "\xff\xd8\xff"sv, {Content::Binary, "an image", ""}},
    Magic{0, "%PDF-"sv, {Content::Binary, "a PDF", "copy its text into a file"}},
    Magic{0, "SQLite format 3"sv, {Content::Binary, "an SQLite database", ""}},
};

constexpr std::size_t kHoleBytes = 64;  // so many NULs in a row are a hole (a log truncated while it was written)

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x7f || (byte < 0x20 && "\b\t\n\v\f\r\x1b"sv.find(c) == std::string_view::npos);
}

/// By its mark, or because every second byte is NUL and the rest text. What it says is read in text/encoding.h.
bool is_utf16(std::string_view head) {
  if (head.starts_with("\xff\xfe"sv) || head.starts_with("\xfe\xff"sv)) return true;
  std::array<std::size_t, 2> empty{};
  std::array<std::size_t, 2> plain{};
  for (std::size_t at = 0; at < head.size(); ++at) {
    empty[at % 2] += head[at] == '\0' ? 1 : 0;
    plain[at % 2] += is_control(head[at]) ? 0 : 1;
  }
  const std::size_t units = head.size() / 2;
  const auto most = [&](std::size_t count) { return units > 0 && count * 8 >= units * 7; };
  return (most(empty[1]) && most(plain[0])) || (most(empty[0]) && most(plain[1]));
}

/// Text holds next to no control characters; one in 33 of compressed or numeric data is enough to tell. Bytes above
/// 0x7f say nothing: they may be Latin-1 or Shift-JIS.
bool looks_binary(std::string_view head) {
  std::size_t controls = 0;
  std::size_t seen = 0;
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find_first_not_of('\0', at), head.size());
    if (end - at >= kHoleBytes) {
      at = end;
      continue;
    }
    controls += is_control(head[at]) ? 1 : 0;
    ++seen;
    ++at;
  }
  return seen == 0 ? !head.empty() : controls * 33 > seen;
}

}  // namespace

Sniffed sniff(std::string_view head) {
  head = head.substr(0, kSniffBytes);
  for (const Magic& magic : kMagics)
    if (head.size() >= magic.offset && head.substr(magic.offset).starts_with(magic.bytes)) return magic.means;
  if (is_utf16(head)) return {};
  return looks_binary(head) ? Sniffed{Content::Binary, "", ""} : Sniffed{};
}

}  // namespace firstfault::host
