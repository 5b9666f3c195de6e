#include "analysis/session.h"

#include "analysis/assemble.h"
#include "analysis/merge.h"
#include "analysis/readings.h"
#include "blame/blame.h"
#include "parse/reader.h"

namespace firstfault::analysis {

struct Session::State {
  const rules::RuleSet* rules;
  const rules::Matcher* matcher;
  Keep keep;
  std::vector<parse::Reader> readers;  // by InputId
  std::vector<std::string> notes;
};

Session::Session(const rules::RuleSet& rules, const rules::Matcher& matcher, Keep keep)
    : state_(std::make_unique<State>(State{&rules, &matcher, keep, {}, {}})) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

InputId Session::open(InputInfo info) {
  const InputId id{static_cast<std::uint32_t>(state_->readers.size())};
  Input input;
  input.path = std::move(info.path);
  input.kind = info.kind;
  const auto keep = state_->keep == Keep::Readings ? parse::Keep::Readings : parse::Keep::Facts;
  state_->readers.emplace_back(*state_->matcher, id, std::move(input), keep);
  return id;
}

void Session::feed(InputId input, std::string_view bytes) { state_->readers[input.value].feed(bytes); }

void Session::close(InputId input) { state_->readers[input.value].finish(); }

void Session::note(std::string text) { state_->notes.push_back(std::move(text)); }

bool Session::saw_deciding_line() const {
  for (const auto& reader : state_->readers)
    if (reader.saw_deciding_line()) return true;
  return false;
}

namespace {

Diagnosis diagnose(std::vector<parse::Facts> parts, const std::vector<std::string>& notes,
                   const rules::RuleSet& rules) {
  parse::Facts facts = merge(std::move(parts));
  facts.notes.insert(facts.notes.end(), notes.begin(), notes.end());
  blame::Judgement judgement = blame::judge(facts);
  Diagnosis diagnosis = assemble(std::move(judgement), facts, rules);
  diagnosis.readings = readings_of(facts);
  return diagnosis;
}

}  // namespace

Diagnosis Session::finish() {
  std::vector<parse::Facts> parts;
  for (const auto& reader : state_->readers) {
    parse::Reader copy = reader;  // what is pending is read in the copy, so that more may follow
    copy.finish();
    parts.push_back(std::move(copy).take_facts());
  }
  return diagnose(std::move(parts), state_->notes, *state_->rules);
}

Diagnosis Session::conclude() {
  std::vector<parse::Facts> parts;
  for (auto& reader : state_->readers) {
    reader.finish();
    parts.push_back(std::move(reader).take_facts());
  }
  state_->readers.clear();
  return diagnose(std::move(parts), state_->notes, *state_->rules);
}

Diagnosis diagnose_text(const rules::RuleSet& rules, const rules::Matcher& matcher, InputInfo info,
                        std::string_view text) {
  Session session(rules, matcher);
  const InputId input = session.open(std::move(info));
  session.feed(input, text);
  session.close(input);
  return session.conclude();
}

}  // namespace firstfault::analysis
