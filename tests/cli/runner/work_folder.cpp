#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "case_file.h"

namespace firstfault::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  std::string text;
  for (const Json& line : value) text += line.get<std::string>() + "\n";
  return text;
}

std::string gzip(std::string text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

std::string content_of(const Json& value) {
  if (!value.is_object()) return text_of(value);
  std::string content;
  if (value.contains("gzip")) content = gzip(text_of(value["gzip"]));
  if (value.contains("zstd")) content = zstd(text_of(value["zstd"]));
  if (value.contains("hex")) content = from_hex(value["hex"].get<std::string>());
  if (value.contains("text")) content = text_of(value["text"]);
  if (value.contains("parts"))
    for (const Json& part : value["parts"]) content += content_of(part);
  if (value.contains("keep")) content.resize(std::min(content.size(), value["keep"].get<std::size_t>()));
  return content;
}

void write_entry(const std::string& path, const Json& value) {
  fs::create_directories(fs::path(path).parent_path());
  if (path.ends_with('/') || value.is_null()) {
    fs::create_directories(path);
  } else if (value.is_object() && value.contains("link")) {
    fs::create_symlink(value["link"].get<std::string>(), path);
  } else {
    std::ofstream(path, std::ios::binary) << content_of(value);
  }
  if (value.is_object() && value.contains("mode"))
    ::chmod(path.c_str(), static_cast<mode_t>(std::stoi(value["mode"].get<std::string>(), nullptr, 8)));
}

}  // namespace

void write_files(const Json& files, const std::string& folder) {
  for (const auto& [name, value] : files.items()) write_entry(folder + "/" + name, value);
}

}  // namespace firstfault::test
