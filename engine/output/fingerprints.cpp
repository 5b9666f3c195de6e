#include "output/fingerprints.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace firstfault::output {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::string alert_name(const std::string& cause) {
  std::string name = "Firstfault";
  bool begins = true;
  for (const char c : cause) {
    const bool separates = c == '.' || c == '_';
    if (!separates) name += begins ? upper(c) : c;
    begins = separates;
  }
  return name;
}

std::string urgency_word(Urgency urgency) { return urgency == Urgency::Critical ? "critical" : "warning"; }

std::string heading(const FingerprintBook& book, const std::string& about, const std::string& mark) {
  std::string text = mark + "Written by: " + book.command + "\n";
  for (std::size_t begin = 0; begin < about.size();) {
    const std::size_t end = std::min(about.find('\n', begin), about.size());
    text += mark + about.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  if (!book.left_out.empty()) text += mark + "Not in this file:\n";
  for (const std::string& line : book.left_out) text += mark + "  " + line + "\n";
  return text;
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string in_template(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "{{") == 0) {
      out += R"({{ "{{" }})";
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string alert_words(const CausePatterns& cause) {
  return "        labels:\n          severity: " + urgency_word(cause.urgency) +
         "\n          cause: " + quoted(cause.cause) +
         "\n        annotations:\n          summary: " + quoted(in_template(cause.title)) +
         "\n          description: " + quoted(in_template(cause.what)) +
         "\n          runbook: " + quoted("firstfault explain " + cause.cause) + "\n";
}

std::string to_grep(const FingerprintBook& book) {
  std::string text;
  std::set<std::string> seen;
  for (const CausePatterns& cause : book.causes)
    for (const FingerprintPattern& pattern : cause.patterns)
      if (seen.insert(pattern.regex).second) text += pattern.regex + "\n";
  return text;
}

}  // namespace firstfault::output
