#include "host/passed_over.h"

#include <utility>

namespace firstfault::host {
namespace {

constexpr std::size_t kNamed = 5;

struct Words {
  const char* one;
  const char* many;
};

Words words_of(Skip reason) {
  switch (reason) {
    case Skip::NoText:
      return {"file that is no text", "files that are no text"};
    case Skip::Data:
      return {"file of data or settings", "files of data or settings"};
    case Skip::Source:
      return {"source file", "source files"};
    case Skip::Hidden:
      return {"hidden entry", "hidden entries"};
    case Skip::Tool:
      return {"folder of a tool", "folders of tools"};
    case Skip::OutsideLink:
      return {"link that leads out of the folder", "links that lead out of the folder"};
    case Skip::BrokenLink:
      return {"broken link", "broken links"};
    case Skip::Special:
      return {"pipe, socket or device", "pipes, sockets or devices"};
    case Skip::TooDeep:
      return {"folder below the eighth level", "folders below the eighth level"};
  }
  return {"entry", "entries"};
}

}  // namespace

void PassedOver::add(Skip reason, std::string path) {
  Group& group = groups_[reason];
  ++group.count;
  if (group.named.size() < kNamed) group.named.push_back(std::move(path));
}

std::vector<std::string> PassedOver::notes(const std::string& folder) const {
  std::vector<std::string> notes;
  for (const auto& [reason, group] : groups_) {
    const Words words = words_of(reason);
    std::string note =
        folder + ": passed over " + std::to_string(group.count) + ' ' + (group.count == 1 ? words.one : words.many);
    for (std::size_t i = 0; i < group.named.size(); ++i) note += (i == 0 ? ": " : ", ") + group.named[i];
    if (group.count > group.named.size()) note += " and " + std::to_string(group.count - group.named.size()) + " more";
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace firstfault::host
