#include <algorithm>

#include "output/article.h"

namespace firstfault::output {
namespace {

/// Lines of a block within a list item or outside of any.
std::string indented(const std::string& block, std::size_t by) {
  const std::string margin(by, ' ');
  std::string out;
  for (std::size_t begin = 0; begin < block.size();) {
    const auto end = std::min(block.find('\n', begin), block.size());
    if (end > begin) out += margin + block.substr(begin, end - begin);
    out += '\n';
    begin = end + 1;
  }
  return out;
}

class Writer {
 public:
  explicit Writer(const EntryLink& link) : link_(link) {}

  void section(const Section& section) {
    indent_ = 0;
    step_ = 0;
    in_list_ = false;
    if (!section.title.empty()) out_ += "\n## " + prose_markdown(section.title) + "\n";
    for (const auto& each : section.blocks) block(each);
  }

  std::string out_;

 private:
  /// List items follow one another; everything else has an empty line before it.
  void item(const std::string& text) {
    if (!in_list_) out_ += '\n';
    in_list_ = true;
    out_ += indented("- " + text + "\n", indent_);
  }

  void loose(const std::string& text) {
    in_list_ = false;
    out_ += "\n" + indented(text, indent_);
  }

  void fenced(const Block& block, std::string_view language) {
    if (!block.label.empty()) loose(prose_markdown(block.label) + ":\n");
    loose(code_block(block.text, language));
  }

  void step(const std::string& text) {
    indent_ = 0;
    loose(std::to_string(++step_) + ". **" + prose_markdown(text) + "**\n");
    indent_ = 3;
  }

  void block(const Block& block) {
    switch (block.kind) {
      case Block::Kind::Paragraph:
        return loose(prose_markdown(block.text) + "\n");
      case Block::Kind::Item:
        return item(prose_markdown(block.text));
      case Block::Kind::Term:
        return item("**" + prose_markdown(block.label) + "**: " + prose_markdown(block.text));
      case Block::Kind::Entry:
        return item(entry_markdown(block.label, link_) + ": " + prose_markdown(block.text));
      case Block::Kind::Link:
        return item(link_markdown(block.label, block.text));
      case Block::Kind::Step:
        return step(block.text);
      case Block::Kind::Command:
        return loose(code_block(block.text, "sh"));
      case Block::Kind::Code:
        return fenced(block, "python");
      case Block::Kind::Output:
        return fenced(block, "text");
    }
  }

  const EntryLink& link_;
  std::size_t indent_ = 0;
  std::size_t step_ = 0;
  bool in_list_ = false;
};

}  // namespace

std::string article_to_markdown(const Article& article, const EntryLink& link) {
  Writer writer(link);
  writer.out_ = "# " + prose_markdown(article.title) + "\n\n" + entry_markdown(article.id, {}) + "\n";
  for (const auto& section : article.sections) writer.section(section);
  return std::move(writer.out_);
}

}  // namespace firstfault::output
