#define ZLIB_CONST  // zlib then takes its input as const
#include <zlib.h>

#include <array>
#include <memory>

#include "host/expand.h"

namespace firstfault::host {
namespace {

struct InflateEnd {
  void operator()(z_stream* stream) const {
    inflateEnd(stream);
    delete stream;
  }
};

constexpr int kGzipOnly = 16 + MAX_WBITS;

std::string damaged(const z_stream& stream) {
  return std::string("the archive is damaged (") + (stream.msg != nullptr ? stream.msg : "unexpected data") +
         "); what came before was read";
}

}  // namespace

bool ExpansionGuard::too_much(std::uint64_t expanded) const {
  constexpr std::uint64_t kAlwaysFine = 256ull * 1024 * 1024;
  constexpr std::uint64_t kRatio = 4'000;
  return expanded > kAlwaysFine && expanded / kRatio > compressed_;
}

Expanded expand_gzip(const ByteSource& source, const BlockSink& sink) {
  const std::unique_ptr<z_stream, InflateEnd> stream(new z_stream{});
  Expanded result;
  if (inflateInit2(stream.get(), kGzipOnly) != Z_OK) return {0, "there is not enough memory to expand the archive"};
  const auto block = std::make_unique<std::array<Bytef, kBlockBytes>>();
  ExpansionGuard guard;
  bool inside_member = true;
  for (std::string_view piece = source(); !piece.empty(); piece = source()) {
    guard.took(piece.size());
    stream->next_in = reinterpret_cast<const Bytef*>(piece.data());
    stream->avail_in = static_cast<uInt>(piece.size());
    do {
      if (!inside_member) {
        if (*stream->next_in != 0x1f) return result;  // padding after the last member, as gzip itself ignores it
        inflateReset(stream.get());
        inside_member = true;
      }
      stream->next_out = block->data();
      stream->avail_out = static_cast<uInt>(block->size());
      const int status = inflate(stream.get(), Z_NO_FLUSH);
      const std::size_t made = block->size() - stream->avail_out;
      result.bytes += made;
      if (made > 0 && !sink({reinterpret_cast<const char*>(block->data()), made})) return result;
      if (status == Z_STREAM_END) inside_member = false;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        result.trouble = damaged(*stream);
        return result;
      }
      if (guard.too_much(result.bytes)) {
        result.trouble = kBlowsUp;
        return result;
      }
    } while (stream->avail_in > 0 || (inside_member && stream->avail_out == 0));
  }
  if (inside_member) result.trouble = kEndsEarly;
  return result;
}

}  // namespace firstfault::host
