#include "lsp/guards.h"

#include <utility>

#include "advice/code_actions.h"
#include "lsp/convert.h"
#include "lsp/locate.h"

namespace firstfault::lsp {
namespace {

WorkspaceEdit edit_of(const Source& source, const advice::CodeAction& action, Encoding encoding) {
  WorkspaceEdit edit{source.uri, source.version, {}};
  for (const auto& change : action.edits) {
    const Range range{position_at(source.text, change.range.begin, encoding),
                      position_at(source.text, change.range.end, encoding)};
    edit.edits.push_back({range, change.text});
  }
  return edit;
}

std::vector<Guard> guards_in(const Source& source, const GuardData& data, Encoding encoding) {
  UserFrame frame = frame_of(data);
  const auto line = find_frame_line(source.text, frame);
  if (!line) return {};
  frame.line = static_cast<int>(*line) + 1;
  std::vector<Guard> guards;
  for (const auto& action : advice::code_actions(source.text, frame, data.cause)) {
    Guard guard{data, action.title, action.preferred, edit_of(source, action, encoding)};
    guard.data.action = action.id;
    guard.data.version = source.version;
    guards.push_back(std::move(guard));
  }
  return guards;
}

}  // namespace

std::vector<Guard> find_guards(Context& context, const GuardData& data) {
  const auto source = context.workspace.open(data.uri);
  return source ? guards_in(*source, data, context.client.encoding) : std::vector<Guard>{};
}

std::variant<Guard, Failure> find_guard(Context& context, const GuardData& data) {
  const auto source = context.workspace.open(data.uri);
  if (!source)
    return Failure{ErrorCode::RequestFailed, "the source file cannot be read, or lies outside the workspace folders"};
  if (data.version && source->version != data.version)
    return Failure{ErrorCode::ContentModified,
                   "the document was changed since the quick fix was offered; ask for it again"};
  for (auto& guard : guards_in(*source, data, context.client.encoding))
    if (guard.data.action == data.action) return std::move(guard);
  return Failure{ErrorCode::ContentModified, "the call to be checked is no longer there, or is checked already"};
}

}  // namespace firstfault::lsp
