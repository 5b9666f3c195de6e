#include "rules/loader_keys.h"

#include <algorithm>

namespace firstfault::rules {
namespace {

using enum Form;
constexpr auto kRequired = Need::Required;
constexpr auto kOptional = Need::Optional;

const std::vector<std::string_view>& status_words() {
  static const std::vector<std::string_view> words = {"preview", "stable", "retired"};
  return words;
}

const std::vector<std::string_view>& entry_words() {
  static const std::vector<std::string_view> words = {"short", "full"};
  return words;
}

const Shape& link_shape() {
  static const Shape shape = {"a link",
                              {{"title", Text, kRequired, "What is found there.", {}, nullptr},
                               {"url", Text, kRequired, "https only.", {}, nullptr}}};
  return shape;
}

const Shape& pattern_shape() {
  static const Shape shape = {
      "a pattern",
      {{"name", Text, kRequired, "Names the pattern within its rule; examples refer to it.", {}, nullptr},
       {"pattern",
        Joined,
        kRequired,
        "RE2 syntax (no look-around, no back-references), unanchored, case-sensitive; `.` does not match a line feed. "
        "Each alternative needs a literal of at least 7 bytes (5 in rules of class progress and identity), or is one "
        "exact line. An array of strings is joined.",
        {},
        nullptr},
       {"unless", Texts, kOptional, "RE2; a hit of any of these on the same text cancels the match.", {}, nullptr}}};
  return shape;
}

const Shape& evidence_shape() {
  static const Shape shape = {"a piece of evidence",
                              {{"cause", Text, kRequired, "Id of a cause.", {}, nullptr},
                               {"weight",
                                Number,
                                kRequired,
                                "Log-odds added when the signature is seen on the initiator; may be negative.",
                                {},
                                nullptr}}};
  return shape;
}

const Shape& match_example_shape() {
  static const Shape shape = {
      "an example",
      {{"name", Text, kRequired, "What printed the text: \"torch 2.6\".", {}, nullptr},
       {"text", Texts, kRequired, "Lines, joined by line feeds and matched as one text.", {}, nullptr},
       {"expect",
        Expected,
        kRequired,
        "\"match\": the pattern's name; then each captured fact and its text.",
        {},
        nullptr},
       {"source",
        Text,
        kOptional,
        "Where the text can be seen: an https address, or program, version and file.",
        {},
        nullptr}}};
  return shape;
}

const Shape& reject_example_shape() {
  static const Shape shape = {
      "a rejected example",
      {{"name", Text, kRequired, "What printed the text.", {}, nullptr},
       {"text", Texts, kRequired, "Lines, joined by line feeds and matched as one text.", {}, nullptr},
       {"because", Text, kRequired, "Why the rule must not match it.", {}, nullptr}}};
  return shape;
}

const Shape& examples_shape() {
  static const Shape shape = {"the examples",
                              {{"matches",
                                Objects,
                                kRequired,
                                "Texts that the rule matches; at least one for each pattern.",
                                {},
                                &match_example_shape()},
                               {"rejects",
                                Objects,
                                kRequired,
                                "Texts that look alike and must not match; at least one.",
                                {},
                                &reject_example_shape()}}};
  return shape;
}

const Shape& signature_shape() {
  static const Shape shape = {
      "a signature",
      {{"$schema", Text, kRequired, "Path of signature-1.json.", {}, nullptr},
       {"id", Text, kRequired, "kebab-case, the file's stem; names the text's meaning, never a remedy.", {}, nullptr},
       {"title", Text, kRequired, "What the text means; at most 72 characters, no full stop.", {}, nullptr},
       {"status", Word, kRequired, "A retired rule never matches; its file keeps the id from being used again.",
        status_words(), nullptr},
       {"since", Text, kRequired, "Version that brought the rule.", {}, nullptr},
       {"role", Word, kRequired, "What the line is to the incident.", role_words(), nullptr},
       {"class", Word, kRequired, "What the line means for the question who failed first.", class_words(), nullptr},
       {"where", Word, kOptional, "What the patterns are tried on; default: line.", where_words(), nullptr},
       {"unreliable_frame",
        Flag,
        kOptional,
        "The traceback's line only noticed the error (asynchronous).",
        {},
        nullptr},
       {"about", Texts, kOptional, "Paragraphs for explain: what the text proves, what not, what to do.", {}, nullptr},
       {"links", Objects, kOptional, "Where to read on.", {}, &link_shape()},
       {"match", Objects, kRequired, "Alternatives; the first that matches counts.", {}, &pattern_shape()},
       {"says",
        Facts,
        kOptional,
        "Facts that the text states: a constant, or a template with {capture} placeholders.",
        {},
        nullptr},
       {"evidence", Objects, kOptional, "Causes that the text speaks for or against.", {}, &evidence_shape()},
       {"examples", Object, kRequired, "The rule's own tests.", {}, &examples_shape()},
       {"also", Texts, kOptional, "Other signatures that may hit the same examples.", {}, nullptr}}};
  return shape;
}

const Shape& look_alike_shape() {
  static const Shape shape = {"a look-alike",
                              {{"cause", Text, kRequired, "Id of the other cause.", {}, nullptr},
                               {"tell", Text, kRequired, "How to tell it apart.", {}, nullptr}}};
  return shape;
}

const Shape& scale_shape() {
  static const Shape shape = {"what differs by size",
                              {{"1", Text, kOptional, "On one GPU.", {}, nullptr},
                               {"8", Text, kOptional, "On the GPUs of one node.", {}, nullptr},
                               {"64", Text, kOptional, "On several nodes.", {}, nullptr},
                               {"1000", Text, kOptional, "On a thousand GPUs and more.", {}, nullptr}}};
  return shape;
}

const Shape& code_shape() {
  static const Shape shape = {"the code",
                              {{"pytorch", Texts, kOptional, "Plain PyTorch; lines of Python.", {}, nullptr},
                               {"transformers", Texts, kOptional, "Hugging Face Trainer.", {}, nullptr},
                               {"deepspeed", Texts, kOptional, "DeepSpeed.", {}, nullptr},
                               {"megatron", Texts, kOptional, "Megatron-LM.", {}, nullptr},
                               {"vllm", Texts, kOptional, "vLLM, or Transformers in inference.", {}, nullptr}}};
  return shape;
}

const Shape& audience_shape() {
  static const Shape shape = {"the short views",
                              {{"engineer", Text, kOptional, "For who owns the code.", {}, nullptr},
                               {"oncall", Text, kOptional, "For who keeps the job running.", {}, nullptr},
                               {"manager", Text, kOptional, "For who pays for it; no jargon.", {}, nullptr}}};
  return shape;
}

const Shape& explain_shape() {
  static const Shape shape = {
      "an explanation",
      {{"what", Text, kRequired, "What is wrong.", {}, nullptr},
       {"why", Text, kRequired, "How it comes about.", {}, nullptr},
       {"observe", Texts, kOptional, "What one sees of it.", {}, nullptr},
       {"systems", Texts, kOptional, "Which systems and versions; what is printed where.", {}, nullptr},
       {"speaks_for", Texts, kOptional, "What makes it likelier.", {}, nullptr},
       {"speaks_against", Texts, kOptional, "What makes it less likely.", {}, nullptr},
       {"look_alikes", Objects, kRequired, "Causes that are easily taken for this one.", {}, &look_alike_shape()},
       {"scale", Object, kOptional, "What differs at 1, 8, 64 and 1,000 GPUs.", {}, &scale_shape()},
       {"serving", Text, kOptional, "What changes when a model is served.", {}, nullptr}}};
  return shape;
}

const Shape& expectation_shape() {
  static const Shape shape = {"an expected outcome",
                              {{"cause", Text, kRequired, "Cause that the outcome speaks for.", {}, nullptr},
                               {"if", Text, kRequired, "The outcome.", {}, nullptr},
                               {"weight", Number, kOptional, "Log-odds.", {}, nullptr}}};
  return shape;
}

const Shape& output_shape() {
  static const std::vector<std::string_view> results = {"confirmed", "refuted", "inconclusive"};
  static const Shape shape = {"an output",
                              {{"name", Text, kOptional, "What printed it.", {}, nullptr},
                               {"text", Texts, kRequired, "Lines that the command printed.", {}, nullptr},
                               {"result", Word, kRequired, "What they say of this cause.", results, nullptr}}};
  return shape;
}

const Shape& confirm_shape() {
  static const Shape shape = {
      "a confirming step",
      {{"title", Text, kRequired, "What to do.", {}, nullptr},
       {"command", Text, kOptional, "One line, without sudo, network access or redirection over files.", {}, nullptr},
       {"why", Text, kOptional, "What it settles.", {}, nullptr},
       {"expect", Objects, kRequired, "Outcomes and what they mean.", {}, &expectation_shape()},
       {"outputs", Objects, kOptional, "Real outputs of the command.", {}, &output_shape()}}};
  return shape;
}

const Shape& retry_shape() {
  static const Shape shape = {
      "retry advice",
      {{"advice", Word, kRequired, "May the job be restarted as it is?", retry_words(), nullptr},
       {"why", Text, kRequired, "The reason, for a person or a script.", {}, nullptr}}};
  return shape;
}

const Shape& cause_shape() {
  static const Shape shape = {
      "a cause",
      {{"$schema", Text, kRequired, "Path of cause-1.json.", {}, nullptr},
       {"id", Text, kRequired, "family.name: the file's folder and stem.", {}, nullptr},
       {"title", Text, kRequired, "What is wrong; at most 72 characters, no full stop.", {}, nullptr},
       {"headline",
        Text,
        kOptional,
        "For the verdict; {fact} placeholders, parts without a value fall away.",
        {},
        nullptr},
       {"status", Word, kOptional, "A retired cause is never named; its file keeps the id from being used again.",
        status_words(), nullptr},
       {"since", Text, kOptional, "Version that brought the cause.", {}, nullptr},
       {"prior",
        Numbers,
        kOptional,
        "How likely the cause is at the start, in the loop, at a checkpoint.",
        {},
        nullptr},
       {"entry", Word, kOptional, "A full entry must fill every section; default: short.", entry_words(), nullptr},
       {"explain", Object, kRequired, "The encyclopedia's entry.", {}, &explain_shape()},
       {"asks", Text, kOptional, "The fact that would settle it.", {}, nullptr},
       {"confirm", Objects, kRequired, "How to make sure.", {}, &confirm_shape()},
       {"fix", Texts, kRequired, "What mends it.", {}, nullptr},
       {"not_a_fix", Texts, kRequired, "What seems to mend it and does not.", {}, nullptr},
       {"prevent", Texts, kOptional, "What keeps it from coming back.", {}, nullptr},
       {"code", Object, kOptional, "Code to copy, by framework.", {}, &code_shape()},
       {"guards", Texts, kOptional, "Code actions that belong to it.", {}, nullptr},
       {"retry", Object, kRequired, "May the job be restarted as it is?", {}, &retry_shape()},
       {"audience", Object, kOptional, "A short view each.", {}, &audience_shape()},
       {"related", Texts, kOptional, "Ids of related causes.", {}, nullptr},
       {"links", Objects, kOptional, "Where to read on.", {}, &link_shape()}}};
  return shape;
}

std::string quoted_list(const std::vector<std::string_view>& words) {
  std::string out;
  for (const auto word : words) {
    if (!out.empty()) out += ", ";
    out += word;
  }
  return out;
}

std::string name_hint(std::string_view name, const std::vector<std::string_view>& known) {
  const auto near = nearest_name(name, known);
  return near.empty() ? "known: " + quoted_list(known) : "did you mean \"" + std::string(near) + "\"?";
}

void expect_kind(const Node& node, Node::Kind kind, const Field& field, std::string_view what,
                 const FileProblems& problems) {
  if (node.kind != kind)
    problems.add(node.at, "\"" + std::string(field.name) + "\" must be " + std::string(what), std::string(field.doc));
}

void check_texts(const Node& node, const Field& field, std::string_view what, const FileProblems& problems) {
  expect_kind(node, Node::Kind::List, field, what, problems);
  for (const auto& item : node.items) expect_kind(item, Node::Kind::Text, field, what, problems);
}

void check_fact_names(const Node& node, std::string_view key, const FileProblems& problems) {
  for (const auto& name : node.keys) {
    if (key == "expect" && name.text == "match") continue;
    if (!fact_from_name(name.text))
      problems.add(name.at, "unknown fact \"" + name.text + "\" in \"" + std::string(key) + "\"",
                   name_hint(name.text, fact_names()));
  }
}

void check_map(const Node& node, const Field& field, const FileProblems& problems) {
  expect_kind(node, Node::Kind::Object, field, "an object", problems);
  for (const auto& item : node.items) {
    const bool number = item.kind == Node::Kind::Number;
    const bool text = item.kind == Node::Kind::Text;
    if (field.form == Numbers ? !number : !text && !(field.form == Expected && number))
      problems.add(item.at, "a value in \"" + std::string(field.name) + "\" must be " +
                                (field.form == Numbers ? "a number" : "a text"));
  }
  if (field.form == Facts || field.form == Expected) check_fact_names(node, field.name, problems);
}

void check_word(const Node& node, const Field& field, const FileProblems& problems) {
  if (node.kind != Node::Kind::Text)
    return problems.add(node.at, "\"" + std::string(field.name) + "\" must be a text",
                        "known: " + quoted_list(field.words));
  for (const auto word : field.words)
    if (word == node.text) return;
  problems.add(node.at, "\"" + node.text + "\" is no " + std::string(field.name), name_hint(node.text, field.words));
}

void check_objects(const Node& node, const Field& field, const FileProblems& problems) {
  if (node.kind != Node::Kind::List)
    return problems.add(node.at, "\"" + std::string(field.name) + "\" must be a list of objects");
  for (const auto& item : node.items) check_shape(item, *field.shape, problems);
}

void check_field(const Node& node, const Field& field, const FileProblems& problems) {
  switch (field.form) {
    case Text:
      return expect_kind(node, Node::Kind::Text, field, "a text", problems);
    case Number:
      return expect_kind(node, Node::Kind::Number, field, "a number", problems);
    case Flag:
      return expect_kind(node, Node::Kind::Flag, field, "true or false", problems);
    case Joined:
      if (node.kind != Node::Kind::Text) check_texts(node, field, "a text or a list of texts", problems);
      return;
    case Texts:
      return check_texts(node, field, "a list of texts", problems);
    case Word:
      return check_word(node, field, problems);
    case Object:
      return check_shape(node, *field.shape, problems);
    case Objects:
      return check_objects(node, field, problems);
    case Numbers:
    case Facts:
    case Expected:
      return check_map(node, field, problems);
  }
}

}  // namespace

const Shape& shape_of(RuleKind kind) { return kind == RuleKind::Signature ? signature_shape() : cause_shape(); }

const std::vector<std::string_view>& role_words() {
  static const std::vector<std::string_view> words = {"initiator", "collateral", "launcher",
                                                      "context",   "advice",     "teardown"};
  return words;
}

const std::vector<std::string_view>& class_words() {
  static const std::vector<std::string_view> words = {"local",   "sticky",   "peer_gone", "waited",   "disagree",
                                                      "network", "outside",  "launcher",  "teardown", "progress",
                                                      "success", "identity", "context"};
  return words;
}

const std::vector<std::string_view>& where_words() {
  static const std::vector<std::string_view> words = {"line", "exception", "any"};
  return words;
}

const std::vector<std::string_view>& retry_words() {
  static const std::vector<std::string_view> words = {"same_nodes", "exclude_node", "after_fix", "not_a_failure",
                                                      "unknown"};
  return words;
}

void FileProblems::add(std::size_t at, std::string message, std::string hint) const {
  out.push_back(problem_at(path, text, at, std::move(message), std::move(hint)));
}

void check_shape(const Node& node, const Shape& shape, const FileProblems& problems) {
  if (node.kind != Node::Kind::Object) return problems.add(node.at, std::string(shape.name) + " must be an object");
  std::vector<std::string_view> known;
  for (const auto& field : shape.fields) known.push_back(field.name);
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const auto& key = node.keys[i];
    const auto field =
        std::find_if(shape.fields.begin(), shape.fields.end(), [&](const Field& f) { return f.name == key.text; });
    if (field == shape.fields.end())
      problems.add(key.at, "unknown key \"" + key.text + "\" in " + std::string(shape.name),
                   name_hint(key.text, known));
    else
      check_field(node.items[i], *field, problems);
  }
  for (const auto& field : shape.fields)
    if (field.need == kRequired && node.find(field.name) == nullptr)
      problems.add(node.at, std::string(shape.name) + " needs \"" + std::string(field.name) + "\"",
                   std::string(field.doc));
}

}  // namespace firstfault::rules
