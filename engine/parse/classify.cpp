#include "parse/classify.h"

#include <algorithm>
#include <array>

#include "parse/frame_line.h"

namespace firstfault::parse {
namespace {

using rules::Class;

int telling(Class cls) {
  switch (cls) {
    case Class::Local:
      return 0;
    case Class::Outside:
      return 1;
    case Class::Sticky:
      return 2;
    case Class::Disagree:
      return 3;
    case Class::Network:
      return 4;
    case Class::PeerGone:
      return 5;
    case Class::Waited:
      return 6;
    case Class::Launcher:
      return 7;
    case Class::Teardown:
      return 8;
    case Class::Success:
      return 9;
    case Class::Identity:
      return 10;
    case Class::Progress:
      return 11;
    case Class::Context:
      return 12;
  }
  return 13;
}

double best_weight(const rules::Match& match) {
  return match.signature->evidence.empty() ? 0 : match.signature->evidence.front().weight;
}

std::string_view last_segment(std::string_view type) {
  const auto dot = type.rfind('.');
  return dot == std::string_view::npos ? type : type.substr(dot + 1);
}

bool is_generic_type(std::string_view type) {
  static constexpr std::array<std::string_view, 14> kGeneric{
      "RuntimeError",     "OSError",   "IOError",          "ConnectionError", "TimeoutError", "Exception",
      "DistBackendError", "DistError", "DistNetworkError", "DistStoreError",  "SystemError",  "CommunicationError",
      "BackendError",     "EOFError"};
  const auto name = last_segment(type);
  return std::find(kGeneric.begin(), kGeneric.end(), name) != kGeneric.end() || name.starts_with("Dist");
}

bool is_launcher_type(std::string_view type) {
  static constexpr std::array<std::string_view, 5> kLauncher{
      "ChildFailedError", "ProcessRaisedException", "ProcessExitedException", "CalledProcessError", "ProcessException"};
  const auto name = last_segment(type);
  return std::find(kLauncher.begin(), kLauncher.end(), name) != kLauncher.end();
}

bool is_outside_type(std::string_view type) {
  const auto name = last_segment(type);
  return name == "KeyboardInterrupt" || name == "SignalException";
}

bool raised_by_communication(const Traceback& traceback) {
  return !traceback.frames.empty() && is_communication_frame(traceback.frames.back());
}

// "[../third_party/gloo/gloo/transport/tcp/pai", "NCCL error in: …": what a transport says, however it goes on.
bool speaks_like_a_transport(std::string_view message) {
  const auto head = message.substr(0, 80);
  if (head.starts_with("NCCL error") || head.starts_with("[Rank ") || head.starts_with("[PG ")) return true;
  return head.starts_with('[') && head.find("gloo/") != std::string_view::npos;
}

ExceptionClass classify_one(const rules::Matcher& matcher, const Traceback& traceback) {
  ExceptionClass result;
  result.matches = match_best_first(matcher, traceback.full, rules::Where::Exception);
  if (!result.matches.empty()) {
    result.cls = result.matches.front().signature->cls;
    return result;
  }
  if (traceback.type == "Fatal Python error") {
    result.matches = match_best_first(matcher, traceback.full, rules::Where::Line);
    if (!result.matches.empty()) result.cls = result.matches.front().signature->cls;
    return result;
  }
  if (is_launcher_type(traceback.type)) result.cls = Class::Launcher;
  if (is_outside_type(traceback.type)) result.cls = Class::Outside;
  result.generic = is_generic_type(traceback.type);
  // A type of a library of its own ("trainer.errors.StepFailed") out of a collective wraps the lost peer as a rule.
  const bool wraps = result.generic || traceback.type.find('.') != std::string::npos;
  result.suspect = (wraps && raised_by_communication(traceback)) || speaks_like_a_transport(traceback.message);
  return result;
}

}  // namespace

bool is_collateral(Class cls) { return cls == Class::PeerGone || cls == Class::Waited; }

std::vector<rules::Match> match_best_first(const rules::Matcher& matcher, std::string_view text, rules::Where where) {
  std::vector<rules::Match> matches;
  matcher.match(text, where, matches);
  std::stable_sort(matches.begin(), matches.end(), [](const auto& a, const auto& b) {
    const int left = telling(a.signature->cls);
    const int right = telling(b.signature->cls);
    return left != right ? left < right : best_weight(a) > best_weight(b);
  });
  return matches;
}

ExceptionClass classify_exception(const rules::Matcher& matcher, const std::vector<Traceback>& chain) {
  ExceptionClass last = classify_one(matcher, chain.back());
  if (chain.size() > 1 && chain[1].link != Link::Original) {
    // What a handler raises is the wake of what it handled: a full disk while a lost peer is mourned, or the other way
    // round.
    ExceptionClass root = classify_one(matcher, chain.front());
    const bool root_mourns = is_collateral(root.cls) || root.suspect;
    const bool root_states = root.cls == Class::Local && !root.matches.empty() && is_collateral(last.cls);
    if (root_mourns || root_states) return root;
  }
  // A specific last exception speaks for itself; a generic one ("RuntimeError: training failed") is what it was raised
  // from.
  for (std::size_t i = chain.size() - 1; i-- > 0;) {
    if (!last.matches.empty() && last.cls != Class::Launcher) break;
    const bool raised_from = chain[i + 1].link != Link::None;
    if (!raised_from) continue;
    ExceptionClass earlier = classify_one(matcher, chain[i]);
    if (earlier.matches.empty() && !earlier.suspect) continue;
    earlier.generic = earlier.matches.empty();
    return earlier;
  }
  return last;
}

}  // namespace firstfault::parse
