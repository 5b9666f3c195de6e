// What a text means for blame: its signatures, best first, and where none hits, what its structure says.
#pragma once

#include <string_view>
#include <vector>

#include "parse/facts.h"
#include "parse/traceback_parser.h"
#include "rules/matcher.h"

namespace firstfault::parse {

/// Signatures that hit `text`, the most telling class first.
[[nodiscard]] std::vector<rules::Match> match_best_first(const rules::Matcher& matcher, std::string_view text,
                                                         rules::Where where);

/// Class and matches of an exception: those of the reported exception, refined by its chain (a generic last exception
/// takes the class of what it was raised from) and by its frames (an unknown generic error out of a communication call
/// is suspected to be collateral).
struct ExceptionClass {
  rules::Class cls = rules::Class::Local;
  std::vector<rules::Match> matches;
  bool suspect = false;  // wording unknown, raised by a communication call
  bool generic = false;  // no signature, a type that any library raises
};
[[nodiscard]] ExceptionClass classify_exception(const rules::Matcher& matcher, const std::vector<Traceback>& chain);

/// True for classes that say "a peer is gone or late".
[[nodiscard]] bool is_collateral(rules::Class cls);

}  // namespace firstfault::parse
