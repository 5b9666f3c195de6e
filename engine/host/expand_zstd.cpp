#include <zstd.h>

#include <memory>
#include <vector>

#include "host/expand.h"

namespace firstfault::host {
namespace {

struct FreeStream {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

}  // namespace

Expanded expand_zstd(const ByteSource& source, const BlockSink& sink) {
  const std::unique_ptr<ZSTD_DStream, FreeStream> stream(ZSTD_createDStream());
  Expanded result;
  if (!stream || ZSTD_isError(ZSTD_initDStream(stream.get())) != 0U)
    return {0, "there is not enough memory to expand the archive"};
  std::vector<char> block(ZSTD_DStreamOutSize());
  ExpansionGuard guard;
  std::size_t wanted = 1;  // 0 exactly between two frames
  for (std::string_view piece = source(); !piece.empty(); piece = source()) {
    guard.took(piece.size());
    ZSTD_inBuffer input{piece.data(), piece.size(), 0};
    ZSTD_outBuffer output{block.data(), block.size(), 0};
    do {
      output.pos = 0;
      wanted = ZSTD_decompressStream(stream.get(), &output, &input);
      result.bytes += output.pos;
      if (output.pos > 0 && !sink({block.data(), output.pos})) return result;
      if (ZSTD_isError(wanted) != 0U) {
        result.trouble =
            std::string("the archive is damaged (") + ZSTD_getErrorName(wanted) + "); what came before was read";
        return result;
      }
      if (guard.too_much(result.bytes)) {
        result.trouble = kBlowsUp;
        return result;
      }
    } while (input.pos < input.size || (wanted > 0 && output.pos == output.size));
  }
  if (wanted > 0) result.trouble = kEndsEarly;
  return result;
}

}  // namespace firstfault::host
