#include "harness/diagnose.h"

#include <algorithm>
#include <stdexcept>

#include "host/files.h"
#include "output/json.h"
#include "output/text.h"
#include "rules/matcher.h"
#include "rules/rule.h"

namespace firstfault::corpus {

std::vector<File> read_inputs(const Case& c) {
  std::vector<File> files;
  const std::string folder = c.folder + "/";
  const auto list = host::find_logs({folder + "input"});
  for (const auto& path : list.files) {
    File file;
    file.path = path.substr(folder.size());
    const auto read = host::read_blocks(path, [&](std::string_view block) {
      file.bytes += block;
      return true;
    });
    if (!read) throw std::runtime_error(to_line(read.error()));
    files.push_back(std::move(file));
  }
  if (files.empty()) throw std::runtime_error(folder + "input holds nothing that the engine reads");
  return files;
}

analysis::Diagnosis diagnose(const std::vector<File>& files, std::size_t piece) {
  analysis::Session session(rules::builtin_rules(), rules::builtin_matcher());
  for (const auto& file : files) {
    const InputId input = session.open({file.path, InputKind::Log});
    const std::size_t step = piece == kWhole ? std::max<std::size_t>(file.bytes.size(), 1) : piece;
    for (std::size_t at = 0; at < file.bytes.size(); at += step)
      session.feed(input, std::string_view(file.bytes).substr(at, step));
    session.close(input);
  }
  return session.finish();
}

std::string as_json(const Report& report) { return output::to_json(report); }

std::string as_text(const Report& report) {
  output::TextOptions options;
  options.cause_title = [](std::string_view id) {
    const auto* cause = rules::builtin_rules().find_cause(id);
    return cause == nullptr ? std::string() : std::string(cause->title);
  };
  return output::to_text(report, options);
}

}  // namespace firstfault::corpus
