#include "output/page.h"

#include <algorithm>

#include "output/columns.h"

namespace firstfault::output {
namespace {

constexpr std::size_t kLabelWidth = 11;
constexpr std::size_t kWhereWidth = 36;
constexpr std::size_t kWhoWidth = 20;
constexpr std::size_t kLeastText = 24;

/// `message` without places inside libraries ("[../third_party/…/pair.cc:598] "): of all its parts they tell least.
std::string without_places(const std::string& message) {
  std::string text = message;
  for (std::size_t begin = text.find('['); begin != std::string::npos; begin = text.find('[', begin + 1)) {
    const std::size_t end = text.find_first_of("[]", begin + 1);
    const bool closed = end != std::string::npos && text.compare(end, 2, "] ") == 0;
    if (closed && text.substr(begin, end - begin).find('/') != std::string::npos)
      text.replace(begin, end + 1 - begin, "…");
  }
  return text;
}

/// A message in `width` columns.
std::string shortened(const std::string& message, std::size_t width) {
  return columns(message) <= width ? message : elide_middle(without_places(message), width);
}

/// In brackets; where space is short only its first words, so that the message keeps the larger part.
std::string fitting_remark(const std::string& remark, std::size_t message, std::size_t width) {
  if (remark.empty()) return "";
  const std::string whole = "  (" + printable(remark) + ")";
  if (columns(whole) + std::min(message, 2 * kLeastText) <= width) return whole;
  return "  (" + printable(remark.substr(0, remark.find(','))) + ")";
}

}  // namespace

void Page::headline(std::string_view text, std::string_view remark) {
  const std::string shown = printable(text);
  out_ += paint(shown, Style::Strong, options_.colour);
  if (!remark.empty()) {
    const std::size_t taken = columns(shown) + columns(remark);
    out_ += std::string(options_.width > taken + 2 ? options_.width - taken : 2, ' ') + std::string(remark);
  }
  out_ += '\n';
}

void Page::paragraph(std::string_view text) {
  for (const std::string& line : wrap(printable(text), options_.width)) out_ += line + '\n';
}

void Page::labelled(std::string_view label, std::string_view text) { item(label, "", text); }

void Page::item(std::string_view label, std::string_view marker, std::string_view text) {
  const std::string lead = marker.empty() ? "" : std::string(marker) + " ";
  std::string margin =
      paint(label, Style::Strong, options_.colour) + std::string(kLabelWidth - columns(label), ' ') + lead;
  const std::size_t indent = kLabelWidth + columns(lead);
  for (const std::string& line : wrap(printable(text), std::max(options_.width, indent + kLeastText) - indent)) {
    out_ += margin + line + '\n';
    margin.assign(indent, ' ');
  }
}

void Page::command(std::string_view text) { out_ += std::string(kLabelWidth + 2, ' ') + printable(text) + '\n'; }

void Page::blank() { out_ += '\n'; }

void Page::quotes(const std::vector<Quote>& quotes) {
  std::size_t where_width = 0;
  std::size_t who_width = 0;
  for (const Quote& quote : quotes) {
    where_width = std::max(where_width, std::min(columns(printable(quote.where)), kWhereWidth));
    who_width = std::max(who_width, std::min(columns(printable(quote.who)), kWhoWidth));
  }
  for (const Quote& each : quotes) quote(each, where_width, who_width);
}

void Page::quote(const Quote& quote, std::size_t where_width, std::size_t who_width) {
  const std::string where = padded(elide_start(printable(quote.where), kWhereWidth), where_width);
  const std::string who = padded(elide_middle(printable(quote.who), kWhoWidth), who_width);
  const std::size_t indent = 2 + where_width + 2 + who_width + (who_width > 0 ? 2 : 0);
  const std::size_t right = options_.width > indent ? options_.width - indent : 0;
  const std::string text = printable(quote.text);
  const std::string remark = fitting_remark(quote.remark, columns(text), right);
  const std::size_t room = std::max(right, columns(remark) + kLeastText) - columns(remark);
  const std::string shown = shortened(text, room);
  out_ += "  " + paint(where, Style::Link, options_.colour) + "  " + who + (who_width > 0 ? "  " : "");
  out_ += paint(shown, quote.style, options_.colour) + paint(remark, Style::Faint, options_.colour) + '\n';
  if (shown == text && text == quote.text) marks(quote, shown, indent);
}

/// A row of ^^^^ under the part of a source line that failed; nothing where the whole line is meant.
void Page::marks(const Quote& quote, std::string_view shown, std::size_t indent) {
  if (quote.mark_begin < 0 || quote.mark_end <= quote.mark_begin) return;
  const auto begin = static_cast<std::size_t>(quote.mark_begin);
  const auto end = std::min(static_cast<std::size_t>(quote.mark_end), shown.size());
  if (begin >= end || end - begin == shown.size()) return;
  const std::size_t width = std::max<std::size_t>(columns(shown.substr(begin, end - begin)), 1);
  out_ += std::string(indent + columns(shown.substr(0, begin)), ' ') + std::string(width, '^') + '\n';
}

}  // namespace firstfault::output
