// All shapes by name, in the order in which they are tried. Most lines begin with none of them, so a shape is asked
// only where the line's first byte may be its.
#include <array>
#include <bit>
#include <cstdint>

#include "demux/shapes.h"

namespace firstfault::demux::shapes {
namespace {

using text::Cursor;

struct Shape {
  std::string_view name;
  std::string_view first;  // the bytes it may begin with
  bool (*take)(Cursor&, Prefix&);
};

constexpr std::string_view kWord = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
constexpr std::string_view kName = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
constexpr std::string_view kLevels = "DIWECFSNT";              // of "DEBUG", "INFO", …
constexpr std::string_view kLetters = "[IWEFVD";               // of glog, in brackets or not
constexpr std::string_view kTimes = "0123456789[ MTWFSJAOND";  // digits, weekdays, months

constexpr std::array kTransport{
    Shape{"role tag", "[", role_tag},
    Shape{"rank tag", "[(<", rank_tag},
    Shape{kMpiTag, "[", mpi_tag},
    Shape{"rank template", "[", template_tag},
    Shape{"pod tag", "[", pod_tag},
    Shape{"kubetail tag", "[", kubetail_tag},
    Shape{"colour rest", "[", colour_rest},
    Shape{"actor tag", "(", actor_tag},
    Shape{"cri stream", "s", cri_tag},
    Shape{"severity and time", kLevels, severity_time},
    Shape{"time", kTimes, time_stamp},
    Shape{"time", "\xE3", cjk_time},
    Shape{"named time", "[", named_time},
    Shape{"uptime", "[", uptime},
    Shape{"kernel level", "k", kernel_level},
    Shape{"notebook time", "0123456789", notebook_time},
    Shape{kMpiTag, "<", stream_mark},
    Shape{"syslog priority", "<", priority_tag},
    Shape{"determined", "0123456789abcdef", determined_tag},
    Shape{"replica", "w", replica_tag},
    Shape{"compose bar", kWord, compose_bar},
    Shape{"bench tag", kName, bench_tag},
    Shape{"rank bar", "rR", rank_bar},
    Shape{"host before tag", kName, host_before_tag},
    Shape{"syslog", kName, syslog_tag},
};

constexpr std::array kHeaders{
    Shape{"glog", kLetters, glog_header},
    Shape{"nccl", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:", nccl_header},
    Shape{"composer", "r", composer_header},
    Shape{"ascend", "[", ascend_header},
    Shape{"ascend", "[", ascend_runtime_header},
    Shape{"oneccl", "0123456789|", oneccl_header},
    Shape{"nemo", "[", nemo_header},
    Shape{"transformers", "[", transformers_header},
    Shape{"submitit", "s", submitit_header},
    Shape{"logfmt", "tl", logfmt_line},
    Shape{"time", kTimes, time_stamp},
    Shape{"vllm", kLevels, vllm_header},
    Shape{"name and level", "-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.", name_then_level},
    Shape{"name and level", "[", bracketed_name_then_level},
    Shape{"level", "|-[ DIWECFSNT", level_word},
    Shape{"rank tag", "[(<", rank_tag},
    Shape{"logger fields", "[ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.<:", logger_fields},
};

// By first byte: the shapes that may begin with it, the lowest bit is the first to try.
template <std::size_t Count>
constexpr std::array<std::uint32_t, 256> by_first_byte(const std::array<Shape, Count>& shapes) {
  static_assert(Count <= 32);
  std::array<std::uint32_t, 256> masks{};
  for (std::size_t i = 0; i < Count; ++i)
    for (const char c : shapes[i].first) masks[static_cast<unsigned char>(c)] |= std::uint32_t{1} << i;
  return masks;
}

constexpr auto kTransportByByte = by_first_byte(kTransport);
constexpr auto kHeadersByByte = by_first_byte(kHeaders);

template <std::size_t Count>
std::string_view take_first(const std::array<Shape, Count>& shapes, const std::array<std::uint32_t, 256>& by_byte,
                            Cursor& cursor, Prefix& prefix) {
  for (auto mask = by_byte[static_cast<unsigned char>(cursor.peek())]; mask != 0; mask &= mask - 1) {
    const auto& shape = shapes[static_cast<std::size_t>(std::countr_zero(mask))];
    if (shape.take(cursor, prefix)) return shape.name;
  }
  return {};
}

}  // namespace

std::string_view take_transport(Cursor& cursor, Prefix& prefix) {
  return take_first(kTransport, kTransportByByte, cursor, prefix);
}

std::string_view take_header(Cursor& cursor, Prefix& prefix) {
  return take_first(kHeaders, kHeadersByByte, cursor, prefix);
}

}  // namespace firstfault::demux::shapes
