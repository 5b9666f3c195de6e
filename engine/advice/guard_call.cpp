#include "advice/guard_call.h"

#include <algorithm>

#include "advice/guard_purity.h"

namespace firstfault::advice {

namespace {

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_identifier(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), is_word_character);
}

bool is_quoted(std::string_view text) {
  if (text.size() < 2 || (text.front() != '"' && text.front() != '\'') || text.back() != text.front()) return false;
  return text.substr(1, text.size() - 2).find_first_of("\"'\\\n") == std::string_view::npos;
}

bool is_literal(std::string_view text) {
  if (is_quoted(text)) return true;
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto in_number = [](char c) { return is_word_character(c) || c == '.'; };
  return !text.empty() && is_digit(text.front()) && std::all_of(text.begin(), text.end(), in_number);
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word_character(text[at - 1]);
    if (begins && (end == text.size() || !is_word_character(text[end]))) return true;
  }
  return false;
}

class Binder {
 public:
  Binder(std::string_view source, const syntax::Call& call, std::span<const Parameter> parameters,
         std::span<const std::size_t> read)
      : source_(source), call_(call), parameters_(parameters), read_(read) {}

  [[nodiscard]] std::optional<Bindings> bind() {
    if (!call_.insertable || !arguments_are_plain()) return std::nullopt;
    const std::size_t count = bound_count();
    Bindings bindings;
    bool moves_effects = false;
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      const syntax::Argument& argument = call_.arguments[i];
      if (i >= count || is_identifier(argument.text) || is_literal(argument.text)) {
        bindings.expressions.push_back(argument.text);
        continue;
      }
      moves_effects = moves_effects || has_unknown_effect(argument);
      bind_one(i, bindings);
    }
    if (!may_run_before_the_statement(!bindings.assignments.empty(), moves_effects)) return std::nullopt;
    return bindings;
  }

 private:
  [[nodiscard]] bool is_read(std::size_t index) const {
    return std::find(read_.begin(), read_.end(), index) != read_.end();
  }

  [[nodiscard]] bool arguments_are_plain() const {
    for (const auto& argument : call_.arguments) {
      if (argument.starred) return false;
      for (const auto& effect : argument.effects)
        if (effect.callee == "await" || effect.callee == "yield" || effect.callee == ":=") return false;
    }
    return true;
  }

  [[nodiscard]] bool has_unknown_effect(const syntax::Argument& argument) const {
    return std::any_of(argument.effects.begin(), argument.effects.end(),
                       [this](const syntax::Effect& effect) { return !is_harmless(source_, effect); });
  }

  /// Arguments up to the last one that cannot be read twice, or that does something, are evaluated in front of the
  /// guard, all of them in their order; the others stay where they are.
  [[nodiscard]] std::size_t bound_count() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      const syntax::Argument& argument = call_.arguments[i];
      const bool readable = is_dotted_name(argument.text) || is_literal(argument.text);
      if ((is_read(i) && !readable) || has_unknown_effect(argument)) count = i + 1;
    }
    return count;
  }

  /// What the statement does before it comes to the call would now come after the guard and what is bound in front of
  /// it.
  [[nodiscard]] bool may_run_before_the_statement(bool binds, bool moves_effects) const {
    for (const syntax::Effect& effect : call_.earlier) {
      if (moves_effects) return false;
      if (effect.callee == "+=" || is_harmless(source_, effect)) continue;
      if (binds || mentions_what_is_read(effect)) return false;
    }
    return true;
  }

  [[nodiscard]] bool mentions_what_is_read(const syntax::Effect& effect) const {
    if (effect.callee == "await" || effect.callee == "yield" || effect.callee == ":=") return true;
    for (const std::size_t i : read_) {
      const std::string& text = call_.arguments[i].text;
      if (is_literal(text)) continue;
      if (!is_identifier(text) || has_word(effect.text, text)) return true;  // an attribute may be set by any call
    }
    return false;
  }

  void bind_one(std::size_t index, Bindings& bindings) const {
    const syntax::Argument& argument = call_.arguments[index];
    const std::string name = fresh_name(word_for(index));
    const bool runs_on = argument.text.find('\n') != std::string::npos;
    bindings.assignments.push_back(name + " = " + (runs_on ? "(" + argument.text + ")" : argument.text));
    bindings.replacements.push_back({argument.range, name});
    bindings.expressions.push_back(name);
  }

  [[nodiscard]] std::string word_for(std::size_t index) const {
    const std::string& name = call_.arguments[index].name;
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (name.empty() ? i == index : parameters_[i].name == name) return std::string(parameters_[i].word);
    return name.empty() ? "argument_" + std::to_string(index + 1) : name;
  }

  /// The guards of two calls in one statement must not share names.
  [[nodiscard]] std::string fresh_name(const std::string& word) const {
    const std::string_view statement =
        source_.substr(call_.statement.begin, call_.statement.end - call_.statement.begin);
    std::string name = "firstfault_" + word;
    for (int i = 2; has_word(statement, name); ++i) name = "firstfault_" + word + "_" + std::to_string(i);
    return name;
  }

  std::string_view source_;
  const syntax::Call& call_;
  std::span<const Parameter> parameters_;
  std::span<const std::size_t> read_;
};

}  // namespace

bool is_dotted_name(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    if (!is_identifier(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

std::optional<std::string> resolve(std::string_view source, std::string_view callee) {
  if (!is_dotted_name(callee)) return std::nullopt;
  const std::size_t dot = callee.find('.');
  auto module = syntax::imported_as(source, callee.substr(0, dot));
  if (module && dot != std::string_view::npos) *module += callee.substr(dot);
  return module;
}

std::optional<std::size_t> argument_for(const syntax::Call& call, std::span<const Parameter> parameters,
                                        std::string_view parameter) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const std::string& name = call.arguments[i].name;
    if (name.empty() ? i < parameters.size() && parameters[i].name == parameter : name == parameter) return i;
  }
  return std::nullopt;
}

std::optional<Bindings> bind_arguments(std::string_view source, const syntax::Call& call,
                                       std::span<const Parameter> parameters, std::span<const std::size_t> read) {
  return Binder(source, call, parameters, read).bind();
}

}  // namespace firstfault::advice
