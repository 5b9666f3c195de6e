// A page of the encyclopedia as plain blocks: rules/ writes it from a rule file, output/ shows it in a terminal or as
// Markdown. Not for reports.
#pragma once

#include <string>
#include <vector>

namespace firstfault {

struct Block {
  enum class Kind {
    Paragraph,
    Item,     // of a list
    Term,     // of a list: `label` is what the text is about
    Step,     // numbered; the blocks up to the next step belong to it
    Command,  // one line for a shell
    Code,     // Python; `label` says for which framework
    Output,   // lines of a program, or a pattern; `label` says which
    Entry,    // of a list: `label` is the id of another entry
    Link      // of a list: `label` is the title, `text` the address
  };
  Kind kind = Kind::Paragraph;
  std::string label;
  std::string text;
};

struct Section {
  std::string title;  // empty for what stands below the page's own title
  std::vector<Block> blocks;
};

struct Article {
  std::string id;
  std::string title;
  std::string file;  // that it was written from
  std::vector<Section> sections;
};

}  // namespace firstfault
