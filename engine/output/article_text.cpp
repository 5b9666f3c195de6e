#include <algorithm>

#include "output/article.h"
#include "output/columns.h"

namespace firstfault::output {
namespace {

constexpr std::size_t kWidest = 100;  // longer lines are hard to read
constexpr std::size_t kLeastText = 24;
constexpr std::size_t kMargin = 2;
constexpr std::size_t kStepIndent = 3;

class Writer {
 public:
  explicit Writer(const TextOptions& options) : width_(std::min(options.width, kWidest)), colour_(options.colour) {}

  void title(const Article& article) {
    const auto title = printable(article.title);
    const auto taken = columns(title) + columns(article.id);
    out_ += paint(title, Style::Strong, colour_);
    if (taken + 2 <= width_)
      out_ += std::string(width_ - taken, ' ') + printable(article.id) + "\n";
    else
      out_ += "\n" + printable(article.id) + "\n";
  }

  void section(const Section& section) {
    out_ += '\n';
    indent_ = kMargin;
    step_ = 0;
    if (!section.title.empty()) out_ += paint(printable(section.title), Style::Strong, colour_) + "\n";
    const Block* before = nullptr;
    for (const auto& each : section.blocks) {
      if (before != nullptr && wants_gap(*before, each)) out_ += '\n';
      block(each);
      before = &each;
    }
  }

  void foot(const Article& article) { out_ += "\n" + paint(printable(article.file), Style::Faint, colour_) + "\n"; }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  static bool wants_gap(const Block& before, const Block& next) {
    using enum Block::Kind;
    const bool loose = next.kind == Step || next.kind == Code || next.kind == Output;
    return loose || before.kind == Output || (before.kind == Paragraph && next.kind == Paragraph);
  }

  void wrapped(const std::string& lead, const std::string& label, std::string_view text) {
    std::string margin = std::string(indent_, ' ') + lead;
    const auto hang = indent_ + columns(lead);
    const auto whole = (label.empty() ? "" : label + ": ") + printable(text);
    auto rest = label.size();
    for (const auto& line : wrap(whole, std::max(width_, hang + kLeastText) - hang)) {
      const auto strong = std::min(rest, line.size());
      out_ += margin + paint(line.substr(0, strong), Style::Strong, colour_) + line.substr(strong) + '\n';
      rest -= strong + (rest > strong ? 1 : 0);
      margin.assign(hang, ' ');
    }
  }

  void lines(std::string_view text) {
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size());
      const auto line = printable(text.substr(0, end));
      out_ += line.empty() ? "\n" : std::string(indent_ + 4, ' ') + line + '\n';
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void labelled_lines(const Block& block) {
    if (!block.label.empty()) wrapped("", "", block.label + ":");
    lines(block.text);
  }

  void block(const Block& block) {
    switch (block.kind) {
      case Block::Kind::Paragraph:
        return wrapped("", "", block.text);
      case Block::Kind::Item:
        return wrapped("- ", "", block.text);
      case Block::Kind::Term:
      case Block::Kind::Entry:
      case Block::Kind::Link:
        return wrapped("- ", printable(block.label), block.text);
      case Block::Kind::Step:
        indent_ = kMargin;
        wrapped(std::to_string(++step_) + ". ", "", block.text);
        indent_ = kMargin + kStepIndent;
        return;
      case Block::Kind::Command:
        return lines(block.text);
      case Block::Kind::Code:
      case Block::Kind::Output:
        return labelled_lines(block);
    }
  }

  std::size_t width_;
  Colour colour_;
  std::string out_;
  std::size_t indent_ = kMargin;
  std::size_t step_ = 0;
};

}  // namespace

std::string article_to_text(const Article& article, const TextOptions& options) {
  Writer writer(options);
  writer.title(article);
  for (const auto& section : article.sections) writer.section(section);
  writer.foot(article);
  return writer.take();
}

}  // namespace firstfault::output
