#include "lsp/protocol.h"

namespace firstfault::lsp {

void read(Fields& in, GuardData& out) {
  in.required("uri", out.uri);
  in.required("cause", out.cause);
  in.required("line", out.line);
  in.optional("source", out.source);
  in.optional("function", out.function);
  in.optional("reliable", out.reliable);
  in.optional("markBegin", out.mark_begin);
  in.optional("markEnd", out.mark_end);
  in.optional("action", out.action);
  in.optional("version", out.version);
}

Json to_json(const GuardData& data) {
  Json json = {{"uri", data.uri},
               {"cause", data.cause},
               {"line", data.line},
               {"source", data.source},
               {"function", data.function},
               {"reliable", data.reliable},
               {"markBegin", data.mark_begin},
               {"markEnd", data.mark_end}};
  if (!data.action.empty()) json["action"] = data.action;
  if (data.version) json["version"] = *data.version;
  return json;
}

Json to_json(const Failure& failure) {
  return {{"code", static_cast<int>(failure.code)}, {"message", failure.message}};
}

}  // namespace firstfault::lsp
