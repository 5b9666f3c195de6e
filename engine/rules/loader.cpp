#include "rules/loader.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <optional>
#include <thread>

#include "rules/loader_files.h"
#include "rules/pattern.h"

namespace firstfault::rules {
namespace {

constexpr int kLargestProgram = 4000;  // RE2 instructions
constexpr std::size_t kMostThreads = 8;
constexpr std::size_t kFilesAThread = 32;  // fewer are read sooner than a thread starts

template <class Enum>
Enum from_word(const Node& node, const std::vector<std::string_view>& words, Enum otherwise) {
  const auto found = std::find(words.begin(), words.end(), node.text);
  return found == words.end() ? otherwise : static_cast<Enum>(found - words.begin());
}

std::vector<std::string_view> texts_of(const Node& list) {
  std::vector<std::string_view> out;
  for (const auto& item : list.items) out.emplace_back(item.text);
  return out;
}

// ---- reading one file

void read_kind(RuleFile& file, const FileProblems& problems) {
  const auto schema = std::string_view(file.root["$schema"].text);
  const auto name = schema.substr(schema.find_last_of("/\\") + 1);
  if (name == "signature-1.json")
    file.kind = RuleKind::Signature;
  else if (name == "cause-1.json")
    file.kind = RuleKind::Cause;
  else
    problems.add(file.root["$schema"].at,
                 schema.empty() ? "a rule file needs \"$schema\"" : "unknown schema \"" + std::string(schema) + "\"",
                 "the path of rules/schema/signature-1.json or rules/schema/cause-1.json");
}

std::string expected_id(const RuleFile& file) {
  const std::string stem(stem_of(file.path));
  const auto folder = folder_of(file.path);
  if (file.kind == RuleKind::Signature || folder.empty() || folder == "causes") return stem;
  return std::string(folder) + "." + stem;
}

void check_id(const RuleFile& file, const FileProblems& problems) {
  const auto expected = expected_id(file);
  if (file.id() != expected)
    problems.add(file.root["id"].at,
                 "the id is \"" + std::string(file.id()) + "\", but the file's name says \"" + expected + "\"",
                 "rename one of the two");
  const std::string_view other = file.kind == RuleKind::Signature ? "_." : "-";
  const bool plain = std::all_of(file.id().begin(), file.id().end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           (std::string_view("-_.").find(c) != std::string_view::npos && other.find(c) == std::string_view::npos);
  });
  if (!plain)
    problems.add(file.root["id"].at, "\"" + std::string(file.id()) + "\" is no id of this kind",
                 file.kind == RuleKind::Signature ? "signatures are kebab-case: watchdog-timeout"
                                                  : "causes are family.snake_case: data.bad_sample");
}

// ---- patterns

void check_compiled(const std::string& error, bool look_around, int size, const Node& at,
                    const FileProblems& problems) {
  if (!error.empty())
    return problems.add(at.at, "the pattern does not compile: " + error,
                        look_around ? "RE2 has no look-around; use \"unless\"" : "the syntax is RE2's");
  if (size > kLargestProgram)
    problems.add(at.at,
                 "the pattern compiles to " + std::to_string(size) + " instructions, more than " +
                     std::to_string(kLargestProgram),
                 "use smaller counted repetitions");
}

void check_unless(const Node& at, const FileProblems& problems) {
  const RE2 compiled(at.text, pattern_options());
  check_compiled(compiled.ok() ? "" : compiled.error(), compiled.error_code() == RE2::ErrorBadPerlOp,
                 compiled.ok() ? compiled.ProgramSize() : 0, at, problems);
}

void check_literals(const Pattern& pattern, std::size_t shortest, const Node& at, const FileProblems& problems) {
  if (pattern.literals.empty())
    problems.add(at.at,
                 "the pattern has no literal of at least " + std::to_string(shortest) + " bytes that every match holds",
                 "name a word of the message in each of its alternatives; without one it would be tried on every line");
}

void check_captures(const std::vector<std::string>& names, const Node& says, const FileProblems& problems) {
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const auto& item : says.items) {
    for (const auto name : placeholders(item.text)) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const auto near = nearest_name(name, known);
      problems.add(item.at, "no pattern captures {" + std::string(name) + "}",
                   near.empty() ? "write (?P<" + std::string(name) + ">…) in a pattern"
                                : "did you mean {" + std::string(near) + "}?");
    }
  }
}

/// Adds the names of its captures to `names`.
Pattern read_pattern(const Node& node, Class cls, std::deque<std::string>& strings, std::vector<std::string>& names,
                     const FileProblems& problems) {
  Pattern pattern;
  pattern.name = node["name"].text;
  pattern.regex = strings.emplace_back(node["pattern"].joined(""));
  pattern.unless = texts_of(node["unless"]);
  const auto before = problems.out.size();
  auto studied = study_pattern(pattern.regex, shortest_literal(cls));
  check_compiled(studied.error, studied.look_around, studied.size, node["pattern"], problems);
  for (const auto& unless : node["unless"].items) check_unless(unless, problems);
  if (problems.out.size() > before) return pattern;
  names.insert(names.end(), studied.names.begin(), studied.names.end());
  for (auto& literal : studied.literals) pattern.literals.emplace_back(strings.emplace_back(std::move(literal)));
  check_literals(pattern, shortest_literal(cls), node["pattern"], problems);
  return pattern;
}

// ---- from trees to rules

Signature read_signature(RuleFile& file, const FileProblems& problems) {
  const auto& root = file.root;
  const auto before = problems.out.size();
  Signature signature;
  signature.id = root["id"].text;
  signature.family = folder_of(file.path);
  signature.title = root["title"].text;
  signature.file = file.path;
  signature.source = file.text;
  signature.role = from_word(root["role"], role_words(), Role::Context);
  signature.cls = from_word(root["class"], class_words(), Class::Context);
  signature.where = from_word(root["where"], where_words(), Where::Line);
  signature.unreliable_frame = root["unreliable_frame"].flag;
  std::vector<std::string> names;
  for (const auto& node : root["match"].items)
    signature.match.push_back(read_pattern(node, signature.cls, file.strings, names, problems));
  if (signature.match.empty())
    problems.add(root["match"].at, "the rule has no pattern", "add the text by which the rule knows its lines");
  const auto& says = root["says"];
  for (std::size_t i = 0; i < says.items.size(); ++i)
    if (const auto fact = fact_from_name(says.keys[i].text)) signature.says.push_back({*fact, says.items[i].text});
  if (problems.out.size() == before) check_captures(names, says, problems);
  for (const auto& node : root["evidence"].items)
    signature.evidence.push_back({node["cause"].text, node["weight"].number});
  std::stable_sort(signature.evidence.begin(), signature.evidence.end(),
                   [](const CauseWeight& a, const CauseWeight& b) { return a.weight > b.weight; });
  return signature;
}

Confirm read_confirm(const Node& node) {
  Confirm confirm{node["title"].text, node["command"].text, node["why"].text, {}};
  for (const auto& outcome : node["expect"].items)
    confirm.expect.emplace_back(outcome["cause"].text, outcome["if"].text);
  return confirm;
}

Cause read_cause(const RuleFile& file) {
  const auto& root = file.root;
  Cause cause;
  cause.id = root["id"].text;
  cause.title = root["title"].text;
  cause.headline = root["headline"].text;
  cause.file = file.path;
  cause.source = file.text;
  cause.what = root["explain"]["what"].text;
  cause.why = root["explain"]["why"].text;
  cause.asks = root["asks"].text;
  for (const auto& node : root["explain"]["look_alikes"].items)
    cause.look_alikes.push_back({node["cause"].text, node["tell"].text});
  for (const auto& node : root["confirm"].items) cause.confirm.push_back(read_confirm(node));
  cause.fix = texts_of(root["fix"]);
  cause.not_a_fix = texts_of(root["not_a_fix"]);
  cause.guards = texts_of(root["guards"]);
  cause.retry = from_word(root["retry"]["advice"], retry_words(), RetryAdvice::Unknown);
  cause.retry_why = root["retry"]["why"].text;
  return cause;
}

void parse_file(RuleFile& file, const FileProblems& problems) {
  auto parsed = parse_jsonc(file.text);
  if (!parsed.fault.message.empty()) return problems.add(parsed.fault.at, parsed.fault.message, parsed.fault.hint);
  file.root = std::move(parsed.root);
  if (file.root.kind != Node::Kind::Object)
    return problems.add(file.root.at, "a rule file must hold one object", "{ \"$schema\": …, \"id\": … }");
  const auto before = problems.out.size();
  read_kind(file, problems);
  if (problems.out.size() > before) return;
  check_shape(file.root, shape_of(file.kind), problems);
  file.sound = problems.out.size() == before;
  if (file.sound) check_id(file, problems);
}

/// What one file gives.
struct FileResult {
  std::optional<Signature> signature;
  std::optional<Cause> cause;
  std::vector<Problem> problems;
};

/// Takes a file over whose text is that of a checked rule of its name.
bool take_over(RuleFile& file, const RuleSet& checked, FileResult& result) {
  const auto stem = stem_of(file.path);
  if (const auto* signature = checked.find_signature(stem);
      signature != nullptr && signature->source == file.text && signature->family == folder_of(file.path)) {
    file.known_id = signature->id;
    result.signature = *signature;
    result.signature->file = file.path;
    return file.sound = true;
  }
  const auto* cause = checked.find_cause(std::string(folder_of(file.path)) + "." + std::string(stem));
  if (cause == nullptr || cause->source != file.text) return false;
  file.known_id = cause->id;
  result.cause = *cause;
  result.cause->file = file.path;
  return file.sound = true;
}

FileResult load_file(RuleFile& file, const RuleSet& checked) {
  FileResult result;
  if (take_over(file, checked, result)) return result;
  const FileProblems problems{file.path, file.text, result.problems};
  parse_file(file, problems);
  if (!file.sound) return result;
  if (file.kind == RuleKind::Signature) {
    auto signature = read_signature(file, problems);
    if (result.problems.empty() && !file.retired()) result.signature = std::move(signature);
  } else if (result.problems.empty() && !file.retired()) {
    result.cause = read_cause(file);
  }
  return result;
}

/// Files do not depend on each other, and compiling their patterns takes time.
std::vector<FileResult> load_files(std::vector<RuleFile>& files, const RuleSet& checked) {
  std::vector<FileResult> results(files.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (auto i = next++; i < files.size(); i = next++) results[i] = load_file(files[i], checked);
  };
  const auto cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < std::min(cores, files.size() / kFilesAThread); ++i) helpers.emplace_back(work);
  work();
  for (auto& helper : helpers) helper.join();
  return results;
}

void check_unique(const RuleFiles& storage, std::vector<Problem>& out) {
  std::map<std::string_view, const RuleFile*> first;
  for (const auto& file : storage.files) {
    if (!file.sound) continue;
    const auto [entry, fresh] = first.emplace(file.id(), &file);
    if (fresh) continue;
    const auto at = file.known_id.empty() ? file.root["id"].at : file.text.find('"' + std::string(file.id()) + '"');
    FileProblems{file.path, file.text, out}.add(
        at, "the id \"" + std::string(file.id()) + "\" is taken by " + entry->second->path,
        "ids are never used twice, not even those of retired rules");
  }
}

template <class Rule>
void sort_unique(std::vector<Rule>& rules) {
  std::stable_sort(rules.begin(), rules.end(), [](const Rule& a, const Rule& b) { return a.id < b.id; });
  rules.erase(std::unique(rules.begin(), rules.end(), [](const Rule& a, const Rule& b) { return a.id == b.id; }),
              rules.end());
}

}  // namespace

std::string_view stem_of(std::string_view path) {
  path = path.substr(path.find_last_of("/\\") + 1);
  return path.substr(0, path.rfind('.'));
}

std::string_view folder_of(std::string_view path) {
  const auto slash = path.find_last_of("/\\");
  if (slash == std::string_view::npos) return {};
  path = path.substr(0, slash);
  return path.substr(path.find_last_of("/\\") + 1);
}

LoadedRules load_rules(std::vector<RuleSource> sources) { return load_rules_over({}, std::move(sources)); }

LoadedRules load_rules_over(const RuleSet& checked, std::vector<RuleSource> sources) {
  std::sort(sources.begin(), sources.end(), [](const RuleSource& a, const RuleSource& b) { return a.path < b.path; });
  const auto storage = std::make_shared<RuleFiles>();
  storage->files.reserve(sources.size());
  for (auto& source : sources) {
    auto& file = storage->files.emplace_back();
    file.path = std::move(source.path);
    file.text = std::move(source.text);
  }
  LoadedRules loaded;
  for (auto& result : load_files(storage->files, checked)) {
    if (result.signature) loaded.rules.signatures.push_back(std::move(*result.signature));
    if (result.cause) loaded.rules.causes.push_back(std::move(*result.cause));
    std::move(result.problems.begin(), result.problems.end(), std::back_inserter(loaded.problems));
  }
  check_unique(*storage, loaded.problems);
  sort_unique(loaded.rules.signatures);
  sort_unique(loaded.rules.causes);
  sort_problems(loaded.problems);
  loaded.rules.storage = storage;
  loaded.files = storage;
  return loaded;
}

}  // namespace firstfault::rules
