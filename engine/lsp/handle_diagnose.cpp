// firstfault/diagnoseText and firstfault/diagnosePaths.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "host/files.h"
#include "lsp/context.h"
#include "lsp/progress.h"
#include "lsp/publish.h"

namespace firstfault::lsp {
namespace {

constexpr std::size_t kTextBlockBytes = 256 * 1024;

Failure cancelled() { return {ErrorCode::RequestCancelled, "the request was cancelled"}; }

std::optional<InputKind> kind_of(std::string_view origin) {
  if (origin == "selection") return InputKind::Selection;
  if (origin == "terminal") return InputKind::Terminal;
  if (origin == "notebook") return InputKind::Notebook;
  if (origin == "clipboard") return InputKind::Clipboard;
  return {};
}

Answer on_diagnose_text(Context& context, const DiagnoseTextParams& params, const CallPtr& call) {
  const auto kind = kind_of(params.origin);
  if (!kind)
    return Failure{ErrorCode::InvalidParams, "params.origin: selection, terminal, notebook or clipboard is expected"};
  const Rules rules = context.rules.current();
  analysis::Session session(*rules->rules, *rules->matcher);
  const InputId input = session.open({params.origin, *kind});
  for (std::string_view rest = params.text; !rest.empty(); rest.remove_prefix(std::min(rest.size(), kTextBlockBytes))) {
    if (call->token().cancelled()) return cancelled();
    session.feed(input, rest.substr(0, kTextBlockBytes));
  }
  session.close(input);
  auto diagnosis = session.finish();
  if (call->token().cancelled()) return cancelled();
  return *publish_diagnosis(context, "text:" + params.origin + ":" + params.uri, std::move(diagnosis), params.cwd);
}

/// Reads one file into the session; `done` of `total` files are read already. False where it could not be read.
bool read_log(analysis::Session& session, const std::string& path, const CancelToken& token,
              const std::function<void(double)>& progress) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  const double expected = error || size == 0 ? 1.0 : static_cast<double>(size);
  const InputId input = session.open({path, InputKind::Log});
  double seen = 0;
  const auto take = [&](std::string_view block) {
    if (token.cancelled()) return false;
    if (block.empty()) return true;  // a pipe is silent
    session.feed(input, block);
    seen += static_cast<double>(block.size());
    progress(std::min(1.0, seen / expected));
    return true;
  };
  const auto summary = host::read_blocks(path, take, host::Patience::Limited);
  session.close(input);
  if (!summary) session.note(to_line(summary.error()));
  if (summary && !summary.value().note.empty()) session.note(summary.value().note);
  return summary.ok();
}

/// Reads all files; returns how many could be read.
std::size_t read_logs(Context& context, analysis::Session& session, const std::vector<std::string>& files,
                      const DiagnosePathsParams& params, const CallPtr& call) {
  Progress progress(context, params.work_done_token, call, "Firstfault: reading logs");
  std::size_t readable = 0;
  for (std::size_t i = 0; i < files.size() && !call->token().cancelled(); ++i) {
    const auto report = [&](double part) {
      const double whole = (static_cast<double>(i) + part) / static_cast<double>(files.size());
      progress.report(static_cast<int>(100 * whole), std::filesystem::path(files[i]).filename().string());
    };
    if (read_log(session, files[i], call->token(), report)) ++readable;
  }
  return readable;
}

Answer diagnose_files(Context& context, const DiagnosePathsParams& params, const std::vector<std::string>& paths,
                      const CallPtr& call) {
  const host::FileList list = host::find_logs(paths);
  if (list.files.empty() && !list.errors.empty())
    return Failure{ErrorCode::RequestFailed, to_line(list.errors.front())};
  const Rules rules = context.rules.current();
  analysis::Session session(*rules->rules, *rules->matcher);
  const std::size_t readable = read_logs(context, session, list.files, params, call);
  if (call->token().cancelled()) return cancelled();
  for (const auto& note : list.notes) session.note(note);
  for (const auto& error : list.errors) session.note(to_line(error));
  auto diagnosis = session.finish();
  if (call->token().cancelled()) return cancelled();
  if (readable == 0 && !list.files.empty())
    return Failure{ErrorCode::RequestFailed,
                   diagnosis.report.notes.empty() ? "no log could be read" : diagnosis.report.notes.front()};
  std::string origin = "paths";
  for (const auto& path : paths) origin += ":" + path;
  return *publish_diagnosis(context, origin, std::move(diagnosis), params.cwd);
}

Answer on_diagnose_paths(Context& context, const DiagnosePathsParams& params, const CallPtr& call) {
  if (params.paths.empty()) return Failure{ErrorCode::InvalidParams, "params.paths: at least one path is expected"};
  std::vector<std::string> paths;
  for (const auto& path : params.paths) {
    if (path.empty() || path == "-")
      return Failure{ErrorCode::InvalidParams,
                     "params.paths: '" + path + "' is no path of a log (standard input belongs to the protocol)"};
    paths.push_back(context.workspace.absolute(path, params.cwd));
  }
  send_status(context, Health::Ok, Activity::Busy, "");
  Answer answer = diagnose_files(context, params, paths, call);
  send_status(context, Health::Ok, Activity::Idle, "");
  return answer;
}

}  // namespace

void bind_diagnose(Binder& binder) {
  binder.request("firstfault/diagnoseText", Where::Analysis, on_diagnose_text);
  binder.request("firstfault/diagnosePaths", Where::Analysis, on_diagnose_paths);
}

}  // namespace firstfault::lsp
