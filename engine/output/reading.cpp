#include "output/reading.h"

#include <nlohmann/json.hpp>

#include "output/columns.h"

namespace firstfault::output {
namespace {

constexpr std::size_t kTextColumns = 100;

std::string_view name_of(Part part) {
  switch (part) {
    case Part::Text:
      return "text";
    case Part::Signature:
      return "signature";
    case Part::Traceback:
      return "traceback";
    case Part::Table:
      return "launcher's table";
    case Part::ProgressBar:
      return "progress bar";
    case Part::Doubled:
      return "doubled";
    case Part::LoneTime:
      return "time of its own";
    case Part::Piece:
      return "piece of a line";
  }
  return "text";
}

std::string_view name_of(Road road) {
  switch (road) {
    case Road::None:
      return "unknown";
    case Road::Prefix:
      return "prefix";
    case Road::Name:
      return "file name";
    case Road::Speaker:
      return "same speaker";
    case Road::LocalRank:
      return "local rank";
    case Road::ProcessId:
      return "pid";
    case Road::Device:
      return "device";
    case Road::Label:
      return "label";
  }
  return "unknown";
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string rank_words(const LineReading& reading) {
  if (reading.rank)
    return "rank " + std::to_string(reading.rank->value) + " (" + std::string(name_of(reading.road)) + ")";
  if (reading.local_rank) return "local rank " + std::to_string(reading.local_rank->value);
  return "rank ?";
}

}  // namespace

std::string reading_to_text(const LineReading& reading, std::string_view path) {
  std::string out = printable(path) + ":" + std::to_string(reading.span.line) + "  " + rank_words(reading);
  for (const auto* said : {&reading.node, &reading.stream, &reading.time})
    if (!said->empty()) out += "  " + printable(*said);
  if (!reading.layers.empty()) out += "  [" + joined(reading.layers) + "]";
  out += "  " + std::string(name_of(reading.part));
  if (!reading.rule.empty()) out += " " + reading.rule;
  return out + "  " + elide_middle(printable(reading.text), kTextColumns) + "\n";
}

std::string reading_to_json(const LineReading& reading, std::string_view path) {
  const auto or_null = [](const auto& value) -> nlohmann::ordered_json {
    if (!value) return nullptr;
    return *value;
  };
  const auto text_or_null = [](const std::string& text) -> nlohmann::ordered_json {
    if (text.empty()) return nullptr;
    return text;
  };
  nlohmann::ordered_json json;
  json["path"] = path;
  json["line"] = reading.span.line;
  json["editor_line"] = reading.span.editor_line;
  json["bytes"] = {reading.span.begin, reading.span.end};
  json["rank"] = reading.rank ? nlohmann::ordered_json(reading.rank->value) : nlohmann::ordered_json(nullptr);
  json["known_by"] = name_of(reading.road);
  json["local_rank"] =
      reading.local_rank ? nlohmann::ordered_json(reading.local_rank->value) : nlohmann::ordered_json(nullptr);
  json["group_rank"] = or_null(reading.group_rank);
  json["pid"] = or_null(reading.pid);
  json["device"] = or_null(reading.device);
  json["node"] = text_or_null(reading.node);
  json["time"] = text_or_null(reading.time);
  json["stream"] = reading.stream;
  json["shapes"] = reading.layers;
  json["part"] = name_of(reading.part);
  json["rule"] = text_or_null(reading.rule);
  json["text"] = reading.text;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace firstfault::output
