#include "advice/code_actions.h"
#include "targets.h"

namespace firstfault::fuzz {
namespace {

constexpr int kAskedLines = 4;  // every question parses the source anew

bool may_be_guarded(std::string_view line) {
  return line.find("cross_entropy") != std::string_view::npos || line.find("nll_loss") != std::string_view::npos ||
         line.find("emb") != std::string_view::npos;
}

void check_actions(std::string_view source, const UserFrame& frame, std::string_view cause) {
  for (const auto& action : advice::code_actions(source, frame, cause)) {
    require(!action.id.empty() && !action.title.empty() && !action.edits.empty(),
            "an action has a name and does something");
    std::size_t end = 0;
    for (const auto& edit : action.edits) {
      require(edit.range.begin >= end && edit.range.end >= edit.range.begin && edit.range.end <= source.size(),
              "edits follow each other within the source");
      end = edit.range.end;
    }
  }
}

}  // namespace

void edit(std::string_view data) {
  UserFrame frame;
  frame.file = "train.py";
  int line = 0;
  int asked = 0;
  for (std::string_view rest = data; !rest.empty() && asked < kAskedLines;) {
    const auto end = rest.find('\n');
    frame.line = ++line;
    frame.source = std::string(rest.substr(0, end));
    if (may_be_guarded(frame.source)) {
      ++asked;
      check_actions(data, frame, "data.class_index_out_of_range");
      check_actions(data, frame, "data.embedding_index_out_of_range");
    }
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
}

}  // namespace firstfault::fuzz
