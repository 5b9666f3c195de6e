// The typed table of what the server understands: method → parameters read from JSON → handler.
// Handlers are free functions; one file handle_*.cpp a family of methods. Not for threads or lifecycle (server.cpp).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "lsp/calls.h"
#include "lsp/fields.h"

namespace firstfault::lsp {

struct Context;

/// Which thread a method runs on.
enum class Where {
  Now,       // the loop that reads messages: anything that takes less than a few milliseconds
  Analysis,  // diagnoses that were asked for, one after the other
  Terminal   // terminal output, in the order it was printed
};

struct Request {
  Where where = Where::Now;
  std::function<Answer(Context&, const Json& params, const CallPtr&)> run;
};

struct Notification {
  Where where = Where::Now;
  std::function<std::string(Context&, const Json& params)>
      run;  // returns what is wrong with the parameters, or nothing
};

class Binder {
 public:
  template <class Params>
  void request(std::string method, Where where, Answer (*handler)(Context&, const Params&, const CallPtr&)) {
    requests_[std::move(method)] = {where,
                                    [handler](Context& context, const Json& json, const CallPtr& call) -> Answer {
                                      Params params;
                                      std::string problem = parse(json, "params", params);
                                      if (!problem.empty())
                                        return Failure{ErrorCode::InvalidParams, std::move(problem)};
                                      return handler(context, params, call);
                                    }};
  }

  template <class Params>
  void notification(std::string method, Where where, void (*handler)(Context&, const Params&)) {
    notifications_[std::move(method)] = {where, [handler](Context& context, const Json& json) {
                                           Params params;
                                           std::string problem = parse(json, "params", params);
                                           if (problem.empty()) handler(context, params);
                                           return problem;
                                         }};
  }

  /// A command of workspace/executeCommand; it takes one argument at most.
  template <class Argument>
  void command(std::string name, Answer (*handler)(Context&, const Argument&, const CallPtr&)) {
    commands_[std::move(name)] = {Where::Now,
                                  [handler](Context& context, const Json& json, const CallPtr& call) -> Answer {
                                    Argument argument;
                                    std::string problem = parse(json, "params.arguments[0]", argument);
                                    if (!problem.empty()) return Failure{ErrorCode::InvalidParams, std::move(problem)};
                                    return handler(context, argument, call);
                                  }};
  }

  [[nodiscard]] const Request* find_request(std::string_view method) const { return find(requests_, method); }
  [[nodiscard]] const Notification* find_notification(std::string_view method) const {
    return find(notifications_, method);
  }
  [[nodiscard]] const Request* find_command(std::string_view name) const { return find(commands_, name); }
  [[nodiscard]] const std::map<std::string, Request, std::less<>>& commands() const { return commands_; }

 private:
  template <class Params>
  static std::string parse([[maybe_unused]] const Json& json, [[maybe_unused]] const char* name,
                           [[maybe_unused]] Params& params) {
    if constexpr (std::is_same_v<Params, Nothing>) {
      return {};
    } else {
      static const Json kNone = Json::object();
      Fields fields(json.is_null() ? kNone : json, name);
      read(fields, params);
      return fields.problem();
    }
  }

  template <class Entry>
  static const Entry* find(const std::map<std::string, Entry, std::less<>>& table, std::string_view key) {
    const auto entry = table.find(key);
    return entry == table.end() ? nullptr : &entry->second;
  }

  std::map<std::string, Request, std::less<>> requests_;
  std::map<std::string, Notification, std::less<>> notifications_;
  std::map<std::string, Request, std::less<>> commands_;
};

}  // namespace firstfault::lsp
