// Small writers of an article's blocks from nodes of a rule file. Only for article*.cpp.
#pragma once

#include <string>
#include <string_view>

#include "model/article.h"
#include "rules/loader_json.h"

namespace firstfault::rules {

/// A section that is left out where nothing was put into it.
class SectionWriter {
 public:
  SectionWriter(Article& article, std::string_view title) : article_(article), section_{std::string(title), {}} {}
  ~SectionWriter() {
    if (!section_.blocks.empty()) article_.sections.push_back(std::move(section_));
  }
  SectionWriter(const SectionWriter&) = delete;
  SectionWriter& operator=(const SectionWriter&) = delete;

  /// Nothing where the text is empty.
  void add(Block::Kind kind, std::string_view label, std::string_view text) {
    if (!text.empty()) section_.blocks.push_back({kind, std::string(label), std::string(text)});
  }
  void add_all(Block::Kind kind, const Node& texts) {
    for (const auto& item : texts.items) add(kind, "", item.text);
  }

 private:
  Article& article_;
  Section section_;
};

/// The tree of a rule file that the loader found sound.
[[nodiscard]] inline Node tree_of(std::string_view source) { return parse_jsonc(source).root; }

void add_links(Article& article, const Node& links);

}  // namespace firstfault::rules
