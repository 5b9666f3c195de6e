#include "rules/tool/table_writer.h"

#include <cstdio>
#include <map>

#include "rules/loader_files.h"
#include "rules/loader_keys.h"

namespace firstfault::rules {
namespace {

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      out += '\\';
      out += c;
    } else if (byte >= 0x20 && byte < 0x7F) {
      out += c;
    } else {  // octal: at most three digits, so what follows cannot join in
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\%03o", byte);
      out += buffer;
    }
  }
  return out + "\"sv";
}

/// "peer_gone" → "PeerGone"
std::string enumerator(std::string_view word) {
  std::string out;
  bool upper = true;
  for (const char c : word) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return out;
}

template <class Enum>
std::string enumerator(std::string_view type, Enum value, const std::vector<std::string_view>& words) {
  return std::string(type) + "::" + enumerator(words[static_cast<std::size_t>(value)]);
}

std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

/// One flat array of the table.
class Rows {
 public:
  void add(const std::string& row) {
    text_ += "    {" + row + "},\n";
    ++count_;
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// "{begin, count}" of what was added since `begin`.
  [[nodiscard]] std::string run_since(std::size_t begin) const {
    return "{" + std::to_string(begin) + ", " + std::to_string(count_ - begin) + "}";
  }
  /// Empty arrays do not exist in C++: one is written as an empty span.
  [[nodiscard]] std::string define(std::string_view type, std::string_view name) const {
    if (count_ == 0) return "constexpr std::span<const " + std::string(type) + "> " + std::string(name) + ";\n";
    return "constexpr " + std::string(type) + " " + std::string(name) + "[] = {\n" + text_ + "};\n";
  }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

struct Writer {
  Rows sources, signatures, causes, patterns, says, evidence, steps, pairs, texts;
  std::map<std::string_view, std::size_t> source_of;  // by path

  void add(const RuleFile& file) {
    source_of[file.path] = sources.count();
    sources.add(literal(file.path) + ", " + literal(file.text));
  }

  std::string run_of_texts(const std::vector<std::string_view>& list) {
    const auto begin = texts.count();
    for (const auto text : list) texts.add(literal(text));
    return texts.run_since(begin);
  }

  void add(const Signature& s) {
    const auto first_pattern = patterns.count();
    for (const auto& p : s.match) {
      const auto unless = run_of_texts(p.unless);
      patterns.add(literal(p.name) + ", " + literal(p.regex) + ", " + unless + ", " + run_of_texts(p.literals));
    }
    const auto first_says = says.count();
    for (const auto& [fact, text] : s.says) says.add("Fact::" + enumerator(fact_name(fact)) + ", " + literal(text));
    const auto first_evidence = evidence.count();
    for (const auto& [cause, weight] : s.evidence) evidence.add(literal(cause) + ", " + number(weight));
    signatures.add(literal(s.id) + ", " + literal(s.family) + ", " + literal(s.title) + ", " +
                   std::to_string(source_of.at(s.file)) + ", " + enumerator("Role", s.role, role_words()) + ", " +
                   enumerator("Class", s.cls, class_words()) + ", " + enumerator("Where", s.where, where_words()) +
                   ", " + (s.unreliable_frame ? "true" : "false") + ", " + patterns.run_since(first_pattern) + ", " +
                   says.run_since(first_says) + ", " + evidence.run_since(first_evidence));
  }

  std::string run_of_steps(const Cause& c) {
    const auto begin = steps.count();
    for (const auto& step : c.confirm) {
      const auto first = pairs.count();
      for (const auto& [cause, condition] : step.expect) pairs.add(literal(cause) + ", " + literal(condition));
      steps.add(literal(step.title) + ", " + literal(step.command) + ", " + literal(step.why) + ", " +
                pairs.run_since(first));
    }
    return steps.run_since(begin);
  }

  void add(const Cause& c) {
    const auto first = pairs.count();
    for (const auto& [cause, tell] : c.look_alikes) pairs.add(literal(cause) + ", " + literal(tell));
    const auto look_alikes = pairs.run_since(first);
    const auto confirm = run_of_steps(c);
    const auto fix = run_of_texts(c.fix);
    const auto not_a_fix = run_of_texts(c.not_a_fix);
    const auto guards = run_of_texts(c.guards);
    causes.add(literal(c.id) + ", " + literal(c.title) + ", " + literal(c.headline) + ", " +
               std::to_string(source_of.at(c.file)) + ", " + literal(c.what) + ", " + literal(c.why) + ", " +
               literal(c.asks) + ", " + look_alikes + ", " + confirm + ", " + fix + ", " + not_a_fix + ", " + guards +
               ", " + enumerator("RetryAdvice", c.retry, retry_words()) + ", " + literal(c.retry_why));
  }
};

}  // namespace

std::string write_table(const LoadedRules& loaded) {
  Writer writer;
  for (const auto& file : loaded.files->files) writer.add(file);
  for (const auto& signature : loaded.rules.signatures) writer.add(signature);
  for (const auto& cause : loaded.rules.causes) writer.add(cause);
  return "// Generated by firstfault-rulec from rules/**/*.jsonc. Edit those.\n#include \"rules/table.h\"\n\n"
         "namespace firstfault::rules::table {\nnamespace {\n\nusing namespace std::string_view_literals;\n\n" +
         writer.sources.define("SourceRow", "kSources") + writer.texts.define("std::string_view", "kTexts") +
         writer.pairs.define("Pair", "kPairs") + writer.patterns.define("PatternRow", "kPatterns") +
         writer.says.define("Says", "kSays") + writer.evidence.define("CauseWeight", "kEvidence") +
         writer.steps.define("ConfirmRow", "kSteps") + writer.signatures.define("SignatureRow", "kSignatures") +
         writer.causes.define("CauseRow", "kCauses") +
         "\n}  // namespace\n\nconst Table kBuiltin = {kSources, kSignatures, kCauses, kPatterns, kSays, kEvidence, "
         "kSteps, "
         "kPairs, kTexts};\n\n"
         "}  // namespace firstfault::rules::table\n";
}

}  // namespace firstfault::rules
