// The engine's doors to hostile bytes, as fuzz targets: each takes any bytes, checks what must hold for all of them,
// and throws Broken where it does not. Used by libFuzzer (libfuzzer_entry.cpp) and by the smoke test of ordinary
// builds.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace firstfault::fuzz {

struct Broken : std::logic_error {
  using std::logic_error::logic_error;
};

inline void require(bool holds, const std::string& what) {
  if (!holds) throw Broken(what);
}

void text(std::string_view data);        // bytes → lines, escape codes, UTF-8 and UTF-16
void prefixes(std::string_view data);    // lines → who said them and when: known prefixes, learned ones, wrapped rows
void tracebacks(std::string_view data);  // lines → tracebacks
void chunks(std::string_view data);  // the same job in pieces, two files by turns, with looks in between → one report
void diagnose(std::string_view data);     // a job of up to three files → report, JSON and text
void jsonrpc(std::string_view data);      // framing of messages, JSON
void rule_loader(std::string_view data);  // a rule file
void edit(std::string_view data);         // a user's Python source → code actions

}  // namespace firstfault::fuzz
