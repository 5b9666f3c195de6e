// textDocument/didOpen, didChange, didClose.
#include "lsp/context.h"

namespace firstfault::lsp {
namespace {

void on_open(Context& context, const DidOpenParams& params) { context.documents.open(params.document); }

void on_change(Context& context, const DidChangeParams& params) {
  context.documents.change(params, context.client.encoding);
  context.findings.shift(params.uri, params.changes, context.client.encoding);
}

void on_close(Context& context, const DidCloseParams& params) { context.documents.close(params.uri); }

}  // namespace

void bind_documents(Binder& binder) {
  binder.notification("textDocument/didOpen", Where::Now, on_open);
  binder.notification("textDocument/didChange", Where::Now, on_change);
  binder.notification("textDocument/didClose", Where::Now, on_close);
}

}  // namespace firstfault::lsp
