// What the handlers share. Made once a server; every member is thread-safe or says which thread may touch it.
#pragma once

#include "lsp/binder.h"
#include "lsp/calls.h"
#include "lsp/documents.h"
#include "lsp/findings.h"
#include "lsp/known_lines.h"
#include "lsp/outgoing.h"
#include "lsp/server.h"
#include "lsp/terminals.h"
#include "lsp/user_rules.h"
#include "lsp/workspace.h"

namespace firstfault::lsp {

enum class Lifecycle { Created, Running, ShutDown };

struct Context {
  explicit Context(const ServerOptions& server_options, Output& output)
      : options(server_options), outgoing(output), workspace(documents), rules(options.rules), terminals([this] {
          return rules.current();
        }) {}

  const ServerOptions& options;
  Outgoing outgoing;
  CallTable calls;
  Documents documents;
  Workspace workspace;
  UserRules rules;
  Findings findings;
  KnownLines lines;
  Binder binder;                               // filled before the first message
  Terminals terminals;                         // Where::Terminal only
  Lifecycle lifecycle = Lifecycle::Created;    // Where::Now only
  std::optional<std::int64_t> client_process;  // Where::Now only
  std::string explain_link;                    // written by initialize, as `client`
  ClientCapabilities client;                   // written by initialize, before anything else may run
  std::mutex publishing;  // held while findings are replaced and sent, so that the last list sent is the newest
};

void bind_lifecycle(Binder& binder);
void bind_documents(Binder& binder);
void bind_diagnose(Binder& binder);
void bind_terminal(Binder& binder);
void bind_lines(Binder& binder);
void bind_explain(Binder& binder);
void bind_hover(Binder& binder);
void bind_rules(Binder& binder);
void bind_actions(Binder& binder);
void bind_commands(Binder& binder);

/// Asks the client to say when rule files change, where it can.
void watch_rules(Context& context);

}  // namespace firstfault::lsp
